import type { MemberContext } from '#platform/server/context.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import type { QueryOf, ResponseOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { listSharedNotes as contract } from '../contract/session-note.ts'
import { findBookingOf } from './booking-store.ts'
import { listSharedOf } from './note-store.ts'

export async function listSharedNotes(
  { db, actor }: MemberContext,
  bookingId: string,
  { cursor, limit }: QueryOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  if (!(await findBookingOf(db, actor.memberId, bookingId))) throw new Refused('booking-not-found')
  const rows = await listSharedOf(db, { bookingId, limit: limit + 1, after: afterCursor(cursor) })
  return pageFrom(
    rows,
    limit,
    (row) => ({ at: row.writtenAt, id: row.id }),
    ({ writtenAt, ...note }) => ({ ...note, writtenAt: writtenAt.toISOString() }),
  )
}
