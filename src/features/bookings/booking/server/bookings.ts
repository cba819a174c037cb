import { findOwnedPackage } from '#features/purchases/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import type { QueryOf, ResponseOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import { DEFAULT_TIME_ZONE } from '#platform/shared/time-zone.ts'
import { decideCancellationTerms } from '../../cancellation/rules.ts'
import { findLaterSession } from '../../cancellation/server/cancel-booking.ts'
import { showBooking } from '../../server/show-booking.ts'
import { findMemberBooking, listMemberBookings } from '../../server/store.ts'
import type { getBooking as getBookingEndpoint, listBookings as listBookingsEndpoint } from '../contract.ts'

export async function getBooking(
  { db, actor, now }: MemberContext,
  bookingId: string,
): Promise<ResponseOf<typeof getBookingEndpoint>> {
  const booking = await findMemberBooking(db, actor.memberId, bookingId)
  if (!booking) throw new Refused('booking-not-found')
  const owned = await findOwnedPackage(db, actor.memberId, booking.entitlementId, now())
  return {
    ...showBooking(booking),
    cancellationTerms: decideCancellationTerms(booking, now()),
    isOnHold: owned?.state === 'suspended',
    laterSession: await findLaterSession(db, booking, now()),
    companyTimeZone: DEFAULT_TIME_ZONE,
  }
}

export async function listBookings(
  { db, actor, now }: MemberContext,
  { cursor, limit, when }: QueryOf<typeof listBookingsEndpoint>,
): Promise<ResponseOf<typeof listBookingsEndpoint>> {
  const page = { when, now: now(), limit: limit + 1, after: afterCursor(cursor) }
  const rows = await listMemberBookings(db, actor.memberId, page)
  return pageFrom(rows, limit, ({ startsAt, id }) => ({ at: startsAt, id }), showBooking)
}
