import { formatDateInLondon } from '#platform/shared/calendar.ts'
import { formatMoney } from '#platform/shared/format-money.ts'
import type { DocumentContent, DocumentKind } from './document-content.ts'

/** The text file of SPEC §3: the document's full content in any script, one fact per line. */
export function writeDocumentText(document: IssuedDocument): string {
  const { title, testMark, seller, buyer: buyerLines, facts, columns, totals, notes } = documentText(document)
  const { buyer } = document.content
  // The other columns only repeat the totals. A simplified document shows no other amounts.
  const itemFacts = columns.slice(0, buyer.address ? 3 : 1)
  return [
    ...(testMark === null ? [] : [testMark, '']),
    title.toUpperCase(),
    '',
    ...facts.map(formatFact),
    '',
    ...seller,
    '',
    formatFact(['Customer name', buyer.name]),
    formatFact(['Customer email', buyer.email]),
    ...buyerLines.filter((line) => line !== buyer.name && line !== buyer.email),
    '',
    ...itemFacts.map(formatFact),
    ...totals.map(formatFact),
    '',
    ...notes,
    '',
  ]
    .map((line) => line.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' '))
    .join('\n')
}

function formatFact([label, value]: [string, string]): string {
  return `${label}: ${value}`
}

/** An issued document, with everything needed to show it again unchanged. */
export type IssuedDocument = {
  reference: string
  kind: DocumentKind
  issuedAt: Date
  content: DocumentContent
  /** For a reversal, the credit note that it reverses. */
  reversedReference: string | null
}

type Fact = [label: string, value: string]

/** The content of a document in order, shared by the text file and the PDF. */
export type DocumentText = {
  title: string
  /** Printed on every page of a sandbox document. */
  testMark: string | null
  seller: string[]
  buyer: string[]
  facts: Fact[]
  /** The table of items. It has only one row, because each purchase is for one package. */
  columns: Fact[]
  totals: Fact[]
  notes: string[]
}

export const TEST_MARK = 'TEST – not a VAT invoice'

const numberLabels = {
  invoice: 'Invoice number',
  credit_note: 'Credit note number',
  credit_note_reversal: 'Correction number',
} satisfies Record<DocumentKind, string>

export function documentText(document: IssuedDocument): DocumentText {
  const { content } = document
  return {
    title: formatTitle(document),
    testMark: content.isTest ? TEST_MARK : null,
    seller: sellerLines(content),
    buyer: buyerLines(content),
    facts: listFacts(document),
    columns: content.buyer.address ? fullColumns(document) : simplifiedColumns(document),
    totals: listTotals(document),
    notes: listNotes(document),
  }
}

/** VATA 1994: only a registered company may issue a "VAT invoice", and only if the tax is VAT. */
function formatTitle({ kind, content }: IssuedDocument): string {
  if (kind === 'credit_note') return 'Credit note'
  if (kind === 'credit_note_reversal') return 'Credit note reversed'
  return isVat(content) && !content.isTest ? 'VAT invoice' : 'Invoice'
}

/** The facts that determine the name of a document's tax. */
type TaxFacts = Pick<DocumentContent, 'taxLabel' | 'taxRateBasisPoints'> & {
  seller: Pick<DocumentContent['seller'], 'vatNumber'>
}

/** True if the tax is VAT. A market whose tax has another name never charges VAT. */
export function isVat({ seller, taxLabel }: TaxFacts): boolean {
  return seller.vatNumber !== null && /^VAT\b/.test(taxLabel)
}

/** For example "VAT (20%)" or "Tax (10%)". Without a VAT number a document must not mention VAT. */
export function formatTax(content: TaxFacts): string {
  const name = isVat(content) ? content.taxLabel : content.taxLabel.replace(/^VAT\b/, 'Tax')
  return name.includes('%') ? name : `${name} (${formatRate(content)})`
}

export function formatRate({ taxRateBasisPoints }: Pick<DocumentContent, 'taxRateBasisPoints'>): string {
  return `${taxRateBasisPoints / 100}%`
}

/** Credit notes store positive amounts but show them as negative. */
export function toSign(kind: DocumentKind): 1 | -1 {
  return kind === 'credit_note' ? -1 : 1
}

function formatAmount({ kind, content }: IssuedDocument, field: 'net' | 'tax' | 'total'): string {
  return formatMoney(toSign(kind) * content[field], content.currency)
}

