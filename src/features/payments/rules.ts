import type { MarketId, Package, Price } from '#features/catalogue/contract.ts'
import type { StartConsent } from '#features/purchases/rules.ts'
import type { Buyer } from './contract/buyer.ts'
import type { Quote } from './contract.ts'

/**
 * The words of PRODUCT D19's two boxes. A change of words is a new version: purchases keep the version that their
 * member read, and an old page is told that the terms have changed.
 */
export const consentTexts: Quote['consents'] = {
  version: '2026-11',
  startNow: 'Please start my package now, during the 14-day cancellation period.',
  acknowledgeLoss:
    'I understand that I lose the right to cancel once my package is fully delivered, and that if I cancel earlier I pay for what I have received.',
}

/** What a payment may be made with. PayPal belongs to the basic checkout, and is not charged each month (PRODUCT D3). */
export function paymentMethodsOf(market: MarketId, billing: Package['billing']): ('card' | 'paypal')[] {
  return market === 'international' && billing === 'once' ? ['card', 'paypal'] : ['card']
}

/** PRODUCT D1: whoever is in the United Kingdom is charged its tax, in its currency. */
export function paysInPounds(country: string | null): boolean {
  return country === 'GB'
}

/** A stale snapshot is quoted again after this long (PAYMENTS §6.4). */
const SNAPSHOT_LIFE_MINUTES = 30

const HOUR_MS = 3_600_000

/** So long after it was begun its member is reminded of a payment. */
const REMINDED_AFTER_HOURS = 24

/**
 * PAYMENTS T6: a payment that nobody finished is given up. After three days, since the reminder comes after one and has
 * to leave time for those who read their mail in the evening.
 */
const ABANDONED_AFTER_HOURS = 72

/** Is what the browser showed what we charge? Its figures are compared and never used. */
export function isQuoteUnchanged(
  shown: { packageVersion: number; expectedTotal: number; consents: { version: string } },
  quote: Quote,
): boolean {
  return (
    shown.packageVersion === quote.package.version &&
    shown.expectedTotal === quote.price.total &&
    shown.consents.version === quote.consents.version
  )
}

/** Is what the page promised to give back for the old package what goes back for it? */
export function isUpgradeUnchanged(
  shown: { purchaseId: string; expectedCredit: number },
  { upgrade }: Pick<Quote, 'upgrade'>,
): boolean {
  return shown.purchaseId === upgrade?.purchaseId && shown.expectedCredit === upgrade.credit
}

/** Did the page know that the member has the package for as long as this already? Else a second tab would pay twice. */
export function isEndKnown(shown: { runsUntil: string | null }, { runsUntil }: Quote): boolean {
  if (!runsUntil) return true
  return shown.runsUntil !== null && Date.parse(shown.runsUntil) >= Date.parse(runsUntil)
}

/** Whoever presses Pay again this soon after paying means the purchase that they have just made. */
const JUST_PAID_MINUTES = 10

/** Is what the page does not know of the purchase that was paid just now, or the package that runs for longer? */
export function decideUnknownEnd(completedAt: Date | undefined, now: Date): 'already-paid' | 'package-runs' {
  return completedAt && minutesBetween(completedAt, now) < JUST_PAID_MINUTES ? 'already-paid' : 'package-runs'
}

type Snapshot = { packageVersion: number; currency: string; total: number; paymentMode: string; createdAt: Date }

/** May an open purchase be paid as it stands, or must it be given up and started again? */
export function isSnapshotCurrent(
  snapshot: Snapshot,
  offered: { packageVersion: number; price: Price; paymentMode: string },
  now: Date,
): boolean {
  const isSame =
    snapshot.packageVersion === offered.packageVersion &&
    snapshot.currency === offered.price.currency &&
    snapshot.total === offered.price.total &&
    snapshot.paymentMode === offered.paymentMode
  return isSame && minutesBetween(snapshot.createdAt, now) < SNAPSHOT_LIFE_MINUTES
}

/**
 * Was the open purchase begun with market, buyer, boxes and upgrade as they stand now? What was agreed belongs to one payment and never
 * changes: it may be paid in another tab at any moment.
 */
