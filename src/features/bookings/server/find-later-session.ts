import { listSessionLines } from '#features/purchases/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { LaterSession } from '../contract.ts'
import { laterSessionOf } from '../rules/bookable.ts'
import { consequenceOf } from '../rules/consequence.ts'
import { listOpenBookings, type StoredBooking } from './booking-store.ts'

/**
 * What has to be cancelled before a session can be: one that may only be held after it. Where it would count as used,
 * nothing has.
 */
export async function findLaterSession(db: Db, booking: StoredBooking, now: Date): Promise<LaterSession | null> {
  if (consequenceOf(booking, now)?.outcome !== 'returned') return null
  const lines = await listSessionLines(db, booking.memberId, now)
  const open = await listOpenBookings(db, booking.memberId, now)
  const later = laterSessionOf(booking, { lines, open })
  return later ? { id: later.id, title: later.title, startsAt: later.startsAt.toISOString() } : null
}
