import { lockEntitlement } from '#features/purchases/server/public.ts'
import { recordAction } from '#platform/server/audit/record-action.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { Attendance } from '../../agenda/contract.ts'
import { adminAttendanceBlocker } from '../../agenda/rules.ts'
import { saveAttendance } from '../../agenda/server/mark-attendance.ts'
import { lockAnySession } from '../../agenda/server/store.ts'
import { findBooking } from '../../server/store.ts'
import { getBookingRecord } from './admin-bookings.ts'

/** Lets an administrator mark attendance even after the consultant's deadline or against the member's rating. */
export async function markAnyAttendance(
  context: MemberContext,
  bookingId: string,
  { attendance, reason }: { attendance: Attendance; reason: string },
) {
  await context.db.transaction().execute(async (tx) => {
    const unlockedBooking = await findBooking(tx, bookingId)
    if (!unlockedBooking) throw new Refused('booking-not-found')
    await lockEntitlement(tx, unlockedBooking.entitlementId)
    const booking = await lockAnySession(tx, bookingId)
    if (!booking) throw new Refused('booking-not-found')
    const blocker = adminAttendanceBlocker(booking, context.now())
    if (blocker) throw new Refused(blocker)
    if (booking.state === attendance) return
    await saveAttendance(tx, context, booking, attendance)
    await recordAction(tx, context, {
      action: 'booking.attendance-marked',
      object: { kind: 'booking', id: bookingId },
      reason,
      before: { state: booking.state },
      after: { state: attendance },
    })
  })
  return getBookingRecord(context, bookingId)
}
