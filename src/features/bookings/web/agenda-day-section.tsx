import { Laptop, Phone } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import { clockInZone, dayName, localDay } from '#platform/shared/local-time.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { useKeepFocus } from '#platform/web/ui/keep-focus.ts'
import type { AgendaBooking } from '../contract/agenda.ts'
import { MarkBadge, MarkPanel } from './mark-panel.tsx'

type AgendaDayProps = {
  day: string
  today: string
  timeZone: string
  bookings: AgendaBooking[]
  /** Nothing of this day is still to be loaded. */
  isComplete: boolean
}

/** One day of the agenda: what is booked then, or that nothing is. */
export function AgendaDay({ day, today, timeZone, bookings, isComplete }: AgendaDayProps) {
  const own = bookings.filter(({ startsAt }) => localDay(startsAt, timeZone) === day)
  const id = `day-${day}`
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-lg">
        {dayName(day)} {day === today ? <Badge tone="primary">Today</Badge> : null}
      </h3>
      {own.length > 0 ? (
        <Card padding="none">
          <ul className="divide-y divide-line">
            {own.map((booking) => (
              <AgendaRow key={booking.id} booking={booking} timeZone={timeZone} />
            ))}
          </ul>
        </Card>
      ) : null}
      {own.length === 0 && isComplete ? <p className="text-muted">Nothing is booked.</p> : null}
    </section>
  )
}

function AgendaRow({ booking, timeZone }: { booking: AgendaBooking; timeZone: string }) {
  const { id, startsAt, endsAt, title, place, notes, canBeMarked, state } = booking
  const Icon = place === 'phone' ? Phone : Laptop
  const row = useRef<HTMLLIElement>(null)
  useKeepFocus(row, state)
  return (
    <li
      ref={row}
      tabIndex={-1}
      className="grid gap-x-6 gap-y-2 p-5 sm:grid-cols-[8rem_minmax(0,1fr)_auto] focus:outline-none sm:items-center sm:px-6"
    >
      <p className="font-semibold tabular-nums">
        {clockInZone(startsAt, timeZone)} to {clockInZone(endsAt, timeZone)}
      </p>
      <div className="min-w-0">
        <p>
          <Link to={`/portal/consultant/bookings/${id}`} className="link font-semibold">
            {memberOf(booking)}
          </Link>
        </p>
        <p className="flex flex-wrap items-center gap-x-2 text-muted">
          <Icon aria-hidden="true" className="size-4 shrink-0" />
          {title}, {place === 'phone' ? 'by phone' : 'online'}
        </p>
        {notes ? <p className="mt-1 line-clamp-2 text-sm">{notes}</p> : null}
      </div>
      {state === 'booked' && canBeMarked ? <MarkPanel booking={booking} /> : <MarkBadge state={state} />}
    </li>
  )
}

/** Whose session it is. */
export function memberOf({ memberName }: Pick<AgendaBooking, 'memberName'>): string {
  return memberName || 'A former member'
}
