import { Link } from 'react-router'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import type { Booking } from '../../contract.ts'
import { BookingCards } from './booking-card.tsx'

type UpcomingSessionsPanelProps = { bookings: Booking[]; timeZone: string; canBook: boolean }

/** SPEC §2: the next sessions, for the dashboard. */
export function UpcomingSessionsPanel({ bookings, timeZone, canBook }: UpcomingSessionsPanelProps) {
  return (
    <section aria-labelledby="sessions">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 id="sessions" className="text-xl">
          Upcoming sessions
        </h2>
        <Link to="/portal/bookings" className="link link-alone">
          See all in My Bookings
        </Link>
      </div>
      {bookings.length > 0 ? (
        <BookingCards bookings={bookings} timeZone={timeZone} isOver={false} />
      ) : (
        <Card className="flex flex-wrap items-center justify-between gap-4">
          {canBook ? (
            <>
              <p>Nothing is booked. Your package holds sessions that you can book now.</p>
              <ButtonLink to="/portal/bookings/new" size="small">
                Book a session
              </ButtonLink>
            </>
          ) : (
            <p className="text-muted">No session is booked.</p>
          )}
        </Card>
      )}
    </section>
  )
}
