import { useCallback, useEffect, useState } from 'react'
import { attempt } from '#platform/web/attempt.ts'
import { type EarlierWish, getEarlierWish } from '../contract/earlier.ts'

type WishState = { state: 'loading' } | { state: 'failed'; message: string } | { state: 'loaded'; wish: EarlierWish }

/** Whether the member waits for an earlier time, and what they are offered: read anew when the page is shown again. */
export function useEarlierWish(bookingId: string): {
  found: WishState
  reload: () => Promise<void>
  show: (wish: EarlierWish) => void
} {
  const [found, setFound] = useState<WishState>({ state: 'loading' })
  const show = useCallback((wish: EarlierWish) => setFound({ state: 'loaded', wish }), [])
  const reload = useCallback(async () => {
    const ending = await attempt(getEarlierWish, { params: { bookingId } })
    if (ending.state === 'done') show(ending.value)
    // What is there is of more use than the news that it could not be read again.
    else setFound((before) => (before.state === 'loaded' ? before : { state: 'failed', message: ending.message }))
  }, [bookingId, show])
  useEffect(() => {
    const onShown = () => (document.visibilityState === 'visible' ? void reload() : undefined)
    void reload()
    document.addEventListener('visibilitychange', onShown)
    return () => document.removeEventListener('visibilitychange', onShown)
  }, [reload])
  return { found, reload, show }
}
