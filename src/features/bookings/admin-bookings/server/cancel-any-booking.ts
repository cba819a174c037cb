import { recordAction } from '#platform/server/audit/record-action.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { changeBlocker } from '../../cancellation/rules.ts'
import { cancelByCompany } from '../../cancellation/server/cancel-by-company.ts'
import { lockChangeableBooking } from '../../server/lock-booking.ts'
import { notifyBookingConsultants } from '../../server/notify-booking-changed.ts'
import { findBooking, lockBooking } from '../../server/store.ts'
import { offerSlotsQueue } from '../../waitlist/server/offer-slots-queue.ts'
import { getBookingRecord } from './admin-bookings.ts'

/** Cancels any upcoming session and notifies the member, the consultant and the waitlist. */
export async function cancelAnyBooking(context: MemberContext, bookingId: string, { reason }: { reason: string }) {
  await context.db.transaction().execute(async (tx) => {
    const { state, startsAt } = await lockChangeableBooking(tx, await findBooking(tx, bookingId), (booking) =>
      changeBlocker(booking, context.now()),
    )
    await cancelByCompany(tx, context, bookingId, { by: 'administrator', reason })
    await notifyBookingConsultants(tx, context, { event: 'cancelled', booking: await lockBooking(tx, bookingId) })
    await context.jobs.send(tx, offerSlotsQueue, {})
    await recordAction(tx, context, {
      action: 'booking.cancelled',
      object: { kind: 'booking', id: bookingId },
      reason,
      before: { state, startsAt: startsAt.toISOString() },
      after: { state: 'cancelled' },
    })
  })
  return getBookingRecord(context, bookingId)
}
