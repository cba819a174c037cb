import type { ReactNode } from 'react'
import { useLoaderData } from 'react-router'
import { clockElsewhere, formatPeriodWithZone, formatTimeInZone } from '#platform/shared/local-time.ts'
import { load, pageLoader } from '#platform/web/attempt.ts'
import { formatCompanyDate } from '#platform/web/format-dates.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { BackLink } from '#platform/web/ui/back-link.tsx'
import { Card, TitledCard } from '#platform/web/ui/card.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import { PageError } from '#platform/web/ui/page-error.tsx'
import { PhoneLink } from '#platform/web/ui/phone-link.tsx'
import { CORRECTION_DAYS, type ConsultantBooking, getConsultantBooking } from '../agenda/contract.ts'
import { AttendanceBadge, AttendancePanel, formatMemberName } from '../agenda/web/attendance-panel.tsx'
import { ConsultantFilesPanel } from '../files/web/booking-files-panel.tsx'
import { listSessionNotes } from '../session-notes/contract.ts'
import { SessionNotesPanel } from '../session-notes/web/session-notes-panel.tsx'

export const meta = privateMeta('Session')

export const clientLoader = pageLoader(async ({ params }) => {
  const request = { params: { bookingId: params.bookingId ?? '' } }
  const [file, notes] = await Promise.all([
    load(getConsultantBooking, request),
    load(listSessionNotes, { ...request, query: {} }),
  ])
  return { file, notes }
})

export function ErrorBoundary() {
  return (
    <>
      <BackLink to="/portal/consultant">My day</BackLink>
      <PageError />
    </>
  )
}

/** One session, with the member data that its consultant is allowed to see. */
export default function ConsultantBookingPage() {
  const { file, notes } = useLoaderData<typeof clientLoader>()
  const { booking, packages, others, timeZone } = file
  return (
    <>
      <BackLink to="/portal/consultant">My day</BackLink>
      <Card>
        <h2 className="text-2xl">{formatMemberName(booking)}</h2>
        <p className="mt-1 text-lg text-muted">
          {booking.title}, {booking.packageTitle}
        </p>
        <SessionFacts details={file} />
        {booking.canBeMarked ? (
          <AttendanceSection key={booking.id} booking={booking} />
        ) : (
          <p className="mt-5 empty:hidden">
            <AttendanceBadge state={booking.state} />
          </p>
        )}
      </Card>
      <ConsultantFilesPanel key={`files ${booking.id}`} bookingId={booking.id} />
      {/* The key resets the form, so that text typed for one member never appears under another. */}
      <SessionNotesPanel key={booking.id} bookingId={booking.id} firstPage={notes} />
      <TitledCard id="packages" title="Sessions left in this member’s packages">
        {packages.length > 0 ? (
          <ul className="grid gap-5">
            {packages.map((owned) => (
              <OwnedPackage key={`${owned.packageTitle} ${owned.until}`} owned={owned} />
            ))}
          </ul>
        ) : (
          <p className="text-muted">They have no active package for your services.</p>
        )}
      </TitledCard>
      <TitledCard id="others" title="Other sessions with you">
        {others.length > 0 ? (
          <ul className="divide-y divide-line">
            {others.map((session) => (
              <li key={session.id} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-3">
                <Link to={`/portal/consultant/bookings/${session.id}`} className="link">
                  {formatTimeInZone(session.startsAt, timeZone)}
                </Link>
                <span className="min-w-0 flex-1 text-muted">{session.title}</span>
                <AttendanceBadge state={session.state} />
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-muted">This is their only session with you.</p>
        )}
      </TitledCard>
    </>
  )
}

function SessionFacts({ details: { booking, meetingUrl, timeZone, memberTimeZone } }: { details: ConsultantBooking }) {
  const { startsAt, endsAt, place, phone, notes } = booking
  const memberTime = memberTimeZone && clockElsewhere(startsAt, timeZone, memberTimeZone)
  return (
    <dl className="mt-6 grid gap-x-6 gap-y-3 border-t border-line pt-5 sm:grid-cols-[max-content_minmax(0,1fr)]">
      <Fact name="When">{formatPeriodWithZone(startsAt, endsAt, timeZone)}</Fact>
      {memberTime ? <Fact name="Their time">{memberTime}</Fact> : null}
      <Fact name="Where">
        {place === 'phone' && phone ? (
          <>
            By phone: <PhoneLink number={phone} />
          </>
        ) : null}
        {place === 'online' && meetingUrl ? (
          <a href={meetingUrl} target="_blank" rel="noreferrer" className="link">
            Open your meeting room
          </a>
        ) : null}
        {place === 'online' && !meetingUrl ? (
          <>
            Online. Members can’t see a link yet:{' '}
            <Link to="/portal/consultant/availability" className="link">
              add your meeting room
            </Link>
          </>
        ) : null}
      </Fact>
      <Fact name="Their notes">{notes ? <span className="whitespace-pre-line">{notes}</span> : 'None'}</Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 max-sm:mb-2">{children}</dd>
    </div>
  )
}

function AttendanceSection({ booking }: { booking: ConsultantBooking['booking'] }) {
  return (
    <div className="mt-5 grid gap-3 border-t border-line pt-5">
      <AttendancePanel booking={booking} />
      <p className="max-w-prose text-sm text-muted">
        A no-show counts as used, and we’ll tell the member. You can change this for up to {CORRECTION_DAYS} days.
      </p>
    </div>
  )
}

function OwnedPackage({ owned: { packageTitle, until, sessions } }: { owned: ConsultantBooking['packages'][number] }) {
  return (
    <li>
      <p className="font-semibold">{packageTitle}</p>
      <p className="text-sm text-muted">Until {formatCompanyDate(until)}</p>
      <ul className="mt-2 grid gap-1">
        {sessions.map(({ title, minutes, left }) => (
          <li
            key={title}
            className="flex flex-wrap justify-between gap-x-6 border-b border-line py-1.5 last:border-b-0"
          >
            <span className="min-w-0 flex-1 basis-40">
              {title}, {minutes} minutes
            </span>
            <span className="shrink-0 tabular-nums">{left === null ? 'Unlimited' : `${left} left`}</span>
          </li>
        ))}
      </ul>
    </li>
  )
}
