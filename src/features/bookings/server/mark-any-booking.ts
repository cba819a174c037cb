import { lockEntitlement } from '#features/purchases/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { recordAction } from '#platform/server/record-action.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { Mark } from '../contract/agenda.ts'
import type { BookingRecord } from '../contract/staff.ts'
import { staffMarkObstacle } from '../rules/mark.ts'
import { lockAnySession } from './agenda-store.ts'
import { findBooking } from './booking-store.ts'
import { changeMark } from './change-mark.ts'
import { getBookingRecord } from './get-booking-record.ts'

/** What its consultant can no longer put right, an administrator can: they have heard both sides. */
export async function markAnyBooking(
  context: MemberContext,
  bookingId: string,
  { mark, reason }: { mark: Mark; reason: string },
): Promise<BookingRecord> {
  await context.db.transaction().execute(async (tx) => {
    const found = await findBooking(tx, bookingId)
    if (!found) throw new Refused('booking-not-found')
    await lockEntitlement(tx, found.entitlementId)
    const booking = await lockAnySession(tx, bookingId)
    if (!booking) throw new Refused('booking-not-found')
    const obstacle = staffMarkObstacle(booking, context.now())
    if (obstacle) throw new Refused(obstacle)
    if (booking.state === mark) return
    await changeMark(tx, context, booking, mark)
    await recordAction(tx, context, {
      action: 'booking.marked',
      object: { kind: 'booking', id: bookingId },
      reason,
      before: { state: booking.state },
      after: { state: mark },
    })
  })
  return getBookingRecord(context, bookingId)
}