/** The price before the discount and tax. */
function formatListPrice({ kind, content }: IssuedDocument): string {
  return formatMoney(toSign(kind) * (content.net + (content.discount?.amount ?? 0)), content.currency)
}

function sellerLines({ seller }: DocumentContent): string[] {
  return [
    seller.name,
    ...seller.address,
    seller.vatNumber && `VAT number ${seller.vatNumber}`,
    `Company number ${seller.companyNumber}`,
  ].filter((line) => typeof line === 'string')
}

function buyerLines({ buyer }: DocumentContent): string[] {
  return [
    buyer.companyName,
    buyer.name,
    ...(buyer.address ?? []),
    buyer.country && countries.of(buyer.country),
    buyer.vatNumber && `VAT number ${buyer.vatNumber}`,
    buyer.email,
  ].filter((line) => typeof line === 'string')
}

const countries = new Intl.DisplayNames('en-GB', { type: 'region', fallback: 'code' })

function listFacts({ reference, kind, issuedAt, content, reversedReference }: IssuedDocument): Fact[] {
  const { correction, suppliedAt, period } = content
  const facts: [string, string | null | undefined][] = [
    [numberLabels[kind], reference],
    ['Date of issue', formatDateInLondon(issuedAt)],
    [kind === 'invoice' ? 'Tax point' : 'Date of the change', formatDateInLondon(new Date(suppliedAt))],
    ['Month charged', period && formatPeriod(period)],
    ['Credit note reversed', reversedReference],
    ['Invoice corrected', correction?.invoiceNumber],
    ['Reason', correction?.reason],
  ]
  return facts.filter((fact): fact is Fact => typeof fact[1] === 'string')
}

function formatPeriod({ startsAt, endsAt }: NonNullable<DocumentContent['period']>): string {
  return `${formatDateInLondon(new Date(startsAt))} to ${formatDateInLondon(new Date(endsAt))}`
}

/** VAT Regulations 1995 reg. 16A. */
function simplifiedColumns(document: IssuedDocument): Fact[] {
  return [
    ['Package', document.content.description],
    ['Tax rate', formatRate(document.content)],
    ['Total incl. tax', formatAmount(document, 'total')],
  ]
}

/** VAT Regulations 1995 reg. 14. */
function fullColumns(document: IssuedDocument): Fact[] {
  return [
    ['Package', document.content.description],
    ['Quantity', '1'],
    ['Unit price', formatListPrice(document)],
    ['Net', formatAmount(document, 'net')],
    ['Rate', formatRate(document.content)],
    ['Tax', formatAmount(document, 'tax')],
    ['Total', formatAmount(document, 'total')],
  ]
}

function listTotals(document: IssuedDocument): Fact[] {
  const { kind, content } = document
  const { discount, currency } = content
  const discountFacts: Fact[] = discount
    ? [
        ['List price', formatListPrice(document)],
        [`Discount (${discount.code})`, formatMoney(-toSign(kind) * discount.amount, currency)],
      ]
    : []
  return [
    ...discountFacts,
    ['Amount', formatAmount(document, 'net')],
    [formatTax(document.content), formatAmount(document, 'tax')],
    ['Total', formatAmount(document, 'total')],
  ]
}

function listNotes({ kind, content }: IssuedDocument): string[] {
  const { sterling, isTest } = content
  return [
    ...(isTest ? [`${TEST_MARK}. Issued in test mode: no money was charged.`] : []),
    ...(sterling ? [formatSterling(content, sterling, toSign(kind))] : []),
    endings[kind],
  ]
}

function formatSterling(
  content: DocumentContent,
  sterling: NonNullable<DocumentContent['sterling']>,
  sign: 1 | -1,
): string {
  const { tax, unitsPerPound, validFrom, source } = sterling
  const rateDate = formatDateInLondon(new Date(`${validFrom}T12:00:00Z`))
  return `${formatTax(content)} in sterling: ${formatMoney(sign * tax, 'GBP')}, at ${unitsPerPound} ${content.currency} to the pound, the rate from ${rateDate} (${source}).`
}

const endings = {
  invoice: 'Paid in full. Nothing left to pay.',
  credit_note: 'The amount above is taken off the invoice named here. Please keep both documents.',
  credit_note_reversal:
    'Our refund didn’t reach you and was returned to us, so the amount above is no longer taken off the invoice. Please keep all the documents.',
} satisfies Record<DocumentKind, string>
