import type { MemberContext } from '#platform/server/context.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import { startOfDay } from '#platform/shared/calendar.ts'
import type { QueryOf, ResponseOf } from '#platform/shared/endpoint.ts'
import type { searchPapers as endpoint } from '../contract/paper.ts'
import { showDocument } from './list-documents.ts'
import { findPapers } from './paper-store.ts'

/** Staff look through everybody's papers. */
export async function searchPapers(
  { db }: MemberContext,
  { cursor, limit, from, until, kind, currency, reference }: QueryOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const wanted = {
    kind,
    currency,
    reference,
    from: from ? startOfDay(from) : undefined,
    before: until ? startOfDay(until, 1) : undefined,
  }
  const rows = await findPapers(db, wanted, { limit: limit + 1, after: afterCursor(cursor) })
  return pageFrom(
    rows,
    limit,
    ({ issuedAt: at, placeId: id }) => ({ at, id }),
    (paper) => ({ ...showDocument(paper), customer: paper.content.buyer.companyName ?? paper.content.buyer.name }),
  )
}
