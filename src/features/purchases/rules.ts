import type { Span } from '#features/catalogue/rules.ts'
import { addSpan, companyYear } from '#platform/shared/calendar.ts'
import type { BuyerKind, PackageState, PurchaseStatus, SubscriptionStatus } from './contract.ts'

/** CCR 2013 reg. 30: the days in which a consumer may cancel; without consent nothing starts before they are over. */
const CANCELLATION_DAYS = 14

/** The two boxes of PRODUCT D19. Only both together let a package start at once. */
export type StartConsent = { startNow: boolean; acknowledgeLoss: boolean }

/** What was agreed with whom when the purchase was begun. */
export type Agreement = { consent: StartConsent; buyer: { kind: BuyerKind } }

/** A business has no 14 days to wait for: they are a consumer's (CCR 2013), and so are the boxes. */
export function startsAtOnce({ consent: { startNow, acknowledgeLoss }, buyer }: Agreement): boolean {
  return buyer.kind === 'business' || (startNow && acknowledgeLoss)
}

/** Day 15 of the contract (PRODUCT D19). */
export function laterStart(contractMadeAt: Date): Date {
  return addSpan(contractMadeAt, { days: CANCELLATION_DAYS })
}

/**
 * From when to when a paid package runs (PAYMENTS §6.5). Bought again while it runs, it starts at its own end
 * (PRODUCT D11). The contract is made when the payment is taken: from then the 14 days count.
 */
export function decidePeriod({
  agreement,
  paidAt,
  runsUntil,
  span,
}: {
  agreement: Agreement
  paidAt: Date
  /** The end of what the member has of this package already. */
  runsUntil: Date | undefined
  span: Span
}): { startsAt: Date; endsAt: Date } {
  const agreed = startsAtOnce(agreement) ? paidAt : laterStart(paidAt)
  const startsAt = runsUntil && runsUntil > agreed ? runsUntil : agreed
  return { startsAt, endsAt: addSpan(startsAt, span) }
}

/**
 * The period of a subscription that the provider has charged for, later by the days of its first wait: periods keep
 * following each other without gap or overlap.
 */
export function decideBilledPeriod(
  billed: { startsAt: Date; endsAt: Date },
  delay: { days: number; milliseconds: number },
): { startsAt: Date; endsAt: Date } {
  const later = (moment: Date) => new Date(addSpan(moment, { days: delay.days }).getTime() + delay.milliseconds)
  return { startsAt: later(billed.startsAt), endsAt: later(billed.endsAt) }
}

/**
 * How much longer than its days a subscription waits. The provider counts its periods from when it was begun, the days to
 * cancel count from its first payment, which may come most of a day later. In milliseconds.
 */
export function delayOfPayment(
  agreement: Agreement,
  { startedAt, firstPaidAt, delayedDays }: { startedAt: Date; firstPaidAt: Date; delayedDays: number },
): number {
  if (startsAtOnce(agreement)) return 0
  return Math.max(0, laterStart(firstPaidAt).getTime() - addSpan(startedAt, { days: delayedDays }).getTime())
}

const DAY_MS = 86_400_000

/**
 * How much later than it is paid each period of a subscription begins (PRODUCT D19): not before the days to cancel are
 * over, and not before what the member has of the package already has ended (D11).
 */
export function delayedDays(agreement: Agreement, { now, runsUntil }: { now: Date; runsUntil: Date | undefined }) {
  const agreed = startsAtOnce(agreement) ? 0 : CANCELLATION_DAYS
  const running = runsUntil ? Math.ceil((runsUntil.getTime() - now.getTime()) / DAY_MS) : 0
  return Math.max(agreed, running)
}

/** How long a package may be used after its paid period while the next month is being collected (PAYMENTS §6.6). */
export const GRACE_DAYS = 7

export function graceEnd(paidUntil: Date): Date {
  return addSpan(paidUntil, { days: GRACE_DAYS })
}

/** Is another month of it expected? Between the end of a period and its payment there is always an hour at least. */
function isRenewing({ status, cancelsAtPeriodEnd }: Renewing): boolean {
  return status === 'past_due' || (status === 'active' && !cancelsAtPeriodEnd)
}

type Renewing = { status: SubscriptionStatus; cancelsAtPeriodEnd: boolean }

