import { lockEntitlement } from '#features/purchases/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { Refused } from '#platform/shared/refused.ts'
import { lockBooking, type StoredBooking } from './store.ts'

/**
 * Locks a booking and its package for a change. All code locks the package first.
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
