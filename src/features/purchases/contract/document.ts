import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { FileAnswer } from '#platform/shared/file-answer.ts'
import { Currency, MinorUnits } from '#platform/shared/money.ts'
import { PageQuery, pageOf } from '#platform/shared/paging.ts'

const notFound = { status: 404, message: 'This document was not found.' } as const

/** An invoice or a credit note, as the list shows it. */
export const Document = z.object({
  /** "INV-FW-2026-000042", "CN-2026-000007". */
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
  /** Of the sandbox: marked on the paper, and no VAT invoice. */
  isTest: z.boolean(),
})
export type Document = z.infer<typeof Document>

export const listDocuments = endpoint({
  method: 'GET',
  path: '/api/documents',
  summary: 'The invoices and credit notes of the member, newest first',
  access: 'member',
  query: PageQuery,
  response: pageOf(Document),
})

const params = z.strictObject({ reference: z.string().max(60) })

export const getDocumentText = endpoint({
  method: 'GET',
  path: '/api/documents/:reference/text',
  summary: 'An invoice or credit note of the member as a text file',
  access: 'member',
  params,
  response: FileAnswer,
  file: 'text/plain; charset=utf-8',
  refusals: { 'document-not-found': notFound },
})

export const getDocumentPdf = endpoint({
  method: 'GET',
  path: '/api/documents/:reference/pdf',
  summary: 'An invoice or credit note of the member as a PDF',
  access: 'member',
  params,
  response: FileAnswer,
  file: 'application/pdf',
  refusals: { 'document-not-found': notFound },
})
