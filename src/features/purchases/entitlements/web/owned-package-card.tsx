import { CalendarDays } from 'lucide-react'
import type { ReactNode } from 'react'
import { services } from '#features/catalogue/web/public.tsx'
import { load } from '#platform/web/attempt.ts'
import { formatCompanyDate, formatDate } from '#platform/web/format-dates.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Badge, type BadgeTone } from '#platform/web/ui/badge.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import { LoadMore, useLoadMore } from '#platform/web/ui/load-more.tsx'
import { InvoiceDownload } from '../../documents/web/document-download-panel.tsx'
import { listOwnedPackages, type OwnedPackage, type PackageState } from '../contract.ts'

function OwnedPackageCard({ owned, children }: { owned: OwnedPackage; children: ReactNode }) {
  const service = services[owned.serviceType]
  return (
    <article aria-labelledby={`owned-${owned.id}`} className="grid">
      <Card className="flex flex-col">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="font-medium text-primary-ink">{service.name}</p>
          <PackageBadge state={owned.state} />
        </div>
        <h2 id={`owned-${owned.id}`} className="mt-3 text-xl">
          {owned.title}
        </h2>
        <p className="mt-2 text-muted">{owned.description}</p>
        <p className="mt-2 mb-6">Duration: {owned.duration}</p>
        <div className="mt-auto grid justify-items-start gap-3 border-t border-line pt-4">
          <PackageDates owned={owned} />
          <PackageNotice owned={owned} />
          <p className="flex flex-wrap items-center gap-x-6 gap-y-2">
            <Link
              to={`/portal/packages/${owned.id}`}
              className="link link-alone"
              aria-label={`View details of ${owned.title}`}
            >
              View details
            </Link>
            <Link to={`${service.page}#${owned.packageId}`} className="link link-alone">
              {owned.state === 'expired' && !owned.subscription ? 'Buy again' : 'What’s included'}
            </Link>
            {owned.reference === null ? null : <InvoiceDownload reference={owned.reference} />}
          </p>
        </div>
        {children}
      </Card>
    </article>
  )
}

export function PackageBadge({ state }: { state: PackageState }) {
  const { label, tone } = states[state]
  return <Badge tone={tone}>{label}</Badge>
}

export function PackageDates({ owned }: { owned: OwnedPackage }) {
  return (
    <p className="flex items-start gap-2.5 font-medium">
      <CalendarDays aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
      {describeDates(owned)}
    </p>
  )
}

function describeDates({ state, startsAt, endsAt, subscription }: OwnedPackage): string {
  const end = formatCompanyDate(endsAt)
  const isRenewing = subscription?.status === 'active' && !subscription.cancelsAtPeriodEnd
  const sentences = {
    scheduled: `Starts on ${formatCompanyDate(startsAt)}, ends on ${end}`,
    // A package that renews does not end on that date.
    active: isRenewing ? `Paid until ${end}` : `Active until ${end}`,
    past_due: `Paid until ${end}`,
    suspended: `Would run until ${end}`,
    // The subscription panel below shows the same end date.
    expired: subscription?.endedAt ? `Ended on ${formatDate(subscription.endedAt)}` : `Expired on ${end}`,
    cancelled: `Started on ${formatDate(startsAt)}`,
  } satisfies Record<PackageState, string>
  return sentences[state]
}

const states = {
  scheduled: { label: 'Starts soon', tone: 'info' },
  active: { label: 'Active', tone: 'success' },
  past_due: { label: 'Payment due', tone: 'warning' },
  suspended: { label: 'On hold: payment disputed', tone: 'warning' },
  expired: { label: 'Expired', tone: 'neutral' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
} satisfies Record<PackageState, { label: string; tone: BadgeTone }>

/**
 * Explains what can still be used in a package that is on hold or has ended. A due payment is explained by the
 * subscription panel.
 */
export function PackageNotice({ owned: { state, notice, subscription } }: { owned: OwnedPackage }) {
  if (!notice || subscription?.status === 'past_due') return null
  return state === 'suspended' ? <Alert tone="warning">{notice}</Alert> : <p className="text-muted">{notice}</p>
}

export function fetchOwnedPackages(cursor?: string) {
  return load(listOwnedPackages, { query: { cursor } })
}

type OwnedPackagesListProps = {
  first: Awaited<ReturnType<typeof fetchOwnedPackages>>
  /** What other features show about the package. */
  children: (owned: OwnedPackage) => ReactNode
}

export function OwnedPackagesList({ first, children }: OwnedPackagesListProps) {
  const list = useLoadMore(first, fetchOwnedPackages)
  return (
    <>
      <ul className="grid gap-4 sm:gap-6 lg:grid-cols-2">
        {list.items.map((owned) => (
          <li key={owned.id} className="grid">
            <OwnedPackageCard owned={owned}>{children(owned)}</OwnedPackageCard>
          </li>
        ))}
      </ul>
      <LoadMore list={list} />
    </>
  )
}
