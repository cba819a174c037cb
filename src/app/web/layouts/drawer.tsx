import { Menu as MenuIcon, X } from 'lucide-react'
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
