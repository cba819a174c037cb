import { stringify } from 'csv-stringify/sync'
import { companyDay } from '#platform/shared/calendar.ts'
import type { DocumentContent } from './document-content.ts'
import { formatRate, formatTax, isVat, signOf, TEST_MARK } from './document-text.ts'
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

export function toArchiveRow(paper: StoredDocument): ArchiveRow {
  const { content, kind } = paper
  const sign = signOf(kind)
  const sterlingTax = sterlingTaxOf(content)
  return {
    reference: paper.reference,
    kind: kind.replaceAll('_', ' '),
    test: content.isTest ? TEST_MARK : '',
    issuedOn: companyDay(paper.issuedAt),
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
    purchaseReference: paper.purchaseReference ?? '',
    paymentNumber: paper.paymentIntentId ?? '',
  }
}

function sterlingTaxOf({ currency, tax, sterling }: DocumentContent): number | null {
  return currency === 'GBP' ? tax : (sterling?.tax ?? null)
}

/** One row per document, in order of issue. */
export function writeDocumentTable(papers: ArchiveRow[]): string {
  return writeTable(
    papers.map((paper) => ({
      Number: paper.reference,
      Kind: paper.kind,
      Test: paper.test,
      'Date of issue': paper.issuedOn,
      'Tax point': paper.taxPoint,
      Customer: paper.customer,
      Country: paper.country,
      Description: paper.description,
      Currency: paper.currency,
      Net: inUnits(paper.net),
      'Tax name': paper.taxName,
      'Tax rate': paper.rate,
      Tax: inUnits(paper.tax),
      Total: inUnits(paper.total),
      'Tax in sterling': paper.sterlingTax === null ? '' : inUnits(paper.sterlingTax),
      'Invoice corrected': paper.correctedInvoice,
      Purchase: paper.purchaseReference,
      'Payment at the provider': paper.paymentNumber,
    })),
  )
}

/** One row per month of issue, currency and tax rate. Currencies are never added together; VAT is in sterling. */
export function writeTotalsTable(papers: ArchiveRow[]): string {
  const groups = Map.groupBy(papers, ({ issuedOn, currency, taxName, rate, test }) =>
    [issuedOn.slice(0, 7), currency, taxName, rate, test].join('\n'),
  )
  const lines = [...groups].sort(([one], [other]) => (one < other ? -1 : 1))
  return writeTable(
    lines.map(([key, members]) => {
      const [month = '', currency = '', taxName = '', rate = '', test = ''] = key.split('\n')
      return {
        Month: month,
        Currency: currency,
        'Tax name': taxName,
        'Tax rate': rate,
        Test: test,
        Papers: String(members.length),
        Net: sum(members, ({ net }) => net),
        Tax: sum(members, ({ tax }) => tax),
        Total: sum(members, ({ total }) => total),
        'Tax in sterling': sum(members, ({ sterlingTax }) => sterlingTax ?? 0),
        'VAT in sterling': sum(members, ({ sterlingTax, isVat }) => (isVat ? (sterlingTax ?? 0) : 0)),
        'Papers without a rate of exchange': String(members.filter(({ sterlingTax }) => sterlingTax === null).length),
      }
    }),
  )
}

function sum(papers: ArchiveRow[], figure: (paper: ArchiveRow) => number): number {
  return inUnits(papers.reduce((total, paper) => total + figure(paper), 0))
}

/** Pounds or dollars; the table writes two decimals. */
function inUnits(minorUnits: number): number {
  return minorUnits / 100
}

/** The BOM marks UTF-8 for spreadsheets, and escaping keeps customer names from running as formulas. */
function writeTable(lines: Record<string, string | number>[]): string {
  return stringify(lines, {
    bom: true,
    header: true,
    escape_formulas: true,
    quoted_string: true,
    record_delimiter: 'windows',
    cast: { number: (amount) => amount.toFixed(2) },
  })
}
