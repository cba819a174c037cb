import { useSyncExternalStore } from 'react'

/** False while the page is as the server sent it: what only the browser knows must wait, or the two disagree. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}
