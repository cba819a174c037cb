import type { MarketId, Price } from '#features/catalogue/contract.ts'
import { type StartConsent, startsAtOnce } from '#features/purchases/rules.ts'
import { HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts'
import type { BodyOf, ReasonOf } from '#platform/shared/endpoint.ts'
import { findAgeBlocker } from '../guardians/rules.ts'
import type { ProviderPayment } from '../stripe/rules.ts'
import type { Buyer } from './contract/buyer.ts'
import type { Quote, StartBlocker, startPurchase } from './contract.ts'

type StartRefusal = ReasonOf<typeof startPurchase>

/** Reasons not to sell that depend on the database. A reason is null if it does not apply. */
type SaleState = {
  notForSale: 'not-open-yet' | 'no-consultant-available' | null
  owned: 'already-paid' | 'already-owned' | null
}

/**
 * Returns the first refusal that applies, or undefined if the purchase may start.
 * @returns the reason, with the current quote if the page must show it
 */
export function findStartRefusal(
  request: BodyOf<typeof startPurchase>,
  quote: Quote,
  { notForSale, owned }: SaleState,
): { reason: StartRefusal; detail: Quote | undefined } | undefined {
  const { buyer, consents, upgrade, isUnder18 } = request
  const isMarketRight = quote.price.market === 'uk' || !paysInPounds(buyer.country)
  // The upgrade replaces the old package immediately, with the refund the member saw.
  const isUpgradeAgreed = !upgrade || isUpgradeUnchanged(upgrade, quote)
  const isUpgradeAtOnce = !upgrade || startsAtOnce({ consent: { start: consents.start }, buyer })
  const refusals: [reason: StartRefusal | null | undefined | false, detail?: Quote][] = [
    [!isMarketRight && 'uk-buyer-pays-pounds'],
    [notForSale],
    [quote.isSubscribed && 'already-subscribed'],
    // Before what changed with the payment itself, such as a code that it used up: pressing Pay again would pay twice.
    [owned === 'already-paid' && owned, quote],
    [quote.discountRefusal, quote],
    [!isQuoteUnchanged(request, quote) && 'price-changed', quote],
    [owned, quote],
    [!isUpgradeAgreed && 'upgrade-changed', quote],
    [!isUpgradeAtOnce && 'upgrade-starts-now'],
    [findStartBlocker(request)],
    [findAgeBlocker(quote, isUnder18), quote],
  ]
  const [reason, detail] = refusals.find(([refusal]) => refusal) ?? []
  return reason ? { reason, detail } : undefined
}

/** Returns why the buyer cannot pay yet: a consumer must choose when the package starts (PRODUCT D19). */
export function findStartBlocker({
  consents: { start, acknowledged },
  buyer,
}: {
  consents: Omit<RequestedTerms['consents'], 'version'>
  buyer: Pick<Buyer, 'kind'>
}): StartBlocker | null {
  if (buyer.kind === 'business') return null
  if (start === null) return 'start-needed'
  return start === 'today' && !acknowledged ? 'acknowledgement-needed' : null
}

/** PRODUCT D1: a buyer in the United Kingdom pays in pounds, including UK VAT. */
export function paysInPounds(country: string | null): boolean {
  return country === 'GB'
}

/** If a pending purchase is older than this, the price is quoted again. */
const SNAPSHOT_LIFE_MINUTES = 30

/** How long after a payment was started we send the reminder to finish it. */
const REMINDED_AFTER_HOURS = 24

/**
 * An unfinished payment is cancelled after three days. The reminder is sent after one day, so members who read email in
 * the evening still have time.
 */
const ABANDONED_AFTER_HOURS = 72

/** True if the browser showed the price and terms that we charge. The browser's amounts are compared, never used. */
export function isQuoteUnchanged(
  request: {
    packageVersion: number
    expectedTotal: number
    consents: { version: string; start: StartConsent['start']; startsLaterAt: string | null }
  },
  quote: Quote,
): boolean {
  const { start, startsLaterAt } = request.consents
  const isStartSame = start !== 'later' || startsLaterAt === null || startsLaterAt === quote.startsLaterAt
  return (
    isStartSame &&
    request.packageVersion === quote.package.version &&
    request.expectedTotal === quote.price.total &&
    request.consents.version === quote.consents.version
  )
}

/** True if the page showed the refund that the member would get for the old package now. */
function isUpgradeUnchanged(
  requested: { purchaseId: string; expectedCredit: number },
  { upgrade }: Pick<Quote, 'upgrade'>,
): boolean {
  return requested.purchaseId === upgrade?.purchaseId && requested.expectedCredit === upgrade.credit
}

/**
 * True if the page showed when the member's current package ends. Otherwise the member could pay twice by using a
 * second tab.
 */
export function isOwnedPackageShown(request: { runsUntil: string | null }, { runsUntil }: Quote): boolean {
  if (!runsUntil) return true
  return request.runsUntil !== null && Date.parse(request.runsUntil) >= Date.parse(runsUntil)
}

/** If the member presses Pay again within this time of paying, we treat it as a repeat of the same purchase. */
const JUST_PAID_MINUTES = 10

/** Distinguishes a purchase completed in the last few minutes from a package owned for longer. */
export function decideOwnedPackageRefusal(completedAt: Date | undefined, now: Date): 'already-paid' | 'already-owned' {
  return completedAt && countMinutes(completedAt, now) < JUST_PAID_MINUTES ? 'already-paid' : 'already-owned'
}

type Snapshot = { packageVersion: number; currency: string; total: number; paymentMode: string; createdAt: Date }

/** True if the pending purchase can be paid unchanged; otherwise it is cancelled and started again. */
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
  return isSame && countMinutes(snapshot.createdAt, now) < SNAPSHOT_LIFE_MINUTES
}

