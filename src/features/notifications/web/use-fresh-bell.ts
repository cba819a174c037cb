import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { refreshBell } from './queries.ts'

/** The number is right after each navigation, and when somebody comes back to the window. */
export function useFreshBell(): void {
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each place in the history is a reason to look again
  useEffect(() => {
    void refreshBell()
  }, [key])
  useEffect(() => {
    const onReturn = () => (document.visibilityState === 'visible' ? void refreshBell() : undefined)
    window.addEventListener('focus', onReturn)
    document.addEventListener('visibilitychange', onReturn)
    return () => {
      window.removeEventListener('focus', onReturn)
      document.removeEventListener('visibilitychange', onReturn)
    }
  }, [])
}
