import { lockEntitlement, returnSession } from '#features/purchases/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import { openBatches } from '#platform/server/db/batches.ts'
import { createBatchProcessor } from '#platform/server/jobs/process-batch.ts'
import { deleteExpiredReservations } from '../../booking/server/store.ts'
import { notifyBookingChanged } from '../../server/notify-booking-changed.ts'
import { lockBooking, saveCancellation } from '../../server/store.ts'
import { cancelOrphanedBookings } from './cancel-orphaned-bookings.ts'
import { type BookingToCancel, listBookingsWithoutPackage } from './store.ts'

/**
 * Cancels upcoming sessions that are no longer covered by their package or whose consultant has left, and deletes
 * expired reservations. The slots can then be booked again.
 */
export async function cancelBookingsOfEndedPackages(context: Context): Promise<void> {
  const { db, now, log } = context
  await openBatches()((limit) => deleteExpiredReservations(db, now(), limit))
  const processor = createBatchProcessor(log, 'a session without package or consultant could not be cancelled')
  const released = await processor.attemptAll(
    (limit) => listBookingsWithoutPackage(db, { now: now(), limit }),
    (booking) => cancelBookingOfEndedPackage(context, booking),
  )
  if (released > 0) log.info({ released }, 'cancelled sessions of ended packages')
  await cancelOrphanedBookings(context, processor)
  processor.end()
}

async function cancelBookingOfEndedPackage(context: Context, { id, entitlementId }: BookingToCancel): Promise<void> {
  const now = context.now()
  await context.db.transaction().execute(async (tx) => {
    await lockEntitlement(tx, entitlementId)
    const { lineKey } = await lockBooking(tx, id)
    // The member may have cancelled the session, or the package may have been reinstated.
    if ((await listBookingsWithoutPackage(tx, { now, limit: 1, id })).length === 0) return
    await saveCancellation(tx, id, { at: now, by: 'system', isForfeited: false })
    await returnSession(tx, { causeId: id, entitlementId, lineKey, at: now, reason: 'The package has ended' })
    await notifyBookingChanged(tx, context, { event: 'cancelled', booking: await lockBooking(tx, id) })
  })
}
