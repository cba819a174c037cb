import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/**
 * Where what was pressed is gone once it has worked, the focus would fall to the top of the page: it goes to what stands
 * there instead, which needs `tabIndex={-1}`.
 * @param state of what is shown: with each change of it the focus may have fallen; null while it is being loaded, when
 * nobody has pressed anything yet
 */
export function useKeepFocus(place: RefObject<HTMLElement | null>, state: string | null | undefined): void {
  useFocusAfter(place, state, () => true)
}

/** The same for what also changes by itself: whoever did not stand on what is gone stays where they are. */
export function useKeepLostFocus(place: RefObject<HTMLElement | null>, state: string | undefined): void {
  // As it is before the change is shown.
  const held = document.activeElement
  useFocusAfter(place, state, () => held?.isConnected === false)
}

/** The same for a part that goes as a whole, and another one takes its place: the focus goes to what the page is about. */
export function useHandFocusOn(place: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const part = place.current
    return () => {
      if (part?.contains(document.activeElement)) document.getElementById('main')?.focus({ preventScroll: true })
    }
  }, [place])
}

function useFocusAfter(
  place: RefObject<HTMLElement | null>,
  state: string | null | undefined,
  hasFallen: () => boolean,
): void {
  const shown = useRef(state)
  useEffect(() => {
    const before = shown.current
    if (before === state) return
    shown.current = state
    if (before !== null && document.activeElement === document.body && hasFallen()) {
      place.current?.focus({ preventScroll: true })
    }
  })
}
