import { useCallback, useEffect, useState } from 'react'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { attempt } from '#platform/web/attempt.ts'
import { getRating } from '../contract/rating.ts'

type Loaded = ResponseOf<typeof getRating>

type RatingState = { state: 'loading' } | { state: 'failed'; message: string } | ({ state: 'loaded' } & Loaded)

/** What the member has said of a session, and what they may say. */
export function useRating(bookingId: string): { found: RatingState; reload: () => Promise<void> } {
  const [found, setFound] = useState<RatingState>({ state: 'loading' })
  const reload = useCallback(async () => {
    const ending = await attempt(getRating, { params: { bookingId } })
    if (ending.state === 'done') setFound({ state: 'loaded', ...ending.value })
    // What is there is of more use than the news that it could not be read again.
    else setFound((before) => (before.state === 'loaded' ? before : { state: 'failed', message: ending.message }))
  }, [bookingId])
  useEffect(() => void reload(), [reload])
  return { found, reload }
}
