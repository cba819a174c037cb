/** Kept apart from the portal's exports, because the receipt needs little of them. */

import { ConsultantName, SessionPlace, SessionTime } from '../booking/web/session-details.tsx'
import { AddToCalendar } from '../calendar-feed/web/add-to-calendar.tsx'
import type { Booking } from '../contract.ts'

export { FirstSlotsSection } from '../booking/web/first-slots-section.tsx'
export { loadTimeZone } from '../booking/web/queries.ts'

export function BookedSession({ booking, timeZone }: { booking: Booking; timeZone: string }) {
  return (
    <div className="grid gap-4">
      <SessionTime startsAt={booking.startsAt} endsAt={booking.endsAt} timeZone={timeZone} />
      <ConsultantName consultant={booking.consultant} />
      <SessionPlace booking={booking} />
      <AddToCalendar booking={booking} />
    </div>
  )
}
