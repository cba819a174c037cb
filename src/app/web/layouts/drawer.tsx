import { Menu as MenuIcon, X } from 'lucide-react'
import { type FocusEvent, type MouseEvent, useRef } from 'react'
import { classNames } from '#platform/web/ui/class-names.ts'

type DrawerButtonProps = { drawerId: string; className?: string }

/** Opens a drawer on small screens. Uses the browser's popover, so it works without scripts. */
export function DrawerButton({ drawerId, className }: DrawerButtonProps) {
  return (
    <button
      type="button"
      aria-label="Open menu"
      popoverTarget={drawerId}
      className={classNames(
        'grid size-[44px] shrink-0 cursor-pointer place-items-center rounded-md md:hidden',
        className,
      )}
    >
      <MenuIcon aria-hidden="true" className="size-6" />
    </button>
  )
}

export function CloseDrawerButton({ drawerId, className }: DrawerButtonProps) {
  return (
    <button
      type="button"
      aria-label="Close menu"
      popoverTarget={drawerId}
      popoverTargetAction="hide"
      className={classNames('grid size-11 shrink-0 cursor-pointer place-items-center rounded-md', className)}
    >
      <X aria-hidden="true" className="size-6" />
    </button>
  )
}

/** Returns the props of a popover drawer, which closes when a link or button in it is chosen or focus leaves it. */
export function useDrawer() {
  const ref = useRef<HTMLElement>(null)
  return {
    ref,
    onClick: ({ target }: MouseEvent) => {
      if ((target as Element).closest('a, button')) ref.current?.hidePopover?.()
    },
    // A popover does not trap focus. It closes when focus leaves, because otherwise the focused element would be behind
    // it.
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget && !ref.current?.contains(relatedTarget)) ref.current?.hidePopover?.()
    },
  }
}