/**
 * True if the pending purchase has the same market, buyer, start and upgrade as this request. The agreed terms never
 * change, because the member may pay on them in another tab at any moment.
 */
export function isSameTerms(agreed: AgreedTerms, requested: RequestedTerms): boolean {
  return (
    agreed.market === requested.market &&
    agreed.upgrade?.purchaseId === requested.upgrade?.purchaseId &&
    agreed.upgrade?.credit === requested.upgrade?.expectedCredit &&
    (agreed.discount?.code ?? null) === requested.discountCode &&
    agreed.consent.version === requested.consents.version &&
    agreed.consent.start === toRecordedStart(requested) &&
    // Undefined if the package does not ask for the age.
    (agreed.age === undefined || agreed.age.isUnder18 === requested.isUnder18) &&
    isSameBuyer(agreed.buyer, requested.buyer)
  )
}

function isSameBuyer(left: Buyer, right: Buyer): boolean {
  return (
    left.kind === right.kind &&
    left.companyName === right.companyName &&
    left.vatNumber === right.vatNumber &&
    left.address?.join('\n') === right.address?.join('\n') &&
    left.country === right.country
  )
}

/** Returns the start choice to store. A business has none. */
export function toRecordedStart({
  consents: { start },
  buyer,
}: Pick<RequestedTerms, 'consents' | 'buyer'>): StartConsent['start'] {
  return buyer.kind === 'business' ? null : start
}

type AgreedTerms = {
  market: MarketId
  consent: StartConsent & { version: string }
  buyer: Buyer
  age: { isUnder18: boolean } | undefined
  discount: { code: string } | null
  upgrade: { purchaseId: string; credit: number } | null
}

type RequestedTerms = {
  market: MarketId
  consents: { version: string; start: StartConsent['start']; acknowledged: boolean }
  buyer: Buyer
  isUnder18: boolean | null
  discountCode: string | null
  upgrade: { purchaseId: string; expectedCredit: number } | null
}

type UnpaidPurchase = { createdAt: Date; upgrade: object | null }

export function isAbandoned(purchase: UnpaidPurchase, now: Date): boolean {
  return now >= abandonedAt(purchase)
}

/**
 * Returns when an unpaid purchase expires. An upgrade expires with its offer; otherwise we would also refund sessions
 * used after the offer was made.
 */
export function abandonedAt({ createdAt, upgrade }: UnpaidPurchase): Date {
  const hours = upgrade ? SNAPSHOT_LIFE_MINUTES / 60 : ABANDONED_AFTER_HOURS
  return new Date(createdAt.getTime() + hours * HOUR_MS)
}

/** Reminders are sent for payments started before this time. */
export function reminderCutoff(now: Date): Date {
  return new Date(now.getTime() - REMINDED_AFTER_HOURS * HOUR_MS)
}

export type SyncDecision =
  | { outcome: 'paid'; chargeId: string; paidAt: Date }
  | { outcome: 'open' | 'at-bank' | 'processing' | 'cancelled' }
  /** Stripe and the purchase contradict each other. Nothing changes until an administrator decides. */
  | { outcome: 'mismatch' }

/** Decides a purchase's state from Stripe's record alone. */
export function decideSync(
  purchase: { id: string; total: number; currency: string; subscriptionId?: string | null },
  payment: ProviderPayment,
): SyncDecision {
  // A cancelled or processing payment has no money yet, so a mismatch does not matter.
  if (payment.status === 'cancelled' || payment.status === 'processing') return { outcome: payment.status }
  const isMatch =
    // Stripe creates a subscription's payments itself, without our purchase id.
    (payment.purchaseId ?? (purchase.subscriptionId && purchase.id)) === purchase.id &&
    payment.amount === purchase.total &&
    payment.currency.toUpperCase() === purchase.currency
  if (!isMatch) return { outcome: 'mismatch' }
  if (payment.status === 'open' && payment.isAtBank) return { outcome: 'at-bank' }
  if (payment.status !== 'succeeded') return { outcome: payment.status }
  if (payment.amountReceived !== purchase.total || !payment.charge) return { outcome: 'mismatch' }
  return { outcome: 'paid', chargeId: payment.charge.id, paidAt: payment.charge.createdAt }
}

function countMinutes(from: Date, until: Date): number {
  return (until.getTime() - from.getTime()) / MINUTE_MS
}
