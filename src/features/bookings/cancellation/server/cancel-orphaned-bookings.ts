import { lockEntitlement } from '#features/purchases/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import { openBatches } from '#platform/server/db/batches.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { BatchProcessor } from '#platform/server/jobs/process-batch.ts'
import { lockBooking } from '../../server/store.ts'
import { cancelByCompany } from './cancel-by-company.ts'
import { type BookingToCancel, deleteOrphanedReservations, listOrphanedBookings } from './store.ts'

/**
 * Cancels upcoming sessions with consultants who have left: profile deleted, account disabled or role changed. A
 * consultant who has only been unpublished can no longer be booked but still holds existing bookings.
 */
export async function cancelOrphanedBookings(context: Context, processor: BatchProcessor): Promise<void> {
  const { db, now, log } = context
  await openBatches()((limit) => deleteOrphanedReservations(db, limit))
  let cancelled = 0
  await processor.attemptAll(
    (limit) => listOrphanedBookings(db, { now: now(), limit }),
    async (booking) => {
      if (await cancelOrphanedBooking(context, booking)) cancelled += 1
    },
  )
  if (cancelled > 0) log.info({ cancelled }, 'cancelled sessions of former consultants')
}

function cancelOrphanedBooking(context: Context, { id, entitlementId }: BookingToCancel): Promise<boolean> {
  return context.db.transaction().execute(async (tx) => {
    await lockEntitlement(tx, entitlementId)
    await lockBooking(tx, id)
    // The member may have moved the session to another consultant, or the consultant may have been reinstated.
    return cancelIfOrphaned(tx, context, id)
  })
}

/**
 * The package and the booking must be locked. @returns whether the consultant has left and the session was cancelled
 */
export async function cancelIfOrphaned(tx: Db, context: Context, id: string): Promise<boolean> {
  if ((await listOrphanedBookings(tx, { now: context.now(), limit: 1, id })).length === 0) return false
  await cancelByCompany(tx, context, id, { by: 'administrator', reason: 'This consultant no longer works with us' })
  return true
}
