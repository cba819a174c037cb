import { addSpan, companyYear } from '#platform/shared/calendar.ts'

/** One number sequence per calendar year in London; sandbox payments have their own (PRODUCT D12). */
export function toInvoiceSequence(isTest: boolean, issuedAt: Date): string {
  return `${isTest ? 'test' : 'fw'}-${companyYear(issuedAt)}`
}

/** Credit notes have separate sequences: "cn-2026", in the sandbox "test-cn-2026". */
export function toCreditNoteSequence(isTest: boolean, issuedAt: Date): string {
  return `${isTest ? 'test-' : ''}cn-${companyYear(issuedAt)}`
}

/**
 * Splits a credit into net and tax, in minor units. The cumulative method makes an invoice's credit notes add up to
 * exactly its tax despite rounding. For a reversal, `after` is less than `before`.
 */
export function splitCredit(
  invoice: { tax: number; total: number },
  { before, after }: { before: number; after: number },
): { net: number; tax: number } {
  const tax = Math.abs(taxWithin(invoice, after) - taxWithin(invoice, before))
  return { net: Math.abs(after - before) - tax, tax }
}

/** The tax on a credit in pence, at the invoice's rate. Also cumulative, so that the credit notes add up. */
export function splitSterling(
  invoice: { tax: number; total: number },
  unitsPerPound: string,
  { before, after }: { before: number; after: number },
): number {
  const pence = (amount: number) => taxInPence(taxWithin(invoice, amount), unitsPerPound)
  return Math.abs(pence(after) - pence(before))
}

/** The share of the discount that belongs to a credit. Also cumulative, so that the credit notes add up to all of it. */
export function splitDiscount(
  discount: number,
  total: number,
  { before, after }: { before: number; after: number },
): number {
  return Math.abs(shareOf(discount, after, total) - shareOf(discount, before, total))
}

function taxWithin(invoice: { tax: number; total: number }, amount: number): number {
  return shareOf(invoice.tax, amount, invoice.total)
}

/** The part of a whole that belongs to an amount of the total, rounded half up. */
function shareOf(whole: number, amount: number, total: number): number {
  return Math.floor((amount * whole * 2 + total) / (total * 2))
}

/**
 * Converts tax to pence (VAT Regulations 1995 reg. 14), rounded half up once. `tax` is in minor units.
 * @param unitsPerPound a decimal number, such as "1.31"
 */
export function taxInPence(tax: number, unitsPerPound: string): number {
  const [whole = '', fraction = ''] = unitsPerPound.split('.')
  const rate = BigInt(whole + fraction)
  return Number((2n * BigInt(tax) * 10n ** BigInt(fraction.length) + rate) / (2n * rate))
}

/**
 * Company tax records are kept for six years after the end of the financial year (Finance Act 1998 sch. 18 para. 21),
 * which ends at most twelve months after any invoice.
 */
const DOCUMENTS_KEPT_MONTHS = 84

export function documentKeptUntil(issuedAt: Date): Date {
  return addSpan(issuedAt, { months: DOCUMENTS_KEPT_MONTHS })
}

/**
 * Documents older than this are deleted. With the extra day, a clock change never causes one to be deleted an hour
 * early.
 */
export function documentsPurgedBefore(now: Date): Date {
  return addSpan(now, { months: -DOCUMENTS_KEPT_MONTHS, days: -1 })
}

/** In an email, says that its document is attached, which is decided only when the email is sent. */
export function attachedNote(document: 'invoice' | 'credit note'): string {
  return `We’ve attached your ${document}.`
}

/** Corrects the text or HTML of an email whose document could not be drawn. */
export function withoutAttachedNote(text: string): string {
  return text.replaceAll(/We’ve attached (?=your (invoice|credit note)[.])/g, 'We couldn’t attach ')
}
