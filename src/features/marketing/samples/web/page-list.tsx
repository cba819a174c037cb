import { PhoneDetails } from '../../web/phone-details.tsx'

type PageListProps = { pages: { id: string; title: string }[] }

/** Links to a document's pages, folded on a phone. `followSamplePages` marks the current one. */
export function PageList({ pages }: PageListProps) {
  return (
    <nav
      aria-label="Pages"
      className="mb-6 rounded-sm border border-line bg-surface px-[min(1rem,5vw)] md:sticky md:top-24 md:mb-0 md:max-h-[calc(100svh-7rem)] md:self-start md:overflow-y-auto md:border-0 md:bg-transparent md:p-1 print:hidden"
    >
      <PhoneDetails heading={<span className="font-semibold">Pages</span>} summaryClass="min-h-11">
        <ol data-page-list="" className="grid pb-4 md:mt-3 md:pb-0">
          {pages.map(({ id, title }, index) => (
            <li key={id}>
              <a
                href={`#${id}`}
                aria-current={index === 0 || undefined}
                className="grid grid-cols-[1.75rem_1fr] border-l-2 border-line py-2 pl-3 text-[0.9375rem] leading-snug text-muted max-md:min-h-11 max-md:items-center hover:text-ink aria-[current]:border-primary aria-[current]:font-medium aria-[current]:text-ink"
              >
                <span aria-hidden="true" className="tabular-nums">
                  {index + 1}
                </span>
                {title}
              </a>
            </li>
          ))}
        </ol>
      </PhoneDetails>
    </nav>
  )
}
