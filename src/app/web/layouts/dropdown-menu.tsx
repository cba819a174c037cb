import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
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

/** A button that opens a list of links. It uses <details>, so that it works before scripts load. */
export function DropdownMenu({ name, button, buttonClass, align, children }: DropdownMenuProps) {
  const details = useRef<HTMLDetailsElement>(null)
  useClosing(details)
  return (
    <details ref={details} name="top-bar-menu" className="group relative">
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

/** Escape, a click outside, moving focus out and choosing an entry all close the menu. */
function useClosing(details: RefObject<HTMLDetailsElement | null>) {
  useEffect(() => {
    const menu = details.current
    if (!menu) return
    const controller = new AbortController()
    const { signal } = controller
    const closeFromOutside = ({ target }: Event) => {
      if (!menu.contains(target as Node)) menu.open = false
    }
    menu.addEventListener('click', ({ target }) => closeOnChoice(menu, target as Element), { signal })
    document.addEventListener('pointerdown', closeFromOutside, { signal })
    document.addEventListener('focusin', closeFromOutside, { signal })
    document.addEventListener('keydown', (event) => closeOnEscape(menu, event), { signal })
    return () => controller.abort()
  }, [details])
}

function closeOnChoice(menu: HTMLDetailsElement, target: Element) {
  if (target.closest('a, button')) menu.open = false
}

function closeOnEscape(menu: HTMLDetailsElement, event: KeyboardEvent) {
  if (event.key !== 'Escape' || !menu.open) return
  menu.open = false
  menu.querySelector('summary')?.focus()
}
