import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { FileAnswer, LargeFileAnswer } from '#platform/shared/file-answer.ts'
import { Currency } from '#platform/shared/money.ts'
import { PageQuery, pageOf } from '#platform/shared/paging.ts'
import { text } from '#platform/shared/text.ts'
import { ArchivePeriod } from './archive.ts'
import { Document } from './document.ts'
import { DaysQuery } from './staff.ts'

/** A paper as staff and the accountant see it: with the name that stands on it. */
export const Paper = Document.extend({ customer: z.string() })
export type Paper = z.infer<typeof Paper>

/** What staff look for. The list and its file are asked the same way. */
export const PaperFilter = z.strictObject({
  kind: Document.shape.kind.optional(),
  currency: Currency.optional(),
  ...DaysQuery,
  reference: text({ max: 60 }).optional().describe('The beginning of a number, as it is printed.'),
})
export type PaperFilter = z.infer<typeof PaperFilter>

export const searchPapers = endpoint({
  method: 'GET',
  path: '/api/admin/documents',
  summary: 'Every invoice and credit note, newest first',
  access: 'administrator',
  query: PageQuery.extend(PaperFilter.shape),
  response: pageOf(Paper),
})

export const downloadPapers = endpoint({
  method: 'GET',
  path: '/api/admin/documents.csv',
  summary: 'The same list as a file for spreadsheets',
  access: 'administrator',
  query: PaperFilter,
  response: LargeFileAnswer,
  file: 'text/csv; charset=utf-8',
})

export const getPaperPdf = endpoint({
  method: 'GET',
  path: '/api/admin/documents/:reference/pdf',
  summary: 'An invoice or credit note as a PDF, whoever it was issued to',
  access: 'administrator',
  params: z.strictObject({ reference: z.string().max(60) }),
  response: FileAnswer,
  file: 'application/pdf',
  refusals: { 'document-not-found': { status: 404, message: 'This document was not found.' } },
})

/** The papers of one rate of tax in one currency, added up; what credit notes take back is taken off. */
export const TaxTotal = z.object({
  currency: Currency,
  taxName: z.string(),
  rate: z.string(),
  /** Of the sandbox: no VAT is owed for it. */
  isTest: z.boolean(),
  papers: z.int(),
  net: z.int(),
  tax: z.int(),
  total: z.int(),
  /** In pence. */
  sterlingTax: z.int(),
  /** The part of it that is VAT: what the company owes for these days. */
  sterlingVat: z.int(),
  /** Papers in dollars whose tax could not be said in sterling. */
  papersWithoutRate: z.int(),
})
export type TaxTotal = z.infer<typeof TaxTotal>

export const sumTax = endpoint({
  method: 'GET',
  path: '/api/admin/documents/totals',
  summary: 'What the papers of some days come to, by currency and rate of tax',
  access: 'administrator',
  query: ArchivePeriod,
  response: z.array(TaxTotal),
})
