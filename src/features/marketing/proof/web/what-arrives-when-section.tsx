import type { Package } from '#features/catalogue/contract.ts'
import { SectionHeading } from '../../web/section-heading.tsx'
import { listMoments } from '../rules.ts'

/** What each package brings and by when, as in the catalogue. Shows nothing without packages. */
export function WhatArrivesWhen({ packages }: { packages: Package[] }) {
  const shown = packages.filter(({ lines }) => lines.length > 0)
  if (shown.length === 0) return null
  return (
    <section className="container-page py-10 md:py-24">
      <SectionHeading
        name="What arrives when"
        title="Everything has a date"
        lead="Days count from when your package starts: the day you pay, or the fifteenth day if you choose it at the checkout. For a business, it’s the day you pay."
      />
      <div className="mt-10 grid grid-cols-1 gap-x-16 gap-y-12 md:grid-cols-2">
        {shown.map((offer) => (
          <div key={offer.id}>
            <h3 className="text-xl">{offer.title}</h3>
            <PackageTimeline package={offer} className="mt-5" />
          </div>
        ))}
      </div>
    </section>
  )
}

/** The same for one package, without headings. */
export function PackageTimeline({ package: offer, className = '' }: { package: Package; className?: string }) {
  return (
    <ol className={className}>
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
  )
}
