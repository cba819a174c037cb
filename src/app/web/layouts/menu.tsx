import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { classNames } from '#platform/web/ui/class-names.ts'

type MenuProps = {
  /** What is read out where the button shows no words. */
  name?: string
  button: ReactNode
  buttonClass?: string
  /** The edge of the button that the list begins at. */
  align: 'left' | 'right'
  children: ReactNode
}

/** A button that opens a list of links under it. A <details>, so that it opens before any script has run. */
export function Menu({ name, button, buttonClass, align, children }: MenuProps) {
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

/** Escape, a press elsewhere, focus that moves on, and a chosen entry all close the menu. */
function useClosing(details: RefObject<HTMLDetailsElement | null>) {
  useEffect(() => {
    const menu = details.current
    if (!menu) return
    const listening = new AbortController()
    const { signal } = listening
    const closeFromOutside = ({ target }: Event) => {
      if (!menu.contains(target as Node)) menu.open = false
    }
    menu.addEventListener('click', ({ target }) => closeOnChoice(menu, target as Element), { signal })
    document.addEventListener('pointerdown', closeFromOutside, { signal })
    document.addEventListener('focusin', closeFromOutside, { signal })
    document.addEventListener('keydown', (event) => closeOnEscape(menu, event), { signal })
    return () => listening.abort()
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
