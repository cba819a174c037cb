import type { ReactNode } from 'react'
import type { Package } from '#features/catalogue/contract.ts'
import { isCall } from '#features/catalogue/rules/line-timing.ts'
import { TotalPrice } from '#features/catalogue/web/public.tsx'
import { lowerFirst } from '#platform/shared/lower-first.ts'
import { Link } from '#platform/web/ui/link.tsx'
import { CALLS_RULE } from '../../proof/rules.ts'
import { PhoneDetails } from '../../web/phone-details.tsx'
import { SectionHeading } from '../../web/section-heading.tsx'
import { type ComparedLine, compareLines, isProvided, type PackageReason } from '../rules.ts'
import { CheaperMonthNote } from './package-note-panel.tsx'
import { SampleLink } from './sample-link.tsx'
import type { Benefit } from './service-sections.tsx'

type OfferTableProps = {
  service: string
  packages: Package[]
  /** By package id. */
  reasons: Record<string, PackageReason>
  /** What each line means, by its key. */
  meanings: Record<string, string>
  benefits: Benefit[]
  isForBusinesses: boolean | undefined
}

/** The packages line by line. What they include, when it arrives and what it costs comes from the catalogue. */
export function OfferTableSection({
  service,
  packages,
  reasons,
  meanings,
  benefits,
  isForBusinesses,
}: OfferTableProps) {
  if (packages.length === 0) return null
  const single = packages.length === 1 ? packages[0] : undefined
  const hasUnlimitedCalls = packages.some(({ lines }) => lines.some(({ quantity }) => quantity === null))
  return (
    <section className="border-y border-line bg-surface">
      <PhoneDetails
        className="container-page py-6 md:py-20"
        heading={
          <SectionHeading
            name={single ? 'What’s included' : 'Compare'}
            title={single ? `${single.title}, line by line` : 'Line by line, side by side'}
          />
        }
      >
        <div
          id="compare"
          tabIndex={-1}
          className="mt-8 scroll-mt-28 focus:outline-none md:mt-12 md:scroll-mt-40 @container"
        >
          <p className="mb-4 max-w-prose text-muted">
            The percentage beside each line is its share of the price. We go by it if you get some of the price back.
          </p>
          <table className="w-full border-collapse text-left max-sm:block sm:table-fixed">
            <caption className="sr-only">What’s included in each {service} package, when it arrives and why</caption>
            <TableHead packages={packages} />
            <tbody className="max-sm:block">
              <Row
                title="The whole price"
                cells={packages.map((offer) => ({ ...offer, content: <TotalPrice package={offer} /> }))}
              />
              <Row
                title="How long it lasts"
                cells={packages.map((offer) => ({ ...offer, content: describeLength(offer) }))}
              />
              <Row
                title="Who it’s for"
                cells={packages.map((offer) => ({
                  ...offer,
                  content: reasons[offer.id]?.audience ?? offer.description,
                }))}
              />
              <Row
                title="Why this price"
                cells={packages.map((offer) => ({
                  ...offer,
                  content: (
                    <>
                      {reasons[offer.id]?.price ?? 'It covers everything listed here, and nothing else.'}
                      <CheaperMonthNote offer={offer} packages={packages} />
                    </>
                  ),
                }))}
              />
            </tbody>
            <tbody className="max-sm:block">
              {compareLines(packages).map((line) => (
                <LineRow
                  key={line.key}
                  line={line}
                  packages={packages}
                  meaning={meanings[line.key]}
                  sample={findSample(line, packages, benefits)}
                />
              ))}
            </tbody>
          </table>
          <p className="mt-6 max-w-prose text-muted">
            {isForBusinesses
              ? 'Times count from the day your package starts. For a business, that’s the day you pay. If you’re buying for yourself, you choose at the checkout: that day, or 15 days later.'
              : 'Times count from the day your package starts: the day you pay, or 15 days later. You choose at the checkout, unless you’re buying for a business.'}{' '}
            {packages.some(({ lines }) => lines.some(isCall)) ? `${CALLS_RULE} ` : ''}
            If you’re a consumer and cancel within 14 days, we keep the shares of the price for what you’ve received and
            refund the rest.{' '}
            {hasUnlimitedCalls ? 'With unlimited calls, the days count too: we keep whichever is more. ' : ''}
            See{' '}
            <Link to="/terms#refunds" className="link">
              how refunds are worked out
            </Link>
            .
          </p>
        </div>
      </PhoneDetails>
    </section>
  )
}

