import { useRef } from 'react'
import { useLoaderData, useLocation, useRevalidator, useSearchParams } from 'react-router'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { load, pageLoader } from '#platform/web/attempt.ts'
import { formatMoment } from '#platform/web/format-dates.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { BackLink } from '#platform/web/ui/back-link.tsx'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { Card, TitledCard } from '#platform/web/ui/card.tsx'
import { useKeepFocus } from '#platform/web/ui/focus.ts'
import { Link } from '#platform/web/ui/link.tsx'
import { LoadMore, useLoadMore } from '#platform/web/ui/load-more.tsx'
import { PageError } from '#platform/web/ui/page-error.tsx'
import { type BookableSession, getBooking, listBookableSessions } from '../booking/contract.ts'
import { findNextSession, newBookingPath } from '../booking/rules.ts'
import { BookingBadge } from '../booking/web/booking-card.tsx'
import { MoveSection } from '../booking/web/move-section.tsx'
import { loadTimeZone, type ShownBooking, skipRevalidationOnSearch } from '../booking/web/queries.ts'
import { ConsultantName, SessionPlace, SessionTime } from '../booking/web/session-details.tsx'
import { AddToCalendar } from '../calendar-feed/web/add-to-calendar.tsx'
import { MoveOrCancelPanel } from '../cancellation/web/move-or-cancel-panel.tsx'
import { BookingFilesPanel } from '../files/web/booking-files-panel.tsx'
import { RatingPanel } from '../ratings/web/rating-panel.tsx'
import { listSharedNotes, type SharedNote } from '../session-notes/contract.ts'
import { WaitlistPanel } from '../waitlist/web/waitlist-panel.tsx'

export const meta = privateMeta('Your session')

export const clientLoader = pageLoader(async ({ params }) => {
  const { bookingId = '' } = params
  const [booking, sessions, timeZone, sharedNotes] = await Promise.all([
    load(getBooking, { params: { bookingId } }),
    load(listBookableSessions),
    loadTimeZone(),
    fetchSharedNotes(bookingId),
  ])
  return { booking, sessions, timeZone, sharedNotes }
})

export const shouldRevalidate = skipRevalidationOnSearch

export function ErrorBoundary() {
  return (
    <>
      <BackLink to="/portal/bookings">My Bookings</BackLink>
      <PageError />
    </>
  )
}

/** One session: its details, files, notes and changes, and the next session to book. */
export default function BookingPage() {
  const { booking, sessions, timeZone, sharedNotes } = useLoaderData<typeof clientLoader>()
  const { revalidate } = useRevalidator()
  const [address] = useSearchParams()
  const { state } = useLocation()
  const { cancellationTerms } = booking
  const canMove = cancellationTerms?.outcome === 'returned' && !booking.isOnHold
  const isMoving = canMove && address.get('change') === 'time'
  const page = useRef<HTMLDivElement>(null)
  useKeepFocus(page, `${booking.state} ${booking.startsAt} ${isMoving}`)
  const next = isMoving ? undefined : findNextSession(sessions, booking)
  return (
    <>
      <BackLink to="/portal/bookings">My Bookings</BackLink>
      <div key={booking.id} ref={page} tabIndex={-1} className="grid gap-8 focus:outline-none">
        <Details booking={booking} timeZone={timeZone} />
        {cancellationTerms && isJustBooked(state) ? <FilesHint /> : null}
        {/* Files can only be changed in some states, so reload when the state changes. */}
        <BookingFilesPanel
          key={`${booking.id} ${booking.state}`}
          bookingId={booking.id}
          serviceType={booking.serviceType}
        />
        <SharedNotesPanel bookingId={booking.id} firstPage={sharedNotes} />
        {booking.state === 'held' ? <RatingPanel bookingId={booking.id} /> : null}
        {isMoving ? <MoveSection booking={booking} sessions={sessions} timeZone={timeZone} /> : null}
        {cancellationTerms && !isMoving ? (
          <TitledCard id="change" title="Move or cancel">
            <MoveOrCancelPanel booking={booking} cancellationTerms={cancellationTerms} timeZone={timeZone} />
          </TitledCard>
        ) : null}
        {canMove ? (
          // Hidden rather than removed while moving, so that times typed into it are not lost.
          <div hidden={isMoving}>
            <WaitlistPanel
              // The key reloads the waitlist entry once the session has been moved.
              key={booking.startsAt}
              booking={booking}
              timeZone={timeZone}
              companyZone={booking.companyTimeZone}
              onMoved={revalidate}
            />
          </div>
        ) : null}
        {next ? <NextSession session={next} /> : null}
      </div>
    </>
  )
}

