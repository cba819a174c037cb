import { lockEntitlement, returnSession } from '#features/purchases/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import { openBatches } from '#platform/server/db/in-batches.ts'
import { openRound } from '#platform/server/open-round.ts'
import { lockBooking, saveCancellation } from './booking-store.ts'
import { cancelOrphanedSessions } from './cancel-orphaned-sessions.ts'
import { isBookingLost, listLostBookings } from './lost-store.ts'
import { deleteLapsedReservations } from './reservation-store.ts'
import { tellOfBooking } from './tell-of-booking.ts'

/**
 * Work of `releaseSessionsJob`: sessions to come that their packages do not hold any more are cancelled, and their
 * times are anybody's again, like those that were kept for a few minutes and never confirmed. So are those whose
 * consultants have left.
 */
export async function releaseSessions(context: Context): Promise<void> {
  const { db, now, log } = context
  await openBatches()((most) => deleteLapsedReservations(db, now(), most))
  const round = openRound(log, 'a session to come that nobody holds any more could not be cancelled')
  const released = await round.attemptAll(
    (limit) => listLostBookings(db, now(), limit),
    (booking) => releaseSession(context, booking),
  )
  if (released > 0) log.info({ released }, 'sessions of packages that ended were cancelled')
  await cancelOrphanedSessions(context, round)
  round.end()
}

async function releaseSession(context: Context, lost: { id: string; entitlementId: string }): Promise<void> {
  const now = context.now()
  await context.db.transaction().execute(async (tx) => {
    await lockEntitlement(tx, lost.entitlementId)
    const { lineKey } = await lockBooking(tx, lost.id)
    // Meanwhile the member may have cancelled it, or the package may run again.
    if (!(await isBookingLost(tx, lost.id, now))) return
    await saveCancellation(tx, lost.id, { at: now, by: 'system', isForfeited: false })
    const { id: causeId, entitlementId } = lost
    await returnSession(tx, { causeId, entitlementId, lineKey, at: now, reason: 'The package has ended' })
    await tellOfBooking(tx, context, { news: 'cancelled', booking: await lockBooking(tx, lost.id) })
  })
}
