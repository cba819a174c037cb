import type { MemberContext } from '#platform/server/context.ts'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import { DEFAULT_TIME_ZONE } from '#platform/shared/time-zone.ts'
import type { getBooking as getBookingEndpoint } from '../contract.ts'
import { consequenceOf } from '../rules/consequence.ts'
import { findBookingOf } from './booking-store.ts'
import { findLaterSession } from './find-later-session.ts'
import { showBooking } from './show-booking.ts'

export async function getBooking(
  { db, actor, now }: MemberContext,
  bookingId: string,
): Promise<ResponseOf<typeof getBookingEndpoint>> {
  const booking = await findBookingOf(db, actor.memberId, bookingId)
  if (!booking) throw new Refused('booking-not-found')
  return {
    ...showBooking(booking),
    consequence: consequenceOf(booking, now()),
    laterSession: await findLaterSession(db, booking, now()),
    companyTimeZone: DEFAULT_TIME_ZONE,
  }
}
