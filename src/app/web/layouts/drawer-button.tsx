import { Menu as MenuIcon } from 'lucide-react'
import { classNames } from '#platform/web/ui/class-names.ts'

/** Opens a drawer on small screens. It uses the browser's popover, so it works without scripts. */
export function DrawerButton({ drawerId, className }: { drawerId: string; className: string }) {
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
