import { useRef } from 'react'
import { Link, useLoaderData, useLocation, useRevalidator, useSearchParams } from 'react-router'
import { load } from '#platform/web/load.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { useKeepFocus } from '#platform/web/ui/keep-focus.ts'
import { LoadProblem } from '#platform/web/ui/load-problem.tsx'
import { TitledCard } from '#platform/web/ui/titled-card.tsx'
import { type BookableSession, getBooking, listBookableSessions } from '../contract.ts'
import { nextSession } from '../rules/choice.ts'
import { BookingBadge } from './booking-card.tsx'
import { BookingFilesPanel } from './booking-files-panel.tsx'
import { BookingsLink } from './bookings-link-panel.tsx'
import { ChangePanel } from './change-panel.tsx'
import { ConsultantName } from './consultant-panel.tsx'
import { EarlierWishPanel } from './earlier-wish-panel.tsx'
import { MoveSection } from './move-section.tsx'
import { SessionPlace } from './place-panel.tsx'
import { keepWhatIsLoaded, loadTimeZone, type ShownBooking } from './queries.ts'
import { RatingPanel } from './rating-panel.tsx'
import { SessionTime } from './session-time-panel.tsx'
import { fetchSharedNotes, SharedNotes } from './shared-notes-panel.tsx'

export function meta() {
  return [{ title: 'Your session' }, { name: 'robots', content: 'noindex' }]
}

export async function clientLoader({ params }: { params: { bookingId?: string } }) {
  const { bookingId = '' } = params
  const [booking, sessions, timeZone, sharedNotes] = await Promise.all([
    load(getBooking, { params: { bookingId } }),
    load(listBookableSessions),
    loadTimeZone(),
    fetchSharedNotes(bookingId),
  ])
  return { booking, sessions, timeZone, sharedNotes }
}
clientLoader.hydrate = true as const

export const shouldRevalidate = keepWhatIsLoaded

export function ErrorBoundary() {
  return (
    <>
      <BookingsLink />
      <LoadProblem />
    </>
  )
}

/** One session: what was agreed, how to change it as long as it can be changed, and how to go on. */
export default function BookingPage() {
  const { booking, sessions, timeZone, sharedNotes } = useLoaderData<typeof clientLoader>()
  const { revalidate } = useRevalidator()
  const [address] = useSearchParams()
  const { state } = useLocation()
  const { consequence } = booking
  const isMoving = consequence?.outcome === 'returned' && address.get('change') === 'time'
  const page = useRef<HTMLDivElement>(null)
  useKeepFocus(page, `${booking.state} ${booking.startsAt} ${isMoving}`)
  const next = isMoving ? undefined : nextSession(sessions, booking)
  return (
    <>
      <BookingsLink />
      <div ref={page} tabIndex={-1} className="grid gap-8 focus:outline-none">
        <Details booking={booking} timeZone={timeZone} />
        {consequence && isJustBooked(state) ? <FilesHint /> : null}
        {/* Whether files can be changed changes with the session. */}
        <BookingFilesPanel key={`${booking.id} ${booking.state}`} bookingId={booking.id} />
        <SharedNotes bookingId={booking.id} first={sharedNotes} />
        {booking.state === 'held' ? <RatingPanel bookingId={booking.id} /> : null}
        {isMoving ? <MoveSection booking={booking} sessions={sessions} timeZone={timeZone} /> : null}
        {consequence && !isMoving ? (
          <TitledCard id="change" title="Move or cancel">
            <ChangePanel booking={booking} consequence={consequence} timeZone={timeZone} />
          </TitledCard>
        ) : null}
        {consequence?.outcome === 'returned' && !isMoving ? (
          <EarlierWishPanel
            // Another time is another wish.
            key={booking.startsAt}
            bookingId={booking.id}
            timeZone={timeZone}
            companyZone={booking.companyTimeZone}
            onMoved={revalidate}
          />
        ) : null}
        {next ? <NextSession session={next} /> : null}
      </div>
    </>
  )
}

function isJustBooked(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isJustBooked' in state && state.isJustBooked === true
}

/** For whoever has booked a moment ago, and does not expect more of this page. */
function FilesHint() {
  return (
    <Alert tone="info">
      Is there something to read before you meet?{' '}
      <a href="#files" className="link">
        Add files for your consultant
      </a>
    </Alert>
  )
}

function Details({ booking, timeZone }: { booking: ShownBooking; timeZone: string }) {
  const { title, packageTitle, startsAt, endsAt, consultant, notes, consequence, companyTimeZone } = booking
  return (
    <Card className="grid gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <p className="font-medium text-primary-ink">{packageTitle}</p>
        <BookingBadge booking={booking} isOver={consequence === null} />
      </div>
      <h2 className="text-2xl">{title}</h2>
      <SessionTime startsAt={startsAt} endsAt={endsAt} timeZone={timeZone} companyZone={companyTimeZone} />
      <ConsultantName consultant={consultant} />
      {consequence ? <SessionPlace booking={booking} /> : null}
      {notes ? (
        <div className="max-w-prose border-t border-line pt-4">
          <p className="font-medium">Your notes</p>
          <p className="mt-1 whitespace-pre-line">{notes}</p>
        </div>
      ) : null}
      <Ending booking={booking} />
    </Card>
  )
}

/** Why it is not to come any more, where that needs words. */
function Ending({ booking: { state, cancelledBy, isForfeited, isReturned } }: { booking: ShownBooking }) {
  if (isReturned) return <Alert tone="info">This session was given back to you: it does not count as used.</Alert>
  if (state === 'missed') {
    return (
      <Alert tone="info">
        You were not there, so this session counts as used. If that is wrong, please{' '}
        <Link to="/portal/messages" className="link">
          write to us
        </Link>
        .
      </Alert>
    )
  }
  if (state !== 'cancelled') return null
  const who = cancelledBy === 'member' ? 'You cancelled this session.' : 'We cancelled this session.'
  return (
    <Alert tone="info">
      {who} {isForfeited ? 'It counts as used.' : 'It does not count as used.'}
    </Alert>
  )
}

function NextSession({
  session: { entitlementId, lineKey, title, minutes, packageTitle },
}: {
  session: BookableSession
}) {
  return (
    <TitledCard id="next" title="What comes next">
      <div className="grid justify-items-start gap-4">
        <p>
          {title}, {minutes} minutes ({packageTitle}).
        </p>
        <ButtonLink to={`/portal/bookings/new?${new URLSearchParams({ entitlement: entitlementId, line: lineKey })}`}>
          Book your next session
        </ButtonLink>
      </div>
    </TitledCard>
  )
}
