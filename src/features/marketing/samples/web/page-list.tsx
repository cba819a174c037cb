import { PhoneDetails } from '../../web/phone-details.tsx'

type PageListProps = { pages: { id: string; title: string }[] }

/** Links to a document's pages. `followSamplePages` marks the current one. */
export function PageList({ pages }: PageListProps) {
  return (
    <nav
      aria-label="Pages"
      className="hidden md:sticky md:top-24 md:block md:max-h-[calc(100svh-7rem)] md:self-start md:overflow-y-auto md:p-1"
    >
      <p className="font-semibold">Pages</p>
      <ol data-page-list="" className="mt-3 grid">
        {pages.map(({ id, title }, index) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={index === 0 || undefined}
              className="grid grid-cols-[1.75rem_1fr] border-l-2 border-line py-2 pl-3 text-[0.9375rem] leading-snug text-muted hover:text-ink aria-[current]:border-primary aria-[current]:font-medium aria-[current]:text-ink"
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

/** The same links on a phone, folded above the pages. */
export function FoldedPageList({ pages }: PageListProps) {
  return (
    <PhoneDetails
      className="mb-6 rounded-sm border border-line bg-surface px-[min(1rem,5vw)] md:hidden print:hidden"
      heading={<span className="font-semibold">Pages</span>}
      summaryClass="min-h-11"
    >
      <ol className="grid list-decimal pb-2 pl-6 marker:text-muted">
        {pages.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`} className="link link-alone">
              {title}
            </a>
          </li>
        ))}
      </ol>
    </PhoneDetails>
  )
}
