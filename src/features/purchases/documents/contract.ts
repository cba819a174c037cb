import { z } from 'zod'
import { calendarDay } from '#platform/shared/date-fields.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { csvDownload, FileResponse, LargeFileResponse } from '#platform/shared/file-response.ts'
import { Currency, MinorUnits } from '#platform/shared/money.ts'
import { PageQuery, pageOf } from '#platform/shared/paging.ts'
import { confirmationNeeded } from '#platform/shared/step-up.ts'
import { text } from '#platform/shared/text.ts'
import { DaysQuery } from '../search/contract.ts'

/** An invoice or credit note in a list. */
export const Document = z.object({
  /** For example "INV-FW-2026-000042" or "CN-2026-000007". */
  reference: z.string(),
  kind: z.enum(['invoice', 'credit_note', 'credit_note_reversal']),
  purchaseId: z.uuid(),
  packageTitle: z.string(),
  issuedAt: z.iso.datetime(),
  currency: Currency,
  net: MinorUnits,
  taxLabel: z.string(),
  tax: MinorUnits,
  total: MinorUnits,
  /** Paid in the sandbox: the document says so and is not a VAT invoice. */
  isTest: z.boolean(),
})
export type Document = z.infer<typeof Document>

export const listDocuments = endpoint('GET /api/documents', {
  summary: 'List the member’s invoices and credit notes, newest first',
  access: 'member',
  query: PageQuery,
  response: pageOf(Document),
})

const documentFile = {
  params: z.strictObject({ reference: z.string().max(60) }),
  response: FileResponse,
  refusals: { 'document-not-found': { status: 404, message: 'We couldn’t find this document.' } },
} as const

export const getDocumentText = endpoint('GET /api/documents/:reference/text', {
  summary: 'Download one of the member’s invoices or credit notes as text',
  access: 'member',
  file: 'text/plain; charset=utf-8',
  ...documentFile,
})

export const getDocumentPdf = endpoint('GET /api/documents/:reference/pdf', {
  summary: 'Download one of the member’s invoices or credit notes as a PDF',
  access: 'member',
  file: 'application/pdf',
  ...documentFile,
})

/** Writing more documents than this would take minutes, and no accountant needs that many at once. */
export const MAX_ARCHIVED_DOCUMENTS = 10_000

export const tooManyDocuments =
  'There are more than 10,000 documents in this period. Choose a shorter period, such as a quarter.'

const day = (position: string) => calendarDay(`The ${position} day must be a date, for example 2026-04-01`)

/** Days in London, including the first and the last. */
export const ArchivePeriod = z
  .strictObject({ from: day('first'), until: day('last') })
  .refine(({ from, until }) => from <= until, { error: 'The last day can’t be before the first', path: ['until'] })
export type ArchivePeriod = z.infer<typeof ArchivePeriod>

export const getArchive = endpoint('GET /api/admin/documents/archive', {
  summary: 'Download a period’s documents for the accountant, as a zip of PDFs and CSV tables',
  access: 'administrator',
  query: ArchivePeriod,
  response: LargeFileResponse,
  file: 'application/zip',
  refusals: { ...confirmationNeeded, 'too-many-documents': { status: 400, message: tooManyDocuments } },
})

/** A document for staff and the accountant, with the customer's name. */
export const StaffDocument = Document.extend({ customer: z.string() })
export type StaffDocument = z.infer<typeof StaffDocument>

/** The filter for the list and its CSV file. */
export const DocumentFilter = z.strictObject({
  kind: Document.shape.kind.optional(),
  currency: Currency.optional(),
  ...DaysQuery,
  reference: text({ max: 60 }).optional().describe('The beginning of a number, as it is printed.'),
})
export type DocumentFilter = z.infer<typeof DocumentFilter>

export const searchDocuments = endpoint('GET /api/admin/documents', {
  summary: 'List all invoices and credit notes, newest first',
  access: 'administrator',
  query: PageQuery.extend(DocumentFilter.shape),
  response: pageOf(StaffDocument),
})

export const downloadDocuments = endpoint('GET /api/admin/documents.csv', {
  summary: 'Download the invoices and credit notes as CSV',
  query: DocumentFilter,
  ...csvDownload,
})

export const getStaffDocumentPdf = endpoint('GET /api/admin/documents/:reference/pdf', {
  summary: 'Download any member’s invoice or credit note as a PDF',
  access: 'administrator',
  file: 'application/pdf',
  ...documentFile,
})

/** Totals for the documents with one tax rate in one currency. Credit notes are subtracted. */
export const TaxTotal = z.object({
  currency: Currency,
  taxName: z.string(),
  rate: z.string(),
  /** Paid in the sandbox, so no VAT is owed. */
  isTest: z.boolean(),
  documents: z.int(),
  net: z.int(),
  tax: z.int(),
  total: z.int(),
  /** In pence. */
  sterlingTax: z.int(),
  /** The VAT included, which the company owes for the period. In pence. */
  sterlingVat: z.int(),
  /** Number of dollar documents whose tax could not be converted to sterling. */
  documentsWithoutRate: z.int(),
})
export type TaxTotal = z.infer<typeof TaxTotal>

export const listTaxTotals = endpoint('GET /api/admin/documents/totals', {
  summary: 'Get the document totals for a period by currency and tax rate',
  access: 'administrator',
  query: ArchivePeriod,
  response: z.array(TaxTotal),
})
