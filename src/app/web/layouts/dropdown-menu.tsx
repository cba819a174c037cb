import type { ReactNode } from 'react'
import { classNames } from '#platform/web/ui/class-names.ts'

type DropdownMenuProps = {
  /** The accessible name, if the button shows no text. */
  name?: string
  button: ReactNode
  buttonClass?: string
  /** The edge of the button to align the list with. */
  align: 'left' | 'right'
  children: ReactNode
}

/** A button that opens a list of links. It uses <details>, so it opens without scripts; `followMenus` closes it. */
export function DropdownMenu({ name, button, buttonClass, align, children }: DropdownMenuProps) {
  return (
    <details data-menu="" name="top-bar-menu" className="group relative">
      <summary
        aria-label={name}
        className={classNames(
          'flex cursor-pointer list-none items-center [&::-webkit-details-marker]:hidden',
          buttonClass,
        )}
      >
        {button}
      </summary>
      <ul
        className={classNames(
          'absolute top-full mt-2 min-w-[min(14rem,75vw)] rounded-md border border-line bg-surface p-2 text-ink shadow-raised',
          align === 'left' ? '-left-5' : 'right-0',
        )}
      >
        {children}
      </ul>
    </details>
  )
}
