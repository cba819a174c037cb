import { Badge, type BadgeTone } from '#platform/web/ui/badge.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import type { Booking } from '../../contract.ts'
import { ConsultantName, SessionPlace, SessionTime } from './session-details.tsx'

type BookingCardsProps = { bookings: Booking[]; timeZone: string; isOver: boolean }

export function BookingCards({ bookings, ...cardProps }: BookingCardsProps) {
  return (
    <ul className="grid gap-4 sm:gap-6 lg:grid-cols-2">
      {bookings.map((booking) => (
        <li key={booking.id} className="grid">
          <BookingCard booking={booking} {...cardProps} />
        </li>
      ))}
    </ul>
  )
}

type BookingCardProps = { booking: Booking; timeZone: string; isOver: boolean }

function BookingCard({ booking, timeZone, isOver }: BookingCardProps) {
  return (
    <article aria-labelledby={`booking-${booking.id}`} className="grid">
      <Card className="flex flex-col gap-4">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <p className="font-medium text-primary-ink">{booking.packageTitle}</p>
          <BookingBadge booking={booking} isOver={isOver} />
        </div>
        <h3 id={`booking-${booking.id}`} className="text-xl">
          {booking.title}
        </h3>
        <SessionTime startsAt={booking.startsAt} endsAt={booking.endsAt} timeZone={timeZone} />
        <ConsultantName consultant={booking.consultant} />
        {isOver ? null : <SessionPlace booking={booking} />}
        {booking.notes ? <p className="line-clamp-2 text-muted">Your notes: {booking.notes}</p> : null}
        <p className="mt-auto border-t border-line pt-4">
          <Link
            to={`/portal/bookings/${booking.id}`}
            className="link link-alone"
            aria-label={`${isOver ? 'View details of' : 'View, move or cancel'} ${booking.title}`}
          >
            {isOver ? 'View details' : 'View, move or cancel'}
          </Link>
        </p>
      </Card>
    </article>
  )
}

/** @param isOver true if the session is past or cancelled */
export function BookingBadge({ booking, isOver }: { booking: Booking; isOver: boolean }) {
  const { label, tone } = toBadge(booking, isOver)
  return <Badge tone={tone}>{label}</Badge>
}

function toBadge({ state, isForfeited, isReturned }: Booking, isOver: boolean): { label: string; tone: BadgeTone } {
  if (state === 'cancelled' && isForfeited) return { label: 'Cancelled, counts as used', tone: 'warning' }
  if (isReturned) return { label: 'Back in your package', tone: 'info' }
  if (state === 'booked' && isOver) return { label: 'Past', tone: 'neutral' }
  return stateBadges[state]
}

const stateBadges = {
  booked: { label: 'Booked', tone: 'success' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
  held: { label: 'Completed', tone: 'info' },
  missed: { label: 'Missed, counts as used', tone: 'warning' },
} satisfies Record<Booking['state'], { label: string; tone: BadgeTone }>
