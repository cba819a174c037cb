import {
  findLastCompletion,
  findPendingPurchase,
  findPurchase,
  insertPurchase,
  type StoredPurchase,
  savePaymentIntent,
  showPurchase,
} from '#features/purchases/server/public.ts'
import { addressKey } from '#platform/server/rate-limit/client-address.ts'
import type { RateLimit } from '#platform/server/rate-limit/rate-limits.ts'
import type { BodyOf, ResponseOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import { reportAnomaly } from '../../anomalies/server/report-anomaly.ts'
import { getUsableCard } from '../../cards/server/saved-cards.ts'
import { toRecordedAge } from '../../guardians/rules.ts'
import { hasTooManyDeclines } from '../../server/card-rate-limit.ts'
import { withStripeCustomer } from '../../server/customers.ts'
import type { PayingContext, SellingContext } from '../../server/payments-context.ts'
import { recordPaymentNetwork } from '../../server/store.ts'
import { IdempotencyKeyReused } from '../../stripe/server/stripe-request.ts'
import { createFirstPayment, startSubscription } from '../../subscriptions/server/start-subscription.ts'
import type * as contract from '../contract.ts'
import type { Quote } from '../contract.ts'
import {
  decideOwnedPackageRefusal,
  decideSync,
  findStartRefusal,
  isOwnedPackageShown,
  isSameTerms,
  isSnapshotCurrent,
  toRecordedStart,
} from '../rules.ts'
import { cancelUnpaidOrRefuse, markAbandoned } from './cancel-purchase.ts'
import { getMemberQuote } from './get-quote.ts'
import { findSaleRefusal } from './sale-blockers.ts'
import { syncPurchase } from './sync-purchase.ts'

/** The order, with the network address it came from. */
type Request = BodyOf<typeof contract.startPurchase> & { address: string }
type StartedPurchase = ResponseOf<typeof contract.startPurchase>

/** Limits card testing: 30 attempts per member in 15 minutes. */
const memberRateLimit: RateLimit = { name: 'start-purchase', attempts: 30, seconds: 900 }

/** The member may pay, cancel or get a new price in another tab between our reads. If so, we start again. */
const MAX_ATTEMPTS = 5

/** Inserts the purchase first and then creates the payment at Stripe, never in one transaction. */
export async function startPurchase(
  context: SellingContext,
  body: BodyOf<typeof contract.startPurchase>,
  address: string,
): Promise<StartedPurchase> {
  const request = { ...body, address }
  await requireFewAttempts(context, address)
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const started = await tryStart(context, request)
    if (started) return started
  }
  throw new Refused('payment-processing')
}

async function requireFewAttempts(context: SellingContext, address: string) {
  const { actor, limits } = context
  await limits.count(memberRateLimit, actor.memberId)
  if (await hasTooManyDeclines(context, actor.memberId, addressKey(address))) throw new Refused('cards-declined')
}

/** @returns undefined if another tab interfered, so that the caller reads the current state and tries again */
async function tryStart(context: SellingContext, request: Request): Promise<StartedPurchase | undefined> {
  const { db, now } = context
  const quote = await findQuote(context, request)
  await requireStartable(context, request, quote)
  const purchase = await findOrCreatePurchase(context, request, quote)
  if (!purchase) return undefined
  await recordPaymentNetwork(db, {
    purchaseId: purchase.id,
    addressKey: addressKey(request.address),
    recordedAt: now(),
  })
  const clientSecret = await findOrCreateSecret(context, purchase)
  return clientSecret ? { purchase: showPurchase(purchase, now()), clientSecret } : undefined
}

function findQuote(context: PayingContext, { discountCode: code, ...request }: Request): Promise<Quote> {
  return getMemberQuote(context, { ...request, code })
}

async function requireStartable(context: SellingContext, request: Request, quote: Quote) {
  const refusal = findStartRefusal(request, quote, {
    notForSale: await findSaleRefusal(context, quote),
    owned: await findOwnedRefusal(context, request, quote),
  })
  if (refusal) throw new Refused(refusal.reason, refusal.detail)
  if (request.cardId !== null) await getUsableCard(context, request.cardId)
}

/**
 * Returns the member's pending purchase if it has the current terms, or creates one.
 * @returns undefined if, at the same moment, a purchase was started on other terms or ended in another tab, or somebody
 * else took the last use of the code
 */
async function findOrCreatePurchase(
  context: PayingContext,
  request: Request,
  quote: Quote,
): Promise<StoredPurchase | undefined> {
  const { db, actor, now, provider } = context
  const age = toRecordedAge(quote, request.isUnder18)
  // The date of birth in the profile takes precedence over the answer in the form.
  const requestedTerms = {
    ...request,
    isUnder18: age?.isUnder18 ?? null,
    discountCode: quote.discount?.code ?? null,
  }
  const pending = await findPendingPurchase(db, actor.memberId, request.packageId)
  if (pending && (await canReusePurchase(context, pending, requestedTerms, quote))) return pending
  const id = await insert(context, quote, {
    memberId: actor.memberId,
    packageId: request.packageId,
    packageVersion: quote.package.version,
    price: quote.price,
    discount: quote.discount,
    consent: { version: request.consents.version, start: toRecordedStart(request), at: now() },
    paymentMode: provider.mode,
    buyer: request.buyer,
    age,
    subscriptionId: null,
    upgrade: request.upgrade && quote.upgrade,
    createdAt: now(),
  })
  if (id) await requireNotJustPaid(context, request, id)
  // A second request inserted the purchase first; use that one.
  const purchase = id ? await findPurchase(db, id) : await findPendingPurchase(db, actor.memberId, request.packageId)
  return purchase && isSameTerms(purchase, requestedTerms) ? purchase : undefined
}

