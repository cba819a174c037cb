import type { MemberContext } from '#platform/server/context.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import type { QueryOf, ResponseOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import { findBookingOf } from '../../server/store.ts'
import type { listSharedNotes as contract } from '../contract.ts'
import { listSharedNotesOf } from './store.ts'

export async function listSharedNotes(
  { db, actor }: MemberContext,
  bookingId: string,
  { cursor, limit }: QueryOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  if (!(await findBookingOf(db, actor.memberId, bookingId))) throw new Refused('booking-not-found')
  const rows = await listSharedNotesOf(db, { bookingId, limit: limit + 1, after: afterCursor(cursor) })
  return pageFrom(
    rows,
    limit,
    (row) => ({ at: row.writtenAt, id: row.id }),
    ({ writtenAt, ...note }) => ({ ...note, writtenAt: writtenAt.toISOString() }),
  )
}
