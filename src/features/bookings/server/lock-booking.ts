import { lockEntitlement } from '#features/purchases/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { Refused } from '#platform/shared/refused.ts'
import { lockBooking, type StoredBooking } from './store.ts'

/**
 * Locks a booking and its package for a change. All code locks the package first.
 * @param found the booking as read before locking, or undefined
 * @throws Refused with the reason it cannot be changed
 */
export async function lockChangeableBooking(
  tx: Db,
  found: StoredBooking | undefined,
  blockerOf: (booking: StoredBooking) => string | null,
): Promise<StoredBooking> {
  if (!found) throw new Refused('booking-not-found')
  await lockEntitlement(tx, found.entitlementId)
  const booking = await lockBooking(tx, found.id)
  const blocker = blockerOf(booking)
  if (blocker) throw new Refused(blocker)
  return booking
}
