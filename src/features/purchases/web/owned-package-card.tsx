import { CalendarDays } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { services } from '#features/catalogue/web/public.tsx'
import { formatDate } from '#platform/web/dates.ts'
import { Badge, type BadgeTone } from '#platform/web/ui/badge.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import type { OwnedPackage, PackageState } from '../contract.ts'
import { InvoiceDownload } from './invoice-section.tsx'

export function OwnedPackageCard({ owned, children }: { owned: OwnedPackage; children: ReactNode }) {
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
          <p className="flex flex-wrap items-center gap-x-6 gap-y-2">
            <Link
              to={`/portal/packages/${owned.id}`}
              className="link link-alone"
              aria-label={`View details of ${owned.title}`}
            >
              View details
            </Link>
            <Link to={`${service.page}#${owned.packageId}`} className="link link-alone">
              {owned.state === 'expired' && !owned.subscription ? 'Buy again' : 'What it includes'}
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
  const { words, tone } = states[state]
  return <Badge tone={tone}>{words}</Badge>
}

export function PackageDates({ owned }: { owned: OwnedPackage }) {
  return (
    <p className="flex items-start gap-2.5 font-medium">
      <CalendarDays aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
      {datesInWords(owned)}
    </p>
  )
}

function datesInWords({ state, startsAt, endsAt, subscription }: OwnedPackage): string {
  const end = formatDate(endsAt)
  const renews = subscription?.status === 'active' && !subscription.cancelsAtPeriodEnd
  const sentences = {
    scheduled: `Starts on ${formatDate(startsAt)}, until ${end}`,
    // What renews does not end then.
    active: renews ? `Paid until ${end}` : `Active until ${end}`,
    past_due: `Paid until ${end}`,
    suspended: `Would run until ${end}`,
    // The day on which its subscription ended is said below it: nobody reads two ends of one thing.
    expired: subscription?.endedAt ? `Ended on ${formatDate(subscription.endedAt)}` : `Expired on ${end}`,
    cancelled: `Started on ${formatDate(startsAt)}`,
  } satisfies Record<PackageState, string>
  return sentences[state]
}

const states = {
  scheduled: { words: 'Starts soon', tone: 'info' },
  active: { words: 'Active', tone: 'success' },
  past_due: { words: 'Payment due', tone: 'warning' },
  suspended: { words: 'On hold: payment disputed', tone: 'warning' },
  expired: { words: 'Expired', tone: 'neutral' },
  cancelled: { words: 'Cancelled', tone: 'neutral' },
} satisfies Record<PackageState, { words: string; tone: BadgeTone }>