function isJustBooked(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isJustBooked' in state && state.isJustBooked === true
}

/** Shown right after booking, because members might not notice the files section further down. */
function FilesHint() {
  return (
    <Alert tone="info">
      Is there anything your consultant should read first?{' '}
      <a href="#files" className="link">
        Add files for your consultant
      </a>
    </Alert>
  )
}

function Details({ booking, timeZone }: { booking: ShownBooking; timeZone: string }) {
  const { title, packageTitle, startsAt, endsAt, consultant, notes, cancellationTerms, companyTimeZone } = booking
  return (
    <Card className="grid gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <p className="font-medium text-primary-ink">{packageTitle}</p>
        <BookingBadge booking={booking} isOver={cancellationTerms === null} />
      </div>
      <h2 className="text-2xl">{title}</h2>
      <SessionTime startsAt={startsAt} endsAt={endsAt} timeZone={timeZone} companyZone={companyTimeZone} />
      <ConsultantName consultant={consultant} />
      {cancellationTerms ? (
        <>
          <SessionPlace booking={booking} />
          <AddToCalendar booking={booking} />
        </>
      ) : null}
      {notes ? (
        <div className="max-w-prose border-t border-line pt-4">
          <p className="font-medium">Your notes</p>
          <p className="mt-1 whitespace-pre-line">{notes}</p>
        </div>
      ) : null}
      <OutcomeNotice booking={booking} />
    </Card>
  )
}

/** Says what happened to a session that was returned, missed or cancelled. */
function OutcomeNotice({ booking: { state, cancelledBy, isForfeited, isReturned } }: { booking: ShownBooking }) {
  if (isReturned)
    return <Alert tone="info">We’ve put this session back in your package, so it doesn’t count as used.</Alert>
  if (state === 'missed') {
    return (
      <Alert tone="info">
        You weren’t there, so this session counts as used. If that’s wrong,{' '}
        <Link to="/portal/messages" className="link">
          message us
        </Link>
        .
      </Alert>
    )
  }
  if (state !== 'cancelled') return null
  const cancellation = cancelledBy === 'member' ? 'You cancelled this session.' : 'We cancelled this session.'
  return (
    <Alert tone="info">
      {cancellation} {isForfeited ? 'It counts as used.' : 'It doesn’t count as used.'}
    </Alert>
  )
}

function NextSession({ session }: { session: BookableSession }) {
  return (
    <TitledCard id="next" title="Next session">
      <div className="grid justify-items-start gap-4">
        <p>
          {session.title}, {session.minutes} minutes ({session.packageTitle}).
        </p>
        <ButtonLink to={newBookingPath(session)}>Book your next session</ButtonLink>
      </div>
    </TitledCard>
  )
}

type SharedNotesPanelProps = { bookingId: string; firstPage: ResponseOf<typeof listSharedNotes> }

/** Notes that the consultant has shared. Not shown if there are none. */
function SharedNotesPanel({ bookingId, firstPage }: SharedNotesPanelProps) {
  const list = useLoadMore<SharedNote>(firstPage, (cursor) => fetchSharedNotes(bookingId, cursor))
  if (list.items.length === 0) return null
  return (
    <section aria-labelledby="shared-notes">
      <Card className="grid gap-4">
        <h3 id="shared-notes" className="text-xl">
          Notes from your consultant
        </h3>
        <ul className="grid gap-5">
          {list.items.map(({ id, author, text, writtenAt }) => (
            <li key={id} className="max-w-prose">
              <p className="whitespace-pre-line">{text}</p>
              <p className="mt-1 text-sm text-muted">
                {author ? `${author}, ` : ''}
                {formatMoment(writtenAt)}
              </p>
            </li>
          ))}
        </ul>
        <LoadMore list={list} />
      </Card>
    </section>
  )
}

function fetchSharedNotes(bookingId: string, cursor?: string) {
  return load(listSharedNotes, { params: { bookingId }, query: { cursor } })
}
