import { lockEntitlement } from '#features/purchases/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import { lockBooking } from './booking-store.ts'
import { cancelIfOrphaned } from './cancel-if-orphaned.ts'
import { deleteOrphanedReservations, listOrphanedBookings, type OrphanedBooking } from './orphan-store.ts'

/** So many at once: whoever is cancelled is in the list no more. */
const BATCH = 100

/**
 * Sessions to come of consultants who have left us: their entry was deleted, their account disabled or made another.
 * However that was done, here nobody is left with a session that nobody will hold. Whoever is only taken off the public
 * page cannot be booked any more, and holds what is booked.
 */
export async function cancelOrphanedSessions(context: Context): Promise<void> {
  const { db, now, log } = context
  await deleteOrphanedReservations(db)
  for (;;) {
    const orphaned = await listOrphanedBookings(db, now(), BATCH)
    for (const booking of orphaned) await cancelOrphaned(context, booking)
    if (orphaned.length > 0) log.info({ cancelled: orphaned.length }, 'sessions of consultants who left were cancelled')
    if (orphaned.length < BATCH) return
  }
}

async function cancelOrphaned(context: Context, { id, entitlementId }: OrphanedBooking): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    await lockEntitlement(tx, entitlementId)
    await lockBooking(tx, id)
    // Meanwhile the member may have moved it to somebody else, or the consultant may be back.
    await cancelIfOrphaned(tx, context, id)
  })
}
