import { stringify } from 'csv-stringify/sync'
import { companyDay } from '#platform/shared/calendar.ts'
import type { DocumentContent } from './document-content.ts'
import { formatRate, formatTax, isVat, TEST_MARK, toSign } from './document-text.ts'
import type { StoredDocument } from './store.ts'

/** A document's row in the accountant's tables, in minor units. Credit notes are negative. */
export type ArchiveRow = {
  reference: string
  kind: string
  test: string
  issuedOn: string
  taxPoint: string
  customer: string
  country: string
  description: string
  currency: string
  net: number
  taxName: string
  rate: string
  tax: number
  total: number
  /** Null if a dollar document was issued without an exchange rate. */
  sterlingTax: number | null
  isVat: boolean
  correctedInvoice: string
  purchaseReference: string
  paymentNumber: string
}

export function toArchiveRow(document: StoredDocument): ArchiveRow {
  const { content, kind } = document
  const sign = toSign(kind)
  const sterlingTax = findSterlingTax(content)
  return {
    reference: document.reference,
    kind: kind.replaceAll('_', ' '),
    test: content.isTest ? TEST_MARK : '',
    issuedOn: companyDay(document.issuedAt),
    taxPoint: companyDay(new Date(content.suppliedAt)),
    customer: content.buyer.companyName ?? content.buyer.name,
    country: content.buyer.country ?? '',
    description: content.description,
    currency: content.currency,
    net: sign * content.net,
    taxName: formatTax(content),
    rate: formatRate(content),
    tax: sign * content.tax,
    total: sign * content.total,
    sterlingTax: sterlingTax === null ? null : sign * sterlingTax,
    isVat: isVat(content),
    correctedInvoice: content.correction?.invoiceNumber ?? '',
    purchaseReference: document.purchaseReference ?? '',
    paymentNumber: document.paymentIntentId ?? '',
  }
}

function findSterlingTax({ currency, tax, sterling }: DocumentContent): number | null {
  return currency === 'GBP' ? tax : (sterling?.tax ?? null)
}

/** One row per document, in order of issue. */
export function writeDocumentTable(rows: ArchiveRow[]): string {
  return writeTable(
    rows.map((row) => ({
      Number: row.reference,
      Kind: row.kind,
      Test: row.test,
      'Date of issue': row.issuedOn,
      'Tax point': row.taxPoint,
      Customer: row.customer,
      Country: row.country,
      Description: row.description,
      Currency: row.currency,
      Net: toMainUnits(row.net),
      'Tax name': row.taxName,
      'Tax rate': row.rate,
      Tax: toMainUnits(row.tax),
      Total: toMainUnits(row.total),
      'Tax in sterling': row.sterlingTax === null ? '' : toMainUnits(row.sterlingTax),
      'Invoice corrected': row.correctedInvoice,
      Purchase: row.purchaseReference,
      'Payment at the provider': row.paymentNumber,
    })),
  )
}

/** One row per month of issue, currency and tax rate. Currencies are never added together; VAT is in sterling. */
export function writeTotalsTable(rows: ArchiveRow[]): string {
  const groups = Map.groupBy(rows, ({ issuedOn, currency, taxName, rate, test }) =>
    [issuedOn.slice(0, 7), currency, taxName, rate, test].join('\n'),
  )
  const sorted = [...groups].sort(([left], [right]) => (left < right ? -1 : 1))
  return writeTable(
    sorted.map(([key, rows]) => {
      const [month = '', currency = '', taxName = '', rate = '', test = ''] = key.split('\n')
      return {
        Month: month,
        Currency: currency,
        'Tax name': taxName,
        'Tax rate': rate,
        Test: test,
        Papers: String(rows.length),
        Net: sum(rows, ({ net }) => net),
        Tax: sum(rows, ({ tax }) => tax),
        Total: sum(rows, ({ total }) => total),
        'Tax in sterling': sum(rows, ({ sterlingTax }) => sterlingTax ?? 0),
        'VAT in sterling': sum(rows, ({ sterlingTax, isVat }) => (isVat ? (sterlingTax ?? 0) : 0)),
        'Papers without a rate of exchange': String(rows.filter(({ sterlingTax }) => sterlingTax === null).length),
      }
    }),
  )
}

function sum(rows: ArchiveRow[], amount: (row: ArchiveRow) => number): number {
  return toMainUnits(rows.reduce((total, row) => total + amount(row), 0))
}

/** Pounds or dollars; the table writes two decimals. */
function toMainUnits(minorUnits: number): number {
  return minorUnits / 100
}

/** The BOM marks UTF-8 for spreadsheets, and escaping keeps customer names from running as formulas. */
function writeTable(rows: Record<string, string | number>[]): string {
  return stringify(rows, {
    bom: true,
    header: true,
    escape_formulas: true,
    quoted_string: true,
    record_delimiter: 'windows',
    cast: { number: (amount) => amount.toFixed(2) },
  })
}
