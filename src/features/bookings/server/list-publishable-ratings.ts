import type { Context } from '#platform/server/context.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import type { QueryOf, ResponseOf } from '#platform/shared/endpoint.ts'
import type * as contract from '../contract/rating.ts'
import { listAllowedRatings } from './rating-store.ts'

export async function listPublishableRatings(
  { db }: Context,
  { cursor, limit }: QueryOf<typeof contract.listPublishableRatings>,
): Promise<ResponseOf<typeof contract.listPublishableRatings>> {
  const rows = await listAllowedRatings(db, { after: afterCursor(cursor), limit: limit + 1 })
  const placeOf = ({ ratedAt, bookingId }: (typeof rows)[number]) => ({ at: ratedAt, id: bookingId })
  return pageFrom(rows, limit, placeOf, (row) => ({ ...row, ratedAt: row.ratedAt.toISOString() }))
}
