import { lockEntitlement } from '#features/purchases/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import { openBatches } from '#platform/server/db/in-batches.ts'
import type { Round } from '#platform/server/open-round.ts'
import { lockBooking } from './booking-store.ts'
import { cancelIfOrphaned } from './cancel-if-orphaned.ts'
import { deleteOrphanedReservations, listOrphanedBookings, type OrphanedBooking } from './orphan-store.ts'

/**
 * Sessions to come of consultants who have left us: their entry was deleted, their account disabled or made another.
 * However that was done, here nobody is left with a session that nobody will hold. Whoever is only taken off the public
 * page cannot be booked any more, and holds what is booked.
 */
export async function cancelOrphanedSessions(context: Context, round: Round): Promise<void> {
  const { db, now, log } = context
  await openBatches()((most) => deleteOrphanedReservations(db, most))
  const cancelled = await round.attemptAll(
    (limit) => listOrphanedBookings(db, now(), limit),
    (booking) => cancelOrphaned(context, booking),
  )
  if (cancelled > 0) log.info({ cancelled }, 'sessions of consultants who left were cancelled')
}

async function cancelOrphaned(context: Context, { id, entitlementId }: OrphanedBooking): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    await lockEntitlement(tx, entitlementId)
    await lockBooking(tx, id)
    // Meanwhile the member may have moved it to somebody else, or the consultant may be back.
    await cancelIfOrphaned(tx, context, id)
  })
}