export function isSameAgreement(agreed: Agreed, pressed: Pressed): boolean {
  return (
    agreed.market === pressed.market &&
    agreed.upgrade?.purchaseId === pressed.upgrade?.purchaseId &&
    agreed.upgrade?.credit === pressed.upgrade?.expectedCredit &&
    agreed.consent.version === pressed.consents.version &&
    agreed.consent.startNow === pressed.consents.startNow &&
    agreed.consent.acknowledgeLoss === pressed.consents.acknowledgeLoss &&
    // Not of every package the age is asked.
    (agreed.age === undefined || agreed.age.isUnder18 === pressed.isUnder18) &&
    isSameBuyer(agreed.buyer, pressed.buyer)
  )
}

function isSameBuyer(one: Buyer, other: Buyer): boolean {
  return (
    one.kind === other.kind &&
    one.companyName === other.companyName &&
    one.vatNumber === other.vatNumber &&
    one.address?.join('\n') === other.address?.join('\n') &&
    one.country === other.country
  )
}

type Agreed = {
  market: MarketId
  consent: ConsentAsRead
  buyer: Buyer
  age: { isUnder18: boolean } | undefined
  upgrade: { purchaseId: string; credit: number } | null
}

type Pressed = {
  market: MarketId
  consents: ConsentAsRead
  buyer: Buyer
  isUnder18: boolean | null
  upgrade: { purchaseId: string; expectedCredit: number } | null
}

type ConsentAsRead = StartConsent & { version: string }

type Begun = { createdAt: Date; upgrade: object | null }

export function isAbandoned(begun: Begun, now: Date): boolean {
  return now >= abandonedAt(begun)
}

/**
 * When a payment that was begun is given up. An exchange lives as long as its offer: what is used of the old package
 * after that would be paid back too.
 */
export function abandonedAt({ createdAt, upgrade }: Begun): Date {
  const hours = upgrade ? SNAPSHOT_LIFE_MINUTES / 60 : ABANDONED_AFTER_HOURS
  return new Date(createdAt.getTime() + hours * HOUR_MS)
}

/** Whoever began to pay before this has had time enough to finish by themselves. */
export function remindedBefore(now: Date): Date {
  return new Date(now.getTime() - REMINDED_AFTER_HOURS * HOUR_MS)
}

/** What the provider says of a payment, in the words that matter here. */
export type ProviderPayment = {
  id: string
  status: 'open' | 'processing' | 'succeeded' | 'cancelled'
  amount: number
  amountReceived: number
  /** Open, and the bank has been asked: the person who pays may be answering it right now. */
  isAtBank: boolean
  /** Open, because the person who pays did not confirm it when the bank last asked. */
  isUnconfirmed: boolean
  currency: string
  purchaseId: string | undefined
  /** `hasReturns`: money of it went back, or its bank has questions. */
  charge: { id: string; createdAt: Date; hasReturns: boolean } | undefined
}

export type Convergence =
  | { outcome: 'paid'; chargeId: string; paidAt: Date }
  | { outcome: 'open' | 'at-bank' | 'processing' | 'cancelled' }
  /** Provider and purchase contradict each other: nothing changes, and a person has to look. */
  | { outcome: 'mismatch' }

/** How a purchase stands, judged by the provider's own record and nothing else (PAYMENTS §6.2, T4). */
export function decideConvergence(
  purchase: { id: string; total: number; currency: string; subscriptionId?: string | null },
  payment: ProviderPayment,
): Convergence {
  // No money is in it: whatever else it says, it stands in nobody's way.
  if (payment.status === 'cancelled' || payment.status === 'processing') return { outcome: payment.status }
  const isOurs =
    // The payment of a month is made by the provider, and bears no mark of ours.
    (payment.purchaseId ?? (purchase.subscriptionId && purchase.id)) === purchase.id &&
    payment.amount === purchase.total &&
    payment.currency.toUpperCase() === purchase.currency
  if (!isOurs) return { outcome: 'mismatch' }
  if (payment.status === 'open' && payment.isAtBank) return { outcome: 'at-bank' }
  if (payment.status !== 'succeeded') return { outcome: payment.status }
  if (payment.amountReceived !== purchase.total || !payment.charge) return { outcome: 'mismatch' }
  return { outcome: 'paid', chargeId: payment.charge.id, paidAt: payment.charge.createdAt }
}

function minutesBetween(earlier: Date, later: Date): number {
  return (later.getTime() - earlier.getTime()) / 60_000
}
