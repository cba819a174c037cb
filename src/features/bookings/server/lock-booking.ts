import { lockEntitlement } from '#features/purchases/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { RateLimit } from '#platform/server/rate-limit/rate-limits.ts'
import { Refused } from '#platform/shared/refused.ts'
import { findMemberBooking, lockBooking, type StoredBooking } from './store.ts'

/** The consultant is emailed about each change. The limit stops repeated changes from flooding their inbox. */
const CHANGE_RATE_LIMIT: RateLimit = { name: 'booking-change', attempts: 30, seconds: 3_600 }

/** Finds the member's session to move or cancel, and counts this as a change. @throws HttpError 429 */
export async function findBookingToChange({ db, actor, limits }: MemberContext, id: string): Promise<StoredBooking> {
  const booking = await findMemberBooking(db, actor.memberId, id)
  if (!booking) throw new Refused('booking-not-found')
  await limits.count(CHANGE_RATE_LIMIT, actor.memberId)
  return booking
}

/**
 * Locks a booking and its package so that it can be changed. The package is always locked first.
 * @param unlockedBooking the booking as read before locking, or undefined
 * @throws Refused with the reason it cannot be changed
 */
export async function lockChangeableBooking(
  tx: Db,
  unlockedBooking: StoredBooking | undefined,
  findBlocker: (booking: StoredBooking) => string | null,
): Promise<StoredBooking> {
  if (!unlockedBooking) throw new Refused('booking-not-found')
  await lockEntitlement(tx, unlockedBooking.entitlementId)
  const booking = await lockBooking(tx, unlockedBooking.id)
  const blocker = findBlocker(booking)
  if (blocker) throw new Refused(blocker)
  return booking
}
