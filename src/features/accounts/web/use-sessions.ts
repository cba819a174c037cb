import { useCallback, useEffect, useRef, useState } from 'react'
import { type Attempt, attempt } from '#platform/web/attempt.ts'
import { listSessions, type Session } from '../contract/session.ts'

type Sessions =
  | { state: 'loading' }
  | { state: 'failed'; message: string }
  /** `readAt` is the moment that "5 minutes ago" is counted from. */
  | { state: 'loaded'; sessions: Session[]; cursor: string | null; readAt: Date }

/** Where the member is logged in: read anew when the page is shown again, as it may have changed elsewhere. */
export function useSessions(): {
  list: Sessions
  reload: () => Promise<void>
  loadMore: () => Promise<Attempt<unknown>>
} {
  const [list, setList] = useState<Sessions>({ state: 'loading' })
  const latest = useRef(0)

  const reload = useCallback(async () => {
    latest.current += 1
    const mine = latest.current
    const ending = await attempt(listSessions, { query: {} })
    // Of several that are under way only the last one counts.
    if (mine !== latest.current) return
    if (ending.state === 'done') setList(loadedFrom(ending.value))
    // What is there is of more use than the news that it could not be read again.
    else setList((before) => (before.state === 'loaded' ? before : { state: 'failed', message: ending.message }))
  }, [])

  const loadMore = useCallback(async () => {
    const since = latest.current
    const cursor = list.state === 'loaded' ? (list.cursor ?? undefined) : undefined
    const ending = await attempt(listSessions, { query: { cursor } })
    if (ending.state === 'done' && since === latest.current) {
      setList((before) => {
        if (before.state !== 'loaded') return before
        return { ...before, sessions: [...before.sessions, ...ending.value.items], cursor: ending.value.nextCursor }
      })
    }
    return ending
  }, [list])

  useEffect(() => {
    const onShown = () => (document.visibilityState === 'visible' ? void reload() : undefined)
    void reload()
    document.addEventListener('visibilitychange', onShown)
    return () => {
      // Whatever is still under way comes too late.
      latest.current += 1
      document.removeEventListener('visibilitychange', onShown)
    }
  }, [reload])

  return { list, reload, loadMore }
}

function loadedFrom(page: { items: Session[]; nextCursor: string | null }): Sessions {
  return { state: 'loaded', sessions: page.items, cursor: page.nextCursor, readAt: new Date() }
}
