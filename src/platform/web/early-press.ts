import { type RefObject, useEffect, useRef } from 'react'
import { useHydrated } from './hydrated.ts'

type EarlyPress = {
  form: { ref: RefObject<HTMLFormElement | null>; 'data-asleep': '' | undefined; suppressHydrationWarning: true }
  button: { type: 'submit' | 'button'; 'data-submit': '' }
}

/**
 * A form that is sent before the page has come alive goes out as soon as it has. Until then its button sends nothing
 * by itself, which no page would answer; the first script notes a press of it, or of Enter, on the form.
 */
export function useEarlyPress(): EarlyPress {
  const isHydrated = useHydrated()
  const ref = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!isHydrated || ref.current?.dataset.pressed === undefined) return
    delete ref.current.dataset.pressed
    ref.current.requestSubmit()
  }, [isHydrated])
  return {
    // The mark is not the server's, and React need not mind it.
    form: { ref, 'data-asleep': isHydrated ? undefined : '', suppressHydrationWarning: true },
    button: { type: isHydrated ? 'submit' : 'button', 'data-submit': '' },
  }
}
