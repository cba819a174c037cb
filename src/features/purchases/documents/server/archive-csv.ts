import type { CsvColumns } from '#platform/server/http/csv-download.ts'
import { companyDay } from '#platform/shared/calendar.ts'
import { formatRate, formatTax, isVat, TEST_MARK, toSign } from './document-text.ts'
import type { StoredDocument } from './store.ts'

/** The accountant's table of documents, in the order they were issued. Credit notes are negative. */
export const documentColumns: CsvColumns<StoredDocument> = {
  Number: ({ reference }) => reference,
  Kind: ({ kind }) => kind.replaceAll('_', ' '),
  Test: (document) => toTestMark(document),
  'Date of issue': ({ issuedAt }) => companyDay(issuedAt),
  'Tax point': ({ content }) => companyDay(new Date(content.suppliedAt)),
  Customer: ({ content }) => content.buyer.companyName ?? content.buyer.name,
  Country: ({ content }) => content.buyer.country ?? '',
  Description: ({ content }) => content.description,
  Currency: ({ content }) => content.currency,
  Net: (document) => sumAmounts([document], 'net'),
  'Tax name': ({ content }) => formatTax(content),
  'Tax rate': ({ content }) => formatRate(content),
  Tax: (document) => sumAmounts([document], 'tax'),
  Total: (document) => sumAmounts([document], 'total'),
  'Tax in sterling': (document) => (hasSterlingTax(document) ? sumSterlingTax([document]) : ''),
  'Invoice corrected': ({ content }) => content.correction?.invoiceNumber ?? '',
  Purchase: ({ purchaseReference }) => purchaseReference ?? '',
  'Provider reference': ({ paymentIntentId }) => paymentIntentId ?? '',
  'Discount code': ({ content }) => content.discount?.code ?? '',
  Discount: ({ kind, content: { discount, currency } }) =>
    discount ? { amount: toSign(kind) * discount.amount, currency } : '',
}

/** Documents in one month, currency and tax rate. */
type TaxGroup = [StoredDocument, ...StoredDocument[]]

/** Sorts the groups by month, currency and tax. Amounts in different currencies are never added together. */
export function groupByTax(documents: StoredDocument[]): TaxGroup[] {
  const groups = Map.groupBy(documents, (document) => {
    const { content } = document
    const tax = [formatTax(content), formatRate(content), toTestMark(document)]
    return [toMonth(document), content.currency, ...tax].join('\n')
  })
  return [...groups].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, group]) => group as TaxGroup)
}

/** The accountant's table of totals. VAT is in sterling. */
export const totalColumns: CsvColumns<TaxGroup> = {
  Month: ([first]) => toMonth(first),
  Currency: ([{ content }]) => content.currency,
  'Tax name': ([{ content }]) => formatTax(content),
  'Tax rate': ([{ content }]) => formatRate(content),
  Test: ([first]) => toTestMark(first),
  Documents: (group) => String(group.length),
  Net: (group) => sumAmounts(group, 'net'),
  Tax: (group) => sumAmounts(group, 'tax'),
  Total: (group) => sumAmounts(group, 'total'),
  'Tax in sterling': (group) => sumSterlingTax(group),
  'VAT in sterling': (group) => sumSterlingTax(group.filter(({ content }) => isVat(content))),
  'Documents with no exchange rate': (group) => String(group.filter((document) => !hasSterlingTax(document)).length),
}

/** The month in the company's time zone, such as "2026-04". */
function toMonth({ issuedAt }: StoredDocument): string {
  return companyDay(issuedAt).slice(0, 7)
}

function toTestMark({ content }: StoredDocument): string {
  return content.isTest ? TEST_MARK : ''
}

/** The documents must all be in one currency. */
function sumAmounts(documents: StoredDocument[], field: 'net' | 'tax' | 'total') {
  const currency = documents[0]?.content.currency ?? 'GBP'
  return { amount: documents.reduce((total, { kind, content }) => total + toSign(kind) * content[field], 0), currency }
}

/** A dollar document may have been issued without an exchange rate. */
function hasSterlingTax({ content }: StoredDocument): boolean {
  return content.currency === 'GBP' || content.sterling !== null
}

function sumSterlingTax(documents: StoredDocument[]) {
  const taxOf = ({ currency, tax, sterling }: StoredDocument['content']) => (currency === 'GBP' ? tax : sterling?.tax)
  const amount = documents.reduce((total, { kind, content }) => total + toSign(kind) * (taxOf(content) ?? 0), 0)
  return { amount, currency: 'GBP' } as const
}
