import { forfeitSession, listSessionLines, returnSession } from '#features/purchases/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { Refused } from '#platform/shared/refused.ts'
import { findDependentBooking } from '../../booking/rules.ts'
import { type Booking, CHANGE_NOTICE_HOURS } from '../../contract.ts'
import { findBookingToChange, lockChangeableBooking } from '../../server/lock-booking.ts'
import { lockMember } from '../../server/lock-store.ts'
import { notifyBookingChanged } from '../../server/notify-booking-changed.ts'
import { showBooking } from '../../server/show-booking.ts'
import { listOpenBookings, lockBooking, type StoredBooking, saveCancellation } from '../../server/store.ts'
import type { CancellationTerms, LaterSession } from '../contract.ts'
import { changeBlocker, decideCancellationTerms } from '../rules.ts'
import { cancelIfOrphaned } from './cancel-orphaned-bookings.ts'

/** Cancels only under the terms that the member has seen (PRODUCT D21). */
export async function cancelBooking(
  context: MemberContext,
  bookingId: string,
  { outcome }: Pick<CancellationTerms, 'outcome'>,
): Promise<Booking> {
  const { db, actor } = context
  const now = context.now()
  const unlockedBooking = await findBookingToChange(context, bookingId)
  return db.transaction().execute(async (tx) => {
    await lockMember(tx, actor.memberId)
    const before = await lockChangeableBooking(tx, unlockedBooking, (booking) => changeBlocker(booking, now))
    // If the consultant has left, the session does not count as used, however late the member cancels.
    if (await cancelIfOrphaned(tx, context, bookingId)) return showBooking(await lockBooking(tx, bookingId))
    const cancellationTerms = decideCancellationTerms(before, now)
    if (cancellationTerms?.outcome !== outcome) throw new Refused('terms-changed', cancellationTerms)
    const laterSession = await findLaterSession(tx, before, now)
    if (laterSession) throw new Refused('later-session-first', laterSession)

    const isForfeited = outcome === 'forfeited'
    await saveCancellation(tx, bookingId, { at: now, by: 'member', isForfeited })
    const cause = { causeId: bookingId, entitlementId: before.entitlementId, lineKey: before.lineKey, at: now }
    if (isForfeited)
      await forfeitSession(tx, {
        ...cause,
        reason: `Cancelled less than ${CHANGE_NOTICE_HOURS} hours before the start`,
      })
    else await returnSession(tx, { ...cause, reason: 'Cancelled in time' })
    const booking = await lockBooking(tx, bookingId)
    await notifyBookingChanged(tx, context, { event: 'cancelled', booking })
    return showBooking(booking)
  })
}

/**
 * Finds a later session that must be cancelled first because it depends on this one. There is none if this session
 * would be forfeited.
 */
export async function findLaterSession(db: Db, booking: StoredBooking, now: Date): Promise<LaterSession | null> {
  if (decideCancellationTerms(booking, now)?.outcome !== 'returned') return null
  const lines = await listSessionLines(db, booking.memberId, now)
  const openBookings = await listOpenBookings(db, booking.memberId, now)
  const dependentBooking = findDependentBooking(booking, { lines, openBookings })
  return dependentBooking
    ? { id: dependentBooking.id, title: dependentBooking.title, startsAt: dependentBooking.startsAt.toISOString() }
    : null
}
