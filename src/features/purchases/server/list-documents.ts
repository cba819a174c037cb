import type { MemberContext } from '#platform/server/context.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import { minorUnits } from '#platform/shared/money.ts'
import type { Document } from '../contract/document.ts'
import { listPapersOf, type StoredPaper } from './paper-store.ts'
import { taxInWords } from './word-document.ts'

export async function listDocuments(
  { db, actor }: MemberContext,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ items: Document[]; nextCursor: string | null }> {
  const rows = await listPapersOf(db, actor.memberId, { limit: limit + 1, after: afterCursor(cursor) })
  return pageFrom(rows, limit, ({ issuedAt, placeId }) => ({ at: issuedAt, id: placeId }), showDocument)
}

export function showDocument({ reference, kind, purchaseId, issuedAt, content }: StoredPaper): Document {
  return {
    reference,
    kind,
    purchaseId,
    packageTitle: content.description,
    issuedAt: issuedAt.toISOString(),
    currency: content.currency,
    net: minorUnits(content.net),
    taxLabel: taxInWords(content),
    tax: minorUnits(content.tax),
    total: minorUnits(content.total),
    isTest: content.isTest,
  }
}
