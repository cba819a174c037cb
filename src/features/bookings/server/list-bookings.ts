import type { MemberContext } from '#platform/server/context.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import type { QueryOf, ResponseOf } from '#platform/shared/endpoint.ts'
import type { listBookings as listBookingsEndpoint } from '../contract.ts'
import { listBookingsOf } from './booking-store.ts'
import { showBooking } from './show-booking.ts'

export async function listBookings(
  { db, actor, now }: MemberContext,
  { cursor, limit, when }: QueryOf<typeof listBookingsEndpoint>,
): Promise<ResponseOf<typeof listBookingsEndpoint>> {
  const page = { when, now: now(), limit: limit + 1, after: afterCursor(cursor) }
  const rows = await listBookingsOf(db, actor.memberId, page)
  return pageFrom(rows, limit, ({ startsAt, id }) => ({ at: startsAt, id }), showBooking)
}
