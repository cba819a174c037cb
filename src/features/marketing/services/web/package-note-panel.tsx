import { Plus } from 'lucide-react'
import type { Package } from '#features/catalogue/contract.ts'
import { PriceDifference } from '#features/catalogue/web/public.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import { PackageTimeline } from '../../proof/web/what-arrives-when-section.tsx'
import { findCheaperMonth, isProvidedBy, type PackageReason } from '../rules.ts'
import { SampleLink } from './sample-link.tsx'
import type { Benefit } from './service-sections.tsx'

type PackageNoteProps = {
  offer: Package
  packages: Package[]
  reason: PackageReason | undefined
  benefits: Benefit[]
  buyersNote: { text: string; to: string } | undefined
}

/** What a card says below the package's contents. */
export function PackageNote({ offer, packages, reason, benefits, buyersNote }: PackageNoteProps) {
  return (
    <>
      <PackageDetails offer={offer} reason={reason} />
      {reason ? (
        <p className="mt-3 text-[0.9375rem] md:mt-4 md:pl-7">
          <strong className="font-semibold">Why this price:</strong> <span className="text-muted">{reason.price}</span>
          <CheaperMonthNote offer={offer} packages={packages} />
        </p>
      ) : null}
      <SampleLinks offer={offer} benefits={benefits} />
      <details className="group md:mt-4 md:pl-7">
        <summary className="flex min-h-11 cursor-pointer list-none items-center gap-[min(0.5rem,2.5vw)] font-medium [&::-webkit-details-marker]:hidden">
          <Plus
            aria-hidden="true"
            className="size-5 shrink-0 transition-transform group-open:rotate-45 motion-reduce:transition-none"
          />
          What arrives when
        </summary>
        <PackageTimeline package={offer} className="mt-2" />
      </details>
      {buyersNote ? (
        <p className="text-[0.9375rem] leading-snug md:mt-2 md:pl-7">
          <Link to={buyersNote.to} className="link link-alone">
            {buyersNote.text}
          </Link>
        </p>
      ) : null}
    </>
  )
}

/** What the bullets of a card leave out. */
export function PackageDetails({ offer, reason }: Pick<PackageNoteProps, 'offer' | 'reason'>) {
  const details = (reason?.details ?? []).filter((detail) => isProvidedBy(detail, offer))
  return details.length > 0 ? (
    <p className="mt-3 text-[0.9375rem] md:mt-4 md:pl-7">{details.map(({ text }) => text).join(' ')}</p>
  ) : null
}

function SampleLinks({ offer, benefits }: { offer: Package; benefits: Benefit[] }) {
  const samples = benefits.flatMap(({ sample }) => (sample && isProvidedBy(sample, offer) ? [sample] : []))
  if (samples.length === 0) return null
  return (
    <ul className="mt-2 flex flex-wrap gap-x-3 max-md:text-sm md:mt-4 md:gap-x-6 md:gap-y-1 md:pl-7">
      {samples.map((sample) => (
        <li key={sample.name}>
          <SampleLink sample={sample}>{sample.name}</SampleLink>
        </li>
      ))}
    </ul>
  )
}

/** For a package whose documents a month of another one brings for less. */
export function CheaperMonthNote({ offer, packages }: { offer: Package; packages: Package[] }) {
  const month = findCheaperMonth(offer, packages)
  return month ? (
    <span className="mt-1 block">
      If a month is soon enough, {month.title} costs <PriceDifference dearer={offer} cheaper={month} /> less for the
      same documents. Cancel it before it renews.
    </span>
  ) : null
}
