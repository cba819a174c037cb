import { dateInWords } from '#platform/shared/calendar.ts'
import { formatMoney } from '#platform/shared/format-money.ts'
import type { DocumentContent, DocumentKind } from './describe-invoice.ts'

/** An issued paper: all that is needed to show it again, unchanged, at any time. */
export type Paper = {
  reference: string
  kind: DocumentKind
  issuedAt: Date
  content: DocumentContent
  /** Of a reversal: the credit note that counts no more. */
  reversedReference: string | null
}

type Fact = [label: string, value: string]

/** What a paper says, in the order in which it says it: the text file and the PDF have these words in common. */
export type PaperWords = {
  title: string
  /** On every page of a paper of the sandbox. */
  testMark: string | null
  seller: string[]
  buyer: string[]
  facts: Fact[]
  /** The table of what was sold: one line, since one package is bought at a time. */
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

export function wordDocument(paper: Paper): PaperWords {
  const { content } = paper
  return {
    title: titleOf(paper),
    testMark: content.isTest ? TEST_MARK : null,
    seller: sellerLines(content),
    buyer: buyerLines(content),
    facts: factsOf(paper),
    columns: content.buyer.address ? fullColumns(paper) : simplifiedColumns(paper),
    totals: totalsOf(paper),
    notes: notesOf(paper),
  }
}

/** VATA 1994: only a registered company may call its paper so, and only where the tax is VAT. */
function titleOf({ kind, content }: Paper): string {
  if (kind === 'credit_note') return 'Credit note'
  if (kind === 'credit_note_reversal') return 'Credit note reversed'
  return isVat(content) && !content.isTest ? 'VAT invoice' : 'Invoice'
}

/** What a paper's tax is called by. */
type TaxFacts = Pick<DocumentContent, 'taxLabel' | 'taxRateBasisPoints'> & {
  seller: Pick<DocumentContent['seller'], 'vatNumber'>
}

/** Whether the tax of a paper is VAT: that of a market whose tax has another name never is. */
export function isVat({ seller, taxLabel }: TaxFacts): boolean {
  return seller.vatNumber !== null && /^VAT\b/.test(taxLabel)
}

/** "VAT (20%)", "Tax (10%)". Without a VAT number no line of a paper may speak of VAT. */
export function taxInWords(content: TaxFacts): string {
  const name = isVat(content) ? content.taxLabel : content.taxLabel.replace(/^VAT\b/, 'Tax')
  return name.includes('%') ? name : `${name} (${rateInWords(content)})`
}

export function rateInWords({ taxRateBasisPoints }: Pick<DocumentContent, 'taxRateBasisPoints'>): string {
  return `${taxRateBasisPoints / 100}%`
}

/** What a credit note takes back has a minus; the figures are those that were stored. */
export function signOf(kind: DocumentKind): 1 | -1 {
  return kind === 'credit_note' ? -1 : 1
}

function moneyOf({ kind, content }: Paper, figure: 'net' | 'tax' | 'total'): string {
  return formatMoney(signOf(kind) * content[figure], content.currency)
}

function sellerLines({ seller }: DocumentContent): string[] {
  return [
    seller.name,
    ...seller.address,
    ...(seller.vatNumber === null ? [] : [`VAT number ${seller.vatNumber}`]),
    `Company number ${seller.companyNumber}`,
  ]
}

function buyerLines({ buyer }: DocumentContent): string[] {
  return [
    ...(buyer.companyName === null ? [] : [buyer.companyName]),
    buyer.name,
    ...(buyer.address ?? []),
    ...(buyer.country === null ? [] : [countryInWords(buyer.country)]),
    ...(buyer.vatNumber === null ? [] : [`VAT number ${buyer.vatNumber}`]),
    buyer.email,
  ]
}

const countries = new Intl.DisplayNames('en-GB', { type: 'region', fallback: 'code' })

function countryInWords(code: string): string {
  return countries.of(code) ?? code
}

function factsOf({ reference, kind, issuedAt, content, reversedReference }: Paper): Fact[] {
  const { correction, suppliedAt, period } = content
  return [
    [numberLabels[kind], reference],
    ['Date of issue', dateInWords(issuedAt)],
    [kind === 'invoice' ? 'Tax point' : 'Date of the change', dateInWords(new Date(suppliedAt))],
    ...(period === null ? [] : ([['Month charged', periodInWords(period)]] satisfies Fact[])),
    ...(reversedReference === null ? [] : ([['Credit note reversed', reversedReference]] satisfies Fact[])),
    ...(correction === null
      ? []
      : ([
          ['Invoice corrected', correction.invoiceNumber],
          ['Reason', correction.reason],
        ] satisfies Fact[])),
  ]
}

function periodInWords({ startsAt, endsAt }: NonNullable<DocumentContent['period']>): string {
  return `${dateInWords(new Date(startsAt))} to ${dateInWords(new Date(endsAt))}`
}

/** VAT Regulations 1995 reg. 16A. */
function simplifiedColumns(paper: Paper): Fact[] {
  return [
    ['Package', paper.content.description],
    ['Tax rate', rateInWords(paper.content)],
    ['Total incl. tax', moneyOf(paper, 'total')],
  ]
}

/** VAT Regulations 1995 reg. 14. */
function fullColumns(paper: Paper): Fact[] {
  return [
    ['Package', paper.content.description],
    ['Quantity', '1'],
    ['Unit price', moneyOf(paper, 'net')],
    ['Net', moneyOf(paper, 'net')],
    ['Rate', rateInWords(paper.content)],
    ['Tax', moneyOf(paper, 'tax')],
    ['Total', moneyOf(paper, 'total')],
  ]
}

function totalsOf(paper: Paper): Fact[] {
  return [
    ['Amount', moneyOf(paper, 'net')],
    [taxInWords(paper.content), moneyOf(paper, 'tax')],
    ['Total', moneyOf(paper, 'total')],
  ]
}

function notesOf({ kind, content }: Paper): string[] {
  const { sterling, isTest } = content
  return [
    ...(isTest ? [`${TEST_MARK}. It comes from the site's test mode: no money was charged.`] : []),
    ...(sterling ? [sterlingInWords(content, sterling, signOf(kind))] : []),
    endings[kind],
  ]
}

function sterlingInWords(
  content: DocumentContent,
  sterling: NonNullable<DocumentContent['sterling']>,
  sign: 1 | -1,
): string {
  const { tax, unitsPerPound, validFrom, source } = sterling
  const since = dateInWords(new Date(`${validFrom}T12:00:00Z`))
  return `${taxInWords(content)} in sterling: ${formatMoney(sign * tax, 'GBP')}, at ${unitsPerPound} ${content.currency} to the pound, the rate from ${since} (${source}).`
}

const endings = {
  invoice: 'Paid in full. Nothing is left to pay.',
  credit_note: 'The amount above is taken off the invoice named here. Please keep both papers.',
  credit_note_reversal:
    'Money that we gave back did not reach you and came back to us, so the amount above stands on the invoice again. Please keep all papers.',
} satisfies Record<DocumentKind, string>
