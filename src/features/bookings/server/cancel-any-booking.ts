import { lockEntitlement } from '#features/purchases/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { recordAction } from '#platform/server/record-action.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { BookingRecord } from '../contract/staff.ts'
import { obstacleToChange } from '../rules/consequence.ts'
import { findBooking, lockBooking } from './booking-store.ts'
import { cancelByCompany } from './cancel-by-company.ts'
import { getBookingRecord } from './get-booking-record.ts'
import { offerEarlierTimesJob } from './jobs.ts'
import { tellItsConsultants } from './tell-of-booking.ts'

/** An administrator cancels a session to come, whoever holds it, at whatever moment. */
export async function cancelAnyBooking(
  context: MemberContext,
  bookingId: string,
  { reason }: { reason: string },
): Promise<BookingRecord> {
  await context.db.transaction().execute(async (tx) => {
    const found = await findBooking(tx, bookingId)
    if (!found) throw new Refused('booking-not-found')
    await lockEntitlement(tx, found.entitlementId)
    const { state, startsAt } = await lockBooking(tx, bookingId)
    const obstacle = obstacleToChange({ state, startsAt }, context.now())
    if (obstacle) throw new Refused(obstacle)
    await cancelByCompany(tx, context, bookingId, { by: 'administrator', reason })
    await tellItsConsultants(tx, context, { news: 'cancelled', booking: await lockBooking(tx, bookingId) })
    await context.jobs.send(tx, offerEarlierTimesJob, {})
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
