import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import { spanInWords } from '#platform/shared/local-time.ts'
import { DEFAULT_TIME_ZONE } from '#platform/shared/time-zone.ts'
import { formatMoment } from '#platform/web/dates.ts'
import { load } from '#platform/web/load.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { LoadProblem } from '#platform/web/ui/load-problem.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { TitledCard } from '#platform/web/ui/titled-card.tsx'
import { type BookingRecord, getBookingRecord, type LogLine } from '../contract/staff.ts'
import { type BookingAct, StaffActDialog } from './staff-act-dialog.tsx'
import { staffStates } from './staff-day-section.tsx'

export function meta() {
  return [{ title: 'Session' }, { name: 'robots', content: 'noindex' }]
}

export function clientLoader({ params }: { params: { bookingId?: string } }) {
  return load(getBookingRecord, { params: { bookingId: params.bookingId ?? '' } })
}
clientLoader.hydrate = true as const

export function ErrorBoundary() {
  return <LoadProblem />
}

/** For administrators: one session, what happened with it, and what can be done about it. */
export default function StaffBookingPage() {
  const booking = useLoaderData<typeof clientLoader>()
  const { revalidate } = useRevalidator()
  const [act, setAct] = useState<BookingAct>()
  const { words, tone } = staffStates[booking.state]
  const acts = actsFor(booking)
  return (
    <>
      <Link to="/admin/bookings" className="link link-alone inline-flex items-center gap-2 justify-self-start">
        <ArrowLeft aria-hidden="true" className="size-5" /> All bookings
      </Link>
      <PageHeading title={booking.title} lead={booking.packageTitle} />
      <Card className="grid gap-4">
        <p className="flex flex-wrap items-center gap-3">
          <Badge tone={tone}>{words}</Badge>
          {booking.isReturned ? <Badge tone="success">Given back</Badge> : null}
          {booking.isForfeited ? <Badge tone="warning">Counts as used</Badge> : null}
        </p>
        <p className="font-medium">{spanInWords(booking.startsAt, booking.endsAt, DEFAULT_TIME_ZONE)}</p>
        <p className="wrap-anywhere">
          {booking.member ? (
            <Link to={`/admin/members/${booking.member.id}`} className="link">
              {booking.member.name}
            </Link>
          ) : (
            'A former member'
          )}{' '}
          {booking.consultant ? (
            <>
              with{' '}
              <Link to={`/admin/consultants/${booking.consultant.id}`} className="link">
                {booking.consultant.displayName}
              </Link>
            </>
          ) : (
            'with a consultant who has left'
          )}
          ,{' '}
          {booking.place === 'phone'
            ? `by phone, ${booking.phone}`
            : `online${booking.meetingUrl ? `, ${booking.meetingUrl}` : ''}`}
        </p>
        {booking.notes ? (
          <p className="max-w-prose wrap-anywhere whitespace-pre-line">
            <span className="block text-sm text-muted">What the member wrote</span>
            {booking.notes}
          </p>
        ) : null}
        {acts.length > 0 ? (
          <p className="flex flex-wrap gap-3">
            {acts.map(([name, label]) => (
              <Button key={name} variant="quiet" size="small" onClick={() => setAct(name)}>
                {label}
              </Button>
            ))}
          </p>
        ) : null}
      </Card>
      <TitledCard title="What happened">
        <ol className="-my-3 divide-y divide-line">
          {booking.log.map((line) => (
            <li key={`${line.at} ${line.happened}`} className="py-3 wrap-anywhere">
              {happeningInWords(line)}
              <span className="block text-sm text-muted">{formatMoment(line.at)}</span>
            </li>
          ))}
        </ol>
      </TitledCard>
      {act ? (
        <StaffActDialog
          bookingId={booking.id}
          act={act}
          onClose={() => setAct(undefined)}
          onDone={() => {
            setAct(undefined)
            void revalidate()
          }}
        />
      ) : null}
    </>
  )
}

/** Nobody is asked whether to do what the server would refuse. */
function actsFor({ canBeCancelled, canBeMarked, canBeReturned, state }: BookingRecord) {
  return [
    ...(canBeCancelled ? ([['cancel', 'Cancel this session']] as const) : []),
    ...(canBeMarked && state !== 'held' ? ([['held', 'It was held']] as const) : []),
    ...(canBeMarked && state !== 'missed' ? ([['missed', 'It was missed']] as const) : []),
    ...(canBeReturned ? ([['return', 'Give the session back']] as const) : []),
  ]
}

function happeningInWords({ happened, by, reason }: LogLine): string {
  const words = by ? `${happenings[happened]} by the ${by === 'system' ? 'site itself' : by}` : happenings[happened]
  return reason ? `${words}: ${reason}` : words
}

const happenings = {
  booked: 'Booked',
  moved: 'Moved to another time',
  cancelled: 'Cancelled',
  use: 'Taken of the package',
  return: 'Given back to the package',
  forfeit: 'Counted as used',
  grant: 'Granted',
  extension: 'The package was extended',
  expiry: 'Ended unused',
} satisfies Record<LogLine['happened'], string>