/** On a phone it stays below the top bar, so that the columns keep their names. */
function TableHead({ packages }: { packages: Package[] }) {
  return (
    <thead className="bg-surface @max-[17rem]:sr-only max-sm:block tall-phone:sticky tall-phone:top-[72px] tall-phone:z-10">
      <tr className="border-b-2 border-secondary max-sm:flex max-sm:gap-4">
        <th scope="col" className="sr-only sm:not-sr-only sm:w-2/5 sm:py-4 sm:pr-6 sm:font-semibold">
          What you get
        </th>
        {packages.map(({ id, title }) => (
          <th
            key={id}
            scope="col"
            className="py-3 font-semibold max-sm:min-w-0 max-sm:flex-1 sm:px-4 sm:py-4 sm:last:pr-0"
          >
            {title}
          </th>
        ))}
      </tr>
    </thead>
  )
}

type RowProps = { title: string; note?: ReactNode; cells: (Pick<Package, 'id' | 'title'> & { content: ReactNode })[] }

/**
 * On a phone the row's heading is above its cells. In large text each cell has its own line and its package's name.
 */
function Row({ title, note, cells }: RowProps) {
  return (
    <tr className="border-b border-line align-top max-sm:flex max-sm:flex-wrap max-sm:gap-x-4 max-sm:gap-y-1 max-sm:py-3">
      <th scope="row" className="font-normal max-sm:basis-full sm:py-4 sm:pr-6">
        <span className="block font-semibold">{title}</span>
        {note}
      </th>
      {cells.map(({ id, title: packageTitle, content }) => (
        <td
          key={id}
          className="text-[0.9375rem] max-sm:min-w-0 max-sm:flex-1 @max-[17rem]:basis-full sm:px-4 sm:py-4 sm:last:pr-0"
        >
          {cells.length > 1 ? (
            <span aria-hidden="true" className="hidden text-sm text-muted @max-[17rem]:block">
              {packageTitle}
            </span>
          ) : null}
          {content}
        </td>
      ))}
    </tr>
  )
}

type LineRowProps = {
  line: ComparedLine
  packages: Package[]
  meaning: string | undefined
  sample: Benefit['sample']
}

function LineRow({ line: { title, shares }, packages, meaning, sample }: LineRowProps) {
  return (
    <Row
      title={title}
      note={
        <>
          {meaning ? <span className="block max-w-prose text-[0.9375rem] text-muted">{meaning}</span> : null}
          {sample ? (
            <SampleLink sample={sample} className="scroll-mt-16 text-[0.9375rem]">
              See a {lowerFirst(sample.name)}
            </SampleLink>
          ) : null}
        </>
      }
      cells={packages.map((offer, index) => {
        const share = shares[index]
        return {
          ...offer,
          content: share ? (
            <>
              <span className="block font-semibold">{share.amount}</span>
              <span className="block text-muted">{share.when}</span>
              <span className="text-muted">{share.refundShare}</span>
            </>
          ) : (
            <span className="text-muted">Not included</span>
          ),
        }
      })}
    />
  )
}

function findSample({ key }: ComparedLine, packages: Package[], benefits: Benefit[]): Benefit['sample'] {
  return benefits
    .flatMap(({ sample }) => (sample && isProvided(sample, packages) ? [sample] : []))
    .find(({ packageLines }) => packageLines.some((line) => line.split('/').at(-1) === key))
}

function describeLength({ duration, billing }: Package): string {
  return billing === 'monthly' ? `${duration}. Renews every month until you cancel.` : `${duration}. Doesn’t renew.`
}
