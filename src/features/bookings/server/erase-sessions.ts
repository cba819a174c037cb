import { returnSession } from '#features/purchases/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { deleteMailsOnceSent } from '#platform/server/mail/store.ts'
import type { DataSubject } from '#platform/server/personal-data.ts'
import { reasonsToConsultants } from '../rules/booking-reason.ts'
import { lockBooking, saveCancellation } from './booking-store.ts'
import { eraseWords, listAllBookings, listComingBookings } from './personal-store.ts'
import { deleteReservationOf } from './reservation-store.ts'
import { tellItsConsultants } from './tell-of-booking.ts'

/**
 * Cancels what somebody who leaves has booked, and forgets what they wrote. After their packages were ended: whoever is
 * booking in another tab is either done before, and found here, or finds the package ended.
 */
export async function eraseSessions(tx: Db, context: Context, { memberId }: DataSubject): Promise<void> {
  const now = context.now()
  await deleteReservationOf(tx, memberId)
  for (const causeId of await listComingBookings(tx, memberId, now)) {
    const { entitlementId, lineKey } = await lockBooking(tx, causeId)
    await saveCancellation(tx, causeId, { at: now, by: 'member', isForfeited: false })
    await returnSession(tx, { causeId, entitlementId, lineKey, at: now, reason: 'The member has left' })
    await tellItsConsultants(tx, context, { news: 'cancelled', booking: await lockBooking(tx, causeId) })
  }
  await eraseWords(tx, memberId)
  // The member's first name stands in them.
  const bookings = await listAllBookings(tx, memberId)
  await deleteMailsOnceSent(tx, bookings.flatMap(reasonsToConsultants))
}
