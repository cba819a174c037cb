import { Link } from 'react-router'
import { clockInZone, dayName } from '#platform/shared/local-time.ts'
import { DEFAULT_TIME_ZONE } from '#platform/shared/time-zone.ts'
import { Badge, type BadgeTone } from '#platform/web/ui/badge.tsx'
import type { StaffBooking } from '../contract/staff.ts'

type StaffDayProps = {
  day: string
  isToday: boolean
  bookings: StaffBooking[]
  /** Nothing of this day is still to be loaded. */
  isComplete: boolean
}

/** One day of the company's calendar. */
export function StaffDay({ day, isToday, bookings, isComplete }: StaffDayProps) {
  const id = `day-${day}`
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h3 id={id} className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-base font-semibold">
        {dayName(day)} {isToday ? <Badge tone="primary">Today</Badge> : null}
      </h3>
      {bookings.length > 0 ? (
        <ul className="grid gap-2">
          {bookings.map((booking) => (
            <StaffBookingCard key={booking.id} booking={booking} />
          ))}
        </ul>
      ) : null}
      {bookings.length === 0 && isComplete ? <p className="text-sm text-muted">Nothing.</p> : null}
    </section>
  )
}

function StaffBookingCard({ booking }: { booking: StaffBooking }) {
  const { id, startsAt, endsAt, title, member, consultant, state } = booking
  const { words, tone } = staffStates[state]
  return (
    <li className="grid gap-1 rounded-md border border-line bg-surface p-3 text-sm shadow-card">
      <p className="font-semibold tabular-nums">
        {clockInZone(startsAt, DEFAULT_TIME_ZONE)} to {clockInZone(endsAt, DEFAULT_TIME_ZONE)}
      </p>
      <p>
        <Link to={`/admin/bookings/${id}`} className="link font-semibold wrap-anywhere">
          {member?.name ?? 'A former member'}
        </Link>
      </p>
      <p className="text-muted wrap-anywhere">
        {title}, {consultant ? `with ${consultant.displayName}` : 'their consultant has left'}
      </p>
      {state === 'booked' ? null : (
        <p>
          <Badge tone={tone}>{words}</Badge>
        </p>
      )}
    </li>
  )
}

export const staffStates = {
  booked: { words: 'Booked', tone: 'info' },
  held: { words: 'Held', tone: 'success' },
  missed: { words: 'Missed', tone: 'warning' },
  cancelled: { words: 'Cancelled', tone: 'neutral' },
} satisfies Record<StaffBooking['state'], { words: string; tone: BadgeTone }>
