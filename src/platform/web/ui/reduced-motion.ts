import { useSyncExternalStore } from 'react'

const query = '(prefers-reduced-motion: reduce)'

/** Whether things should keep still. True on the server, so that nothing moves before the person's wish is known. */
export function usePrefersStillness(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => true,
  )
}

function subscribe(onChange: () => void) {
  const wish = matchMedia(query)
  wish.addEventListener('change', onChange)
  return () => wish.removeEventListener('change', onChange)
}
