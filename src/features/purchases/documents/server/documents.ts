import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { FileResponse } from '#platform/shared/file-response.ts'
import { minorUnits } from '#platform/shared/money.ts'
import { Refused } from '#platform/shared/refused.ts'
import { isStorable } from '#platform/shared/text.ts'
import type { Document } from '../contract.ts'
import { formatTax, type IssuedDocument, writeDocumentText } from './document-text.ts'
import { findDocument, findDocuments, type StoredDocument } from './store.ts'

export async function getDocumentPdf({ db, actor }: MemberContext, reference: string): Promise<FileResponse> {
  return toPdfFile(await requireDocument(db, actor.memberId, reference))
}

export async function getDocumentText({ db, actor }: MemberContext, reference: string): Promise<FileResponse> {
  const document = await requireDocument(db, actor.memberId, reference)
  return { name: `${document.reference}.txt`, content: new Blob([writeDocumentText(document)]) }
}

/** Staff may download any member's document. */
export async function getStaffDocumentPdf({ db }: MemberContext, reference: string): Promise<FileResponse> {
  return toPdfFile(await requireDocument(db, 'anyone', reference))
}

async function toPdfFile(document: IssuedDocument): Promise<FileResponse> {
  const pdf = await renderDocumentPdf(document)
  return { name: `${document.reference}.pdf`, content: new Blob([new Uint8Array(pdf)]) }
}

/** @throws Refused if no document has this number */
export async function renderIssuedPdf(db: Db, reference: string): Promise<Buffer> {
  return renderDocumentPdf(await requireDocument(db, 'anyone', reference))
}

/** Loads the PDF renderer on first use: it takes up 30 MB, which most processes never need. */
export async function renderDocumentPdf(document: IssuedDocument): Promise<Buffer> {
  const { drawDocument } = await import('./pdf/document-pdf.ts')
  return drawDocument(document)
}

export async function listDocuments(
  { db, actor }: MemberContext,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ items: Document[]; nextCursor: string | null }> {
  const page = { limit: limit + 1, after: afterCursor(cursor) }
  const rows = await findDocuments(db, { memberId: actor.memberId }, page)
  return pageFrom(rows, limit, ({ issuedAt, pagingId }) => ({ at: issuedAt, id: pagingId }), showDocument)
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

/** Another member's document is treated as not found. */
async function requireDocument(db: Db, owner: MemberId | 'anyone', reference: string): Promise<IssuedDocument> {
  const document = isStorable(reference) ? await findDocument(db, owner, reference) : undefined
  if (!document) throw new Refused('document-not-found')
  return document
}
