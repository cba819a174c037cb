import { type RefObject, useEffect, useRef } from 'react'

/** A step that takes the place of another one is where the person reads on: in sight, and focused. Needs `tabIndex={-1}`. */
export function useStep(place: RefObject<HTMLElement | null>, step: string): void {
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    place.current?.focus({ preventScroll: true })
    place.current?.scrollIntoView?.()
  }, [place, step])
}
