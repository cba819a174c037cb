import type { MemberContext } from '#platform/server/context.ts'
import { CSV_PAGE_SIZE, type CsvColumns, downloadCsv } from '#platform/server/http/csv-download.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import { startOfDay } from '#platform/shared/calendar.ts'
import type { QueryOf, ResponseOf } from '#platform/shared/endpoint.ts'
import type { LargeFileResponse } from '#platform/shared/file-response.ts'
import type { DocumentFilter, searchDocuments as endpoint, StaffDocument } from '../contract.ts'
import { toSign } from './document-text.ts'
import { showDocument } from './documents.ts'
import { findDocuments } from './store.ts'

/** Downloads the list of documents as CSV. Credit notes are negative. */
export async function downloadDocuments(context: MemberContext, filter: DocumentFilter): Promise<LargeFileResponse> {
  return downloadCsv(context, {
    list: 'documents',
    filter,
    columns,
    readPage: (cursor) => searchDocuments(context, { ...filter, cursor, limit: CSV_PAGE_SIZE }),
  })
}

function toSignedAmount({ kind, currency, ...amounts }: StaffDocument, field: 'net' | 'tax' | 'total') {
  return { amount: toSign(kind) * amounts[field], currency }
}

const columns: CsvColumns<StaffDocument> = {
  Number: ({ reference }) => reference,
  Kind: ({ kind }) => kind.replaceAll('_', ' '),
  'Issued (UTC)': ({ issuedAt }) => new Date(issuedAt),
  Customer: ({ customer }) => customer,
  Package: ({ packageTitle }) => packageTitle,
  Currency: ({ currency }) => currency,
  Net: (document) => toSignedAmount(document, 'net'),
  'Tax name': ({ taxLabel }) => taxLabel,
  Tax: (document) => toSignedAmount(document, 'tax'),
  Total: (document) => toSignedAmount(document, 'total'),
  Test: ({ isTest }) => isTest,
}

/** Staff see every member's documents. */
export async function searchDocuments(
  { db }: MemberContext,
  { cursor, limit, from, until, kind, currency, reference }: QueryOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const criteria = {
    kind,
    currency,
    reference,
    from: from ? startOfDay(from) : undefined,
    before: until ? startOfDay(until, 1) : undefined,
  }
  const rows = await findDocuments(db, criteria, { limit: limit + 1, after: afterCursor(cursor) })
  return pageFrom(
    rows,
    limit,
    ({ issuedAt: at, pagingId: id }) => ({ at, id }),
    (document) => ({
      ...showDocument(document),
      customer: document.content.buyer.companyName ?? document.content.buyer.name,
    }),
  )
}
