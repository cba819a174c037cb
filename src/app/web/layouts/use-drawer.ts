import { type FocusEvent, type MouseEvent, type RefObject, useRef } from 'react'

type DrawerProps = {
  ref: RefObject<HTMLElement | null>
  onClick: (event: MouseEvent) => void
  onBlur: (event: FocusEvent) => void
}

/** Returns the props of a popover drawer that closes when a link or button in it is chosen or focus leaves it. */
export function useDrawer(): DrawerProps {
  const ref = useRef<HTMLElement>(null)
  return {
    ref,
    onClick: ({ target }) => {
      if ((target as Element).closest('a, button')) ref.current?.hidePopover?.()
    },
    // A popover does not trap focus. It closes when focus leaves, because focus would otherwise move behind it.
    onBlur: ({ relatedTarget }) => {
      if (relatedTarget && !ref.current?.contains(relatedTarget)) ref.current?.hidePopover?.()
    },
  }
}
