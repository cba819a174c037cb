import type { KeyboardEvent } from 'react'
import { classNames } from '#platform/web/ui/class-names.ts'
import { useCurrentPage } from './use-current-page.ts'

type PageListProps = { pages: { id: string; title: string }[] }

/** Links to a document's pages. Arrow keys, Home and End turn the pages while a link has focus. */
export function PageList({ pages }: PageListProps) {
  const current = useCurrentPage(pages.map(({ id }) => id)) ?? pages[0]?.id
  return (
    <nav
      aria-label="Pages"
      className="hidden md:sticky md:top-24 md:block md:max-h-[calc(100svh-7rem)] md:self-start md:overflow-y-auto md:p-1"
    >
      <p className="font-semibold">Pages</p>
      <ol onKeyDown={turnPages} className="mt-3 grid gap-0.5">
        {pages.map(({ id, title }, index) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current ? 'true' : undefined}
              className={classNames(
                'grid grid-cols-[1.75rem_1fr] border-l-2 py-1.5 pl-3 text-[0.9375rem] leading-snug hover:text-ink',
                id === current ? 'border-primary font-medium text-ink' : 'border-line text-muted',
              )}
            >
              <span aria-hidden="true" className="tabular-nums">
                {index + 1}
              </span>
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

const steps: Record<string, (index: number, last: number) => number> = {
  ArrowDown: (index, last) => Math.min(index + 1, last),
  ArrowUp: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
}

function turnPages(event: KeyboardEvent<HTMLOListElement>) {
  const step = steps[event.key]
  const links = [...event.currentTarget.querySelectorAll('a')]
  const index = links.indexOf(document.activeElement as HTMLAnchorElement)
  if (!step || index === -1) return
  event.preventDefault()
  const link = links[step(index, links.length - 1)]
  link?.focus()
  document.querySelector(link?.hash ?? '')?.scrollIntoView()
}
