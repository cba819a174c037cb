import { useEffect, useEffectEvent } from 'react'

/** How long somebody who looks on waits for what the other has written. */
const INTERVAL_MS = 30_000

/** Looks again from time to time while somebody is looking, and when they come back to the window. */
export function useFreshThread(refresh: () => void): void {
  const look = useEffectEvent(() => {
    if (document.visibilityState === 'visible') refresh()
  })
  useEffect(() => {
    const onReturn = () => look()
    const timer = setInterval(onReturn, INTERVAL_MS)
    window.addEventListener('focus', onReturn)
    document.addEventListener('visibilitychange', onReturn)
    return () => {
      clearInterval(timer)
      window.removeEventListener('focus', onReturn)
      document.removeEventListener('visibilitychange', onReturn)
    }
  }, [])
}
