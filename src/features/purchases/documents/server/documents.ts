import type { MemberContext } from '#platform/server/context.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import type { FileResponse } from '#platform/shared/file-response.ts'
import { minorUnits } from '#platform/shared/money.ts'
import { Refused } from '#platform/shared/refused.ts'
import { isStorable } from '#platform/shared/text.ts'
import type { Document } from '../contract.ts'
import { formatTax, type IssuedDocument, writeDocumentText } from './document-text.ts'
import { findDocument, findMemberDocument, listMemberDocuments, type StoredDocument } from './store.ts'

export async function getDocumentPdf(context: MemberContext, reference: string): Promise<FileResponse> {
  return toPdfFile(await requireDocument(context, reference))
}

export async function getDocumentText(context: MemberContext, reference: string): Promise<FileResponse> {
  const document = await requireDocument(context, reference)
  return { name: `${document.reference}.txt`, content: new Blob([writeDocumentText(document)]) }
}

/** Staff may download any member's document. */
export async function getStaffDocumentPdf({ db }: MemberContext, reference: string): Promise<FileResponse> {
  const document = isStorable(reference) ? await findDocument(db, reference) : undefined
  if (!document) throw new Refused('document-not-found')
  return toPdfFile(document)
}

async function toPdfFile(document: IssuedDocument): Promise<FileResponse> {
  const pdf = await renderDocumentPdf(document)
  return { name: `${document.reference}.pdf`, content: new Blob([new Uint8Array(pdf)]) }
}

/** Loads the PDF renderer on first use: it takes 30 MB, which most processes never need. */
export async function renderDocumentPdf(document: IssuedDocument): Promise<Buffer> {
  const { drawDocument } = await import('./pdf/document-pdf.ts')
  return drawDocument(document)
}

export async function listDocuments(
  { db, actor }: MemberContext,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ items: Document[]; nextCursor: string | null }> {
  const rows = await listMemberDocuments(db, actor.memberId, { limit: limit + 1, after: afterCursor(cursor) })
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

/** Another member's document counts as not found. */
async function requireDocument({ db, actor }: MemberContext, reference: string): Promise<IssuedDocument> {
  const document = isStorable(reference) ? await findMemberDocument(db, actor.memberId, reference) : undefined
  if (!document) throw new Refused('document-not-found')
  return document
}