/** A payment completes a purchase once. Money that arrives after all completes one that was given up as well. */
export function canComplete(status: PurchaseStatus): boolean {
  return status === 'pending' || status === 'failed' || status === 'cancelled'
}

/** SPEC §3: "INV-" and the upper-cased reference of the purchase. */
export function invoiceNumberOf(reference: string): string {
  return `INV-${reference.toUpperCase()}`
}

/** One series a calendar year in London; what no money was paid for has its own (PRODUCT D12). */
export function seriesOf(isTest: boolean, issuedAt: Date): string {
  return `${isTest ? 'test' : 'fw'}-${companyYear(issuedAt)}`
}

/** Credit notes have a series of their own: "cn-2026", in the sandbox "test-cn-2026". */
export function creditSeriesOf(isTest: boolean, issuedAt: Date): string {
  return `${isTest ? 'test-' : ''}cn-${companyYear(issuedAt)}`
}

/**
 * How much of what goes back is tax, by the cumulative method: all notes of an invoice together take back exactly its
 * tax, however often a part was rounded (PAYMENTS §6.4). Figures in minor units; a reversal goes down from `before`.
 */
export function splitCredit(
  invoice: { tax: number; total: number },
  { before, after }: { before: number; after: number },
): { net: number; tax: number } {
  const tax = Math.abs(taxWithin(invoice, after) - taxWithin(invoice, before))
  return { net: Math.abs(after - before) - tax, tax }
}

/** The tax of such a part in pence, by the rate of the invoice and by the same method: the notes add up there too. */
export function splitSterling(
  invoice: { tax: number; total: number },
  unitsPerPound: string,
  { before, after }: { before: number; after: number },
): number {
  const pence = (amount: number) => taxInPence(taxWithin(invoice, amount), unitsPerPound)
  return Math.abs(pence(after) - pence(before))
}

function taxWithin(invoice: { tax: number; total: number }, amount: number): number {
  return Math.floor((amount * invoice.tax * 2 + invoice.total) / (invoice.total * 2))
}

/**
 * The tax of a paper in sterling (VAT Regulations 1995 reg. 14), rounded half up once. Figures in minor units.
 * @param unitsPerPound a decimal number, such as "1.31"
 */
export function taxInPence(tax: number, unitsPerPound: string): number {
  const [whole = '', fraction = ''] = unitsPerPound.split('.')
  const rate = BigInt(whole + fraction)
  return Number((2n * BigInt(tax) * 10n ** BigInt(fraction.length) + rate) / (2n * rate))
}

/** What a purchase is called by what went back of it (PAYMENTS §6.1). All in minor units. */
export function decideMoneyStatus({
  total,
  givenBack,
  isDisputed,
}: {
  total: number
  givenBack: number
  isDisputed: boolean
}): PurchaseStatus {
  if (isDisputed) return 'disputed'
  if (givenBack === 0) return 'completed'
  return givenBack < total ? 'partially_refunded' : 'refunded'
}

/** What the portal calls an owned package (PRODUCT D11). */
export function packageState(
  {
    startsAt,
    endsAt,
    cancelledAt,
    status,
    subscription,
  }: {
    startsAt: Date
    endsAt: Date
    cancelledAt: Date | null
    status: PurchaseStatus | null
    /** Of which this is the newest period that has begun. */
    subscription: Renewing | null
  },
  now: Date,
): PackageState {
  if (cancelledAt || status === 'refunded') return 'cancelled'
  if (status === 'disputed') return 'suspended'
  if (now < startsAt) return 'scheduled'
  const mayBeUsed = now < endsAt || (subscription && isRenewing(subscription) && now < graceEnd(endsAt))
  if (!mayBeUsed) return 'expired'
  return subscription?.status === 'past_due' ? 'past_due' : 'active'
}

/**
 * Company tax records are kept for six years after the end of the financial year (Finance Act 1998 sch. 18 para. 21),
 * which ends within twelve months of any invoice: this is the latest day.
 */
const DOCUMENTS_KEPT_MONTHS = 84

export function documentKeptUntil(issuedAt: Date): Date {
  return addSpan(issuedAt, { months: DOCUMENTS_KEPT_MONTHS })
}

/** Papers from before this moment are kept no longer: a day later, so that no clock change deletes one an hour early. */
export function documentsForgottenBefore(now: Date): Date {
  return addSpan(now, { months: -DOCUMENTS_KEPT_MONTHS, days: -1 })
}
