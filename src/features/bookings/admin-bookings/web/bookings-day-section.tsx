import { clockInZone, dayName } from '#platform/shared/local-time.ts'
import { DEFAULT_TIME_ZONE } from '#platform/shared/time-zone.ts'
import { Badge, type BadgeTone } from '#platform/web/ui/badge.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import type { AdminBooking } from '../contract.ts'

type BookingsDaySectionProps = {
  day: string
  isToday: boolean
  bookings: AdminBooking[]
  /** True once all of this day's bookings have loaded. */
  isComplete: boolean
}

export function BookingsDaySection({ day, isToday, bookings, isComplete }: BookingsDaySectionProps) {
  const id = `day-${day}`
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h3 id={id} className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-base font-semibold">
        {dayName(day)} {isToday ? <Badge tone="primary">Today</Badge> : null}
      </h3>
      {bookings.length > 0 ? (
        <ul className="grid gap-2">
          {bookings.map((booking) => (
            <AdminBookingCard key={booking.id} booking={booking} />
          ))}
        </ul>
      ) : null}
      {bookings.length === 0 && isComplete ? <p className="text-sm text-muted">No sessions.</p> : null}
    </section>
  )
}

function AdminBookingCard({ booking }: { booking: AdminBooking }) {
  const { id, startsAt, endsAt, title, member, consultant, state } = booking
  const { label, tone } = bookingStates[state]
  return (
    <li className="grid gap-1 rounded-md border border-line bg-surface p-3 text-sm shadow-card">
      <p className="font-semibold tabular-nums">
        {clockInZone(startsAt, DEFAULT_TIME_ZONE)} to {clockInZone(endsAt, DEFAULT_TIME_ZONE)}
      </p>
      <p>
        <Link to={`/admin/bookings/${id}`} className="link font-semibold wrap-anywhere">
          {title}
        </Link>
      </p>
      <p className="text-muted wrap-anywhere">
        <ParticipantLinks member={member} consultant={consultant} withoutConsultant="with a former consultant" />
      </p>
      {state === 'booked' ? null : (
        <p>
          <Badge tone={tone}>{label}</Badge>
        </p>
      )}
    </li>
  )
}

type ParticipantLinksProps = Pick<AdminBooking, 'member' | 'consultant'> & {
  /** Shown instead of the consultant's name if the consultant has left. */
  withoutConsultant: string
}

export function ParticipantLinks({ member, consultant, withoutConsultant }: ParticipantLinksProps) {
  return (
    <>
      {member ? (
        <Link to={`/admin/members/${member.id}`} className="link">
          {member.name}
        </Link>
      ) : (
        'A former member'
      )}{' '}
      {consultant ? (
        <>
          with{' '}
          <Link to={`/admin/consultants/${consultant.id}`} className="link">
            {consultant.displayName}
          </Link>
        </>
      ) : (
        withoutConsultant
      )}
    </>
  )
}

export const bookingStates = {
  booked: { label: 'Booked', tone: 'info' },
  held: { label: 'Completed', tone: 'success' },
  missed: { label: 'No-show', tone: 'warning' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
} satisfies Record<AdminBooking['state'], { label: string; tone: BadgeTone }>
