import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/**
 * Moves the focus to `target` if the pressed control has disappeared; otherwise the focus would jump to the top of the
 * page. The element needs `tabIndex={-1}`.
 * @param state of the content, checked after each change; null while loading, before any user action
 */
export function useKeepFocus(target: RefObject<HTMLElement | null>, state: string | null | undefined): void {
  useFocusAfter(target, state, () => true)
}

/**
 * Like `useKeepFocus`, for content that also changes without user action. It moves the focus only if the focused
 * element has disappeared.
 */
export function useKeepLostFocus(target: RefObject<HTMLElement | null>, state: string | undefined): void {
  // The focused element before this change.
  const focusedElement = document.activeElement
  useFocusAfter(target, state, () => focusedElement?.isConnected === false)
}

/** Like `useKeepFocus`, for a part that is replaced as a whole; the focus then moves to the main content. */
export function useHandFocusOn(target: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const replacedElement = target.current
    return () => {
      if (replacedElement?.contains(document.activeElement))
        document.getElementById('main')?.focus({ preventScroll: true })
    }
  }, [target])
}

function useFocusAfter(
  target: RefObject<HTMLElement | null>,
  state: string | null | undefined,
  isFocusLost: () => boolean,
): void {
  const previousState = useRef(state)
  useEffect(() => {
    const previous = previousState.current
    if (previous === state) return
    previousState.current = state
    if (previous !== null && document.activeElement === document.body && isFocusLost()) {
      target.current?.focus({ preventScroll: true })
    }
  })
}

/** Focuses an element after React has rendered it, so keyboard users keep their place when rows change. */
export function focusAfterRender(id: string): void {
  queueMicrotask(() => setTimeout(() => document.getElementById(id)?.focus(), 0))
}

/**
 * Focuses the first invalid field once errors appear. @param form by default the form with the focus, or else the whole
 * page
 */
export function useFocusOnErrors(errors: object, form?: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    if (Object.keys(errors).length === 0) return
    const place = form?.current ?? document.activeElement?.closest('form') ?? document
    place.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [errors, form])
}

/** Focuses and shows a step that replaces another one. The element needs `tabIndex={-1}`. */
export function useFocusOnStep(target: RefObject<HTMLElement | null>, step: string): void {
  const shownStep = useRef(step)
  useEffect(() => {
    if (shownStep.current === step) return
    shownStep.current = step
    target.current?.focus({ preventScroll: true })
    target.current?.scrollIntoView?.()
  }, [target, step])
}
