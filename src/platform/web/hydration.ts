import { useEffect, useRef, useSyncExternalStore } from 'react'

/**
 * Submits a form after hydration if the user submitted it earlier. Before hydration its button has no effect of its
 * own, and the first-paint script marks a click or Enter on the form.
 */
export function useEarlySubmit() {
  const isHydrated = useHydrated()
  const ref = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!isHydrated || ref.current?.dataset.pressed === undefined) return
    delete ref.current.dataset.pressed
    ref.current.requestSubmit()
  }, [isHydrated])
  return {
    // The first-paint script may add the mark, which React must not report as a mismatch.
    form: { ref, 'data-asleep': isHydrated ? undefined : '', suppressHydrationWarning: true },
    button: { type: isHydrated ? 'submit' : 'button', 'data-submit': '' },
  } as const
}

/**
 * False until hydration. Render data that only the browser knows afterwards; otherwise server and browser would
 * disagree.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}
