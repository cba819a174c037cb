import { forfeitSession, lockEntitlement, returnSession } from '#features/purchases/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { Refused } from '#platform/shared/refused.ts'
import { type Booking, type Consequence, FREE_HOURS } from '../contract.ts'
import { consequenceOf, obstacleToChange } from '../rules/consequence.ts'
import { findBookingOf, lockBooking, saveCancellation } from './booking-store.ts'
import { cancelIfOrphaned } from './cancel-if-orphaned.ts'
import { countChange } from './count-change.ts'
import { findLaterSession } from './find-later-session.ts'
import { lockMember } from './lock-store.ts'
import { showBooking } from './show-booking.ts'
import { tellOfBooking } from './tell-of-booking.ts'

/** What the member has read is what happens, or nothing (PRODUCT D21). */
export async function cancelBooking(
  context: MemberContext,
  bookingId: string,
  { outcome }: Pick<Consequence, 'outcome'>,
): Promise<Booking> {
  const { db, actor } = context
  const now = context.now()
  const found = await findBookingOf(db, actor.memberId, bookingId)
  if (!found) throw new Refused('booking-not-found')
  await countChange(context)
  return db.transaction().execute(async (tx) => {
    await lockMember(tx, actor.memberId)
    await lockEntitlement(tx, found.entitlementId)
    const before = await lockBooking(tx, bookingId)
    const obstacle = obstacleToChange(before, now)
    if (obstacle) throw new Refused(obstacle)
    // Whatever the hour, nobody pays for a session that nobody would have held.
    if (await cancelIfOrphaned(tx, context, bookingId)) return showBooking(await lockBooking(tx, bookingId))
    const consequence = consequenceOf(before, now)
    if (consequence?.outcome !== outcome) throw new Refused('consequence-changed', consequence)
    const laterSession = await findLaterSession(tx, before, now)
    if (laterSession) throw new Refused('later-session-first', laterSession)

    const isForfeited = outcome === 'forfeited'
    await saveCancellation(tx, bookingId, { at: now, by: 'member', isForfeited })
    const cause = { causeId: bookingId, entitlementId: before.entitlementId, lineKey: before.lineKey, at: now }
    if (isForfeited) await forfeitSession(tx, { ...cause, reason: `Cancelled less than ${FREE_HOURS} hours before` })
    else await returnSession(tx, { ...cause, reason: 'Cancelled in time' })
    const booking = await lockBooking(tx, bookingId)
    await tellOfBooking(tx, context, { news: 'cancelled', booking })
    return showBooking(booking)
  })
}
