import type { Package } from '#features/catalogue/contract.ts'
import { isCall } from '#features/catalogue/rules/line-timing.ts'
import { CALLS_RULE, listMoments } from '../rules.ts'

/** What a package brings and by when, as in the catalogue. */
export function PackageTimeline({ package: offer, className = '' }: { package: Package; className?: string }) {
  return (
    <div className={className}>
      <ol>
        {listMoments(offer).map(({ when, items }) => (
          <li
            key={when}
            className="relative pb-6 pl-8 before:absolute before:top-2 before:left-0 before:size-3 before:rounded-full before:bg-primary before:ring-4 before:ring-primary-soft after:absolute after:top-7 after:bottom-0 after:left-[0.3125rem] after:border-l-2 after:border-dashed after:border-field last:pb-0 last:after:hidden"
          >
            <p className="font-semibold">{when}</p>
            <ul className="mt-1 grid gap-1 text-muted">
              {items.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
      {offer.lines.some(isCall) ? <p className="mt-6 text-muted">{CALLS_RULE}</p> : null}
    </div>
  )
}
