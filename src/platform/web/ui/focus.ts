import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/**
 * Moves the focus to `place` if the pressed control has disappeared; otherwise it would fall to the top of the page.
 * The element needs `tabIndex={-1}`.
 * @param state of the content, checked after each change; null while loading, before any user action
 */
export function useKeepFocus(place: RefObject<HTMLElement | null>, state: string | null | undefined): void {
  useFocusAfter(place, state, () => true)
}

/** The same for content that also changes by itself. It moves the focus only if the focused element disappeared. */
export function useKeepLostFocus(place: RefObject<HTMLElement | null>, state: string | undefined): void {
  // The focused element before this change.
  const held = document.activeElement
  useFocusAfter(place, state, () => held?.isConnected === false)
}

/** The same for a part that is replaced as a whole; the focus then moves to the main content. */
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

/** Focuses an element after React has rendered it, so keyboard users keep their place when rows change. */
export function focusAfterRender(id: string): void {
  queueMicrotask(() => setTimeout(() => document.getElementById(id)?.focus(), 0))
}

/** Focuses the first invalid field once errors appear. @param form if unknown, the one with the focus, or any */
export function useFocusOnErrors(errors: object, form?: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    if (Object.keys(errors).length === 0) return
    const place = form?.current ?? document.activeElement?.closest('form') ?? document
    place.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [errors, form])
}

/** Focuses and shows a step that replaces another one. The element needs `tabIndex={-1}`. */
export function useFocusOnStep(place: RefObject<HTMLElement | null>, step: string): void {
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    place.current?.focus({ preventScroll: true })
    place.current?.scrollIntoView?.()
  }, [place, step])
}
