import { useEffect, useEffectEvent } from 'react'
import { watchPresence } from '#platform/web/presence.ts'

/** How long somebody who looks on waits for what the other has written. */
const INTERVAL_MS = 30_000

/**
 * Looks again from time to time while somebody is there, and when they come back: what a page does by itself must not keep
 * their session alive.
 */
export function useFreshThread(refresh: () => void): void {
  const look = useEffectEvent(refresh)
  useEffect(() => {
    const over = new AbortController()
    void keepLooking(() => look(), over.signal)
    return () => over.abort()
  }, [])
}

async function keepLooking(look: () => void, over: AbortSignal) {
  const presence = watchPresence(over)
  while (!over.aborted) {
    await presence.pause(INTERVAL_MS)
    await presence.untilThere()
    if (!over.aborted) look()
  }
}
