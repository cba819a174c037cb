import type { MemberContext } from '#platform/server/context.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import type { FileResponse } from '#platform/shared/file-response.ts'
import { minorUnits } from '#platform/shared/money.ts'
import { Refused } from '#platform/shared/refused.ts'
import { isStorable } from '#platform/shared/text.ts'
import type { Document } from '../contract.ts'
import { formatTax, type IssuedDocument, writeDocumentText } from './document-text.ts'
import { findDocument, findDocumentOf, listDocumentsOf, type StoredDocument } from './store.ts'

export async function getDocumentPdf(context: MemberContext, reference: string): Promise<FileResponse> {
  const paper = await requireDocument(context, reference)
  const pdf = await renderDocumentPdf(paper)
  return { name: `${paper.reference}.pdf`, content: new Blob([new Uint8Array(pdf)]) }
}

export async function getDocumentText(context: MemberContext, reference: string): Promise<FileResponse> {
  const paper = await requireDocument(context, reference)
  return { name: `${paper.reference}.txt`, content: new Blob([writeDocumentText(paper)]) }
}

/** Staff may download any member's document. */
export async function getStaffDocumentPdf({ db }: MemberContext, reference: string): Promise<FileResponse> {
  const paper = isStorable(reference) ? await findDocument(db, reference) : undefined
  if (!paper) throw new Refused('document-not-found')
  const pdf = await renderDocumentPdf(paper)
  return { name: `${paper.reference}.pdf`, content: new Blob([new Uint8Array(pdf)]) }
}

/** Loads the PDF renderer on first use: it takes 30 MB, which most processes never need. */
export async function renderDocumentPdf(paper: IssuedDocument): Promise<Buffer> {
  const { drawDocument } = await import('./pdf/document-pdf.ts')
  return drawDocument(paper)
}

export async function listDocuments(
  { db, actor }: MemberContext,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ items: Document[]; nextCursor: string | null }> {
  const rows = await listDocumentsOf(db, actor.memberId, { limit: limit + 1, after: afterCursor(cursor) })
  return pageFrom(rows, limit, ({ issuedAt, placeId }) => ({ at: issuedAt, id: placeId }), showDocument)
}

export function showDocument({ reference, kind, purchaseId, issuedAt, content }: StoredDocument): Document {
  return {
    reference,
    kind,
    purchaseId,
    packageTitle: content.description,
    issuedAt: issuedAt.toISOString(),
    currency: content.currency,
    net: minorUnits(content.net),
    taxLabel: formatTax(content),
    tax: minorUnits(content.tax),
    total: minorUnits(content.total),
    isTest: content.isTest,
  }
}

/** Finds the member's own document. Another member's counts as not found. */
async function requireDocument({ db, actor }: MemberContext, reference: string): Promise<IssuedDocument> {
  const paper = isStorable(reference) ? await findDocumentOf(db, actor.memberId, reference) : undefined
  if (!paper) throw new Refused('document-not-found')
  return paper
}