/** Reuses the pending purchase if its terms are unchanged; otherwise cancels it so that a new one can start. */
async function canReusePurchase(
  context: PayingContext,
  pending: StoredPurchase,
  requestedTerms: Request,
  quote: Quote,
): Promise<boolean> {
  const { now, provider } = context
  const offered = { packageVersion: quote.package.version, price: quote.price, paymentMode: provider.mode }
  const isSame = isSameTerms(pending, requestedTerms)
  if (isSame && isSnapshotCurrent(pending, offered, now())) return true
  if (!isSame && !requestedTerms.cancelsOther) await requireNotAtBank(context, pending)
  await cancelUnpaidOrRefuse(context, pending)
  return false
}

type NewPurchase = Parameters<typeof insertPurchase>[1]

function insert(context: PayingContext, { package: offer, runsUntil }: Quote, purchase: NewPurchase) {
  if (offer.billing === 'once') return insertPurchase(context.db, purchase)
  return startSubscription(context, purchase, runsUntil === null ? undefined : new Date(runsUntil))
}

/** Never cancel a payment that is in 3-D Secure without asking: the bank may still approve it. */
async function requireNotAtBank({ provider }: PayingContext, { paymentIntentId, paymentMode }: StoredPurchase) {
  if (!paymentIntentId || paymentMode !== provider.mode) return
  const payment = await provider.findPayment(paymentIntentId)
  if (payment?.isAtBank) throw new Refused('payment-at-bank')
}

/** A payment may have completed in another tab between our check of owned packages and the new row. */
async function requireNotJustPaid(context: PayingContext, request: Request, id: string) {
  const quote = await findQuote(context, request)
  const reason = await findOwnedRefusal(context, request, quote)
  if (!reason) return
  await markAbandoned(context, id)
  throw new Refused(reason, quote)
}

/** Returns null if the page already showed what the member owns. */
async function findOwnedRefusal({ db, actor, now }: PayingContext, request: Request, quote: Quote) {
  if (isOwnedPackageShown(request, quote)) return null
  return decideOwnedPackageRefusal(await findLastCompletion(db, actor.memberId, quote.package.id), now())
}

/**
 * Returns the client secret with which the browser confirms the payment for this purchase, creating the payment if
 * needed.
 * @returns undefined if that payment can no longer be made, or the purchase was cancelled in another tab
 */
async function findOrCreateSecret(context: PayingContext, purchase: StoredPurchase): Promise<string | undefined> {
  return purchase.paymentIntentId
    ? findSecret(context, purchase, purchase.paymentIntentId)
    : createSecret(context, purchase)
}

async function findSecret(
  context: PayingContext,
  purchase: StoredPurchase,
  paymentIntentId: string,
): Promise<string | undefined> {
  const payment = await context.provider.findPayment(paymentIntentId)
  const outcome = payment && decideSync(purchase, payment).outcome
  // The member may have ticked to keep the card that was declined, but not the next one.
  if (payment?.keepsCard && outcome === 'open' && !purchase.subscriptionId)
    await context.provider.forgetKeptCard(payment.id)
  if (payment && (outcome === 'open' || outcome === 'at-bank')) return payment.clientSecret
  await syncUnpayable(context, purchase)
}

/** @returns undefined if the purchase has been cancelled in another tab, so that a new one is needed */
async function createSecret(context: PayingContext, purchase: StoredPurchase): Promise<string | undefined> {
  const { subscriptionId } = purchase
  if (subscriptionId) return createFirstPayment(context, { ...purchase, subscriptionId })
  const { db, provider } = context
  const payment = await withStripeCustomer(context, (customerId) =>
    provider.createPayment({ ...purchase, customerId }),
  ).catch((error: unknown) => reportReusedIdempotencyKey(context, purchase, error))
  if (await savePaymentIntent(db, purchase.id, payment.id)) return payment.clientSecret
  await provider.cancelPayment(payment.id)
}

/**
 * Stripe refuses an idempotency key that is reused with different parameters. That is a bug in our code; nothing was
 * charged.
 */
async function reportReusedIdempotencyKey(
  context: PayingContext,
  { id: purchaseId }: StoredPurchase,
  error: unknown,
): Promise<never> {
  if (error instanceof IdempotencyKeyReused) {
    await reportAnomaly(context.db, context, {
      kind: 'payment-key-reused',
      subject: purchaseId,
      detail: { purchaseId },
    })
  }
  throw error
}

/** Syncs a payment that can no longer be made, so that a new purchase can start. */
async function syncUnpayable(context: PayingContext, purchase: StoredPurchase) {
  const outcome = await syncPurchase(context, purchase.id)
  if (outcome === 'paid') throw new Refused('already-paid')
  if (outcome === 'missing') await markAbandoned(context, purchase.id)
  if (outcome === 'processing') throw new Refused('payment-processing')
  // If money has arrived, an administrator must decide first.
  if (outcome === 'mismatch') await cancelUnpaidOrRefuse(context, purchase)
}
