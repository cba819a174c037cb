import { LoadMore } from '#platform/web/ui/load-more.tsx'
import { useMore } from '#platform/web/use-more.ts'
import { BookingCard } from './booking-card.tsx'
import { fetchBookings } from './queries.ts'

type BookingsListProps = {
  first: Awaited<ReturnType<typeof fetchBookings>>
  when: 'upcoming' | 'past'
  timeZone: string
}

/** Sessions of the member, as many as were asked for. */
export function BookingsList({ first, when, timeZone }: BookingsListProps) {
  const list = useMore(first, (cursor) => fetchBookings(when, cursor))
  return (
    <>
      <ul className="grid gap-4 sm:gap-6 lg:grid-cols-2">
        {list.items.map((booking) => (
          <li key={booking.id} className="grid">
            <BookingCard booking={booking} timeZone={timeZone} isOver={when === 'past'} />
          </li>
        ))}
      </ul>
      <LoadMore list={list} />
    </>
  )
}
