import { startsAtOnce } from '#features/purchases/rules.ts'
import {
  findLastCompletion,
  findPendingPurchase,
  findPurchase,
  insertPurchase,
  rememberPaymentIntent,
  type StoredPurchase,
  showPurchase,
} from '#features/purchases/server/public.ts'
import { addressKey, type Limit } from '#platform/server/limits.ts'
import type { BodyOf, ResponseOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type * as contract from '../contract.ts'
import type { Quote } from '../contract.ts'
import { ageToKeep, findAgeObstacle } from '../rules/guardian.ts'
import {
  decideConvergence,
  decideUnknownEnd,
  isEndKnown,
  isQuoteUnchanged,
  isSameAgreement,
  isSnapshotCurrent,
  isUpgradeUnchanged,
  paysInPounds,
} from '../rules.ts'
import { askWithCustomer } from './ask-with-customer.ts'
import { createFirstPayment, insertSubscribed } from './begin-subscription.ts'
import { convergePurchase } from './converge-purchase.ts'
import { hasTooManyDeclines } from './count-declined-card.ts'
import { getMemberQuote } from './get-member-quote.ts'
import { giveUpPurchase, markGivenUp } from './give-up-purchase.ts'
import { requireReadyToSell } from './list-sale-obstacles.ts'
import { noteOrigin } from './origin-store.ts'
import type { PayingContext } from './payments-context.ts'
import { KeyReused } from './provider-gateway.ts'
import { reportAnomaly } from './report-anomaly.ts'

type Request = BodyOf<typeof contract.startPurchase>
type NewPurchase = Parameters<typeof insertPurchase>[1]
type Started = ResponseOf<typeof contract.startPurchase>

/** Whoever begins payments over and over has to wait. */
const startsByMember: Limit = { name: 'start-purchase', attempts: 30, seconds: 900 }

/** So often other tabs may be in between, or an old payment in the way. */
const MAX_TRIES = 5

/** T1 and T2 of PAYMENTS §6.2: the row first, then the payment at the provider, never both in one transaction. */
export async function startPurchase(context: PayingContext, request: Request, address: string): Promise<Started> {
  const { actor, limits } = context
  await limits.count(startsByMember, actor.memberId)
  if (await hasTooManyDeclines(context, actor.memberId, addressKey(address))) throw new Refused('cards-declined')
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const started = await tryToStart(context, request, address)
    if (started) return started
  }
  throw new Refused('payment-processing')
}

/** @returns undefined where another tab was in between: what counts is how things stand now */
async function tryToStart(context: PayingContext, request: Request, address: string): Promise<Started | undefined> {
  const { db, now } = context
  const quote = await getMemberQuote(context, request)
  refuseMarket(quote, request)
  await requireReadyToSell(context, quote)
  if (quote.isSubscribed) throw new Refused('already-subscribed')
  if (!isQuoteUnchanged(request, quote)) throw new Refused('price-changed', quote)
  if (!isEndKnown(request, quote)) throw await refuseUnknownEnd(context, quote)
  refuseUpgrade(request, quote)
  const ageObstacle = findAgeObstacle(quote, request.isUnder18)
  if (ageObstacle) throw new Refused(ageObstacle, quote)

  const purchase = await openPurchase(context, request, quote)
  if (purchase) await noteOrigin(db, { purchaseId: purchase.id, addressKey: addressKey(address), notedAt: now() })
  const clientSecret = purchase && ((await findSecret(context, purchase)) ?? (await createSecret(context, purchase)))
  return clientSecret ? { purchase: showPurchase(purchase, now()), clientSecret } : undefined
}

function refuseMarket({ price }: Quote, { buyer }: Request) {
  if (price.market !== 'uk' && paysInPounds(buyer.country)) throw new Refused('uk-buyer-pays-pounds')
}

/** What goes back for the old package was read before paying, and the new one takes its place at once. */
function refuseUpgrade({ upgrade, consents, buyer }: Request, quote: Quote) {
  if (!upgrade) return
  if (!isUpgradeUnchanged(upgrade, quote)) throw new Refused('upgrade-changed', quote)
  if (!startsAtOnce({ consent: consents, buyer })) throw new Refused('upgrade-starts-now')
}

/**
 * The member's open purchase of this package on the terms offered now: the one there is, or a new one.
 * @returns undefined where another tab has begun one on other terms, or ended one, in the same moment
 */
async function openPurchase(
  context: PayingContext,
  request: Request,
  quote: Quote,
): Promise<StoredPurchase | undefined> {
  const { db, actor, now, provider } = context
  const age = ageToKeep(quote, request.isUnder18)
  // The profile's word counts before the answer.
  const asked = { ...request, isUnder18: age?.isUnder18 ?? null }
  const open = await findPendingPurchase(db, actor.memberId, request.packageId)
  if (open && (await canGoOn(context, open, asked, quote))) return open
  const id = await insert(context, quote, {
    memberId: actor.memberId,
    packageId: request.packageId,
    packageVersion: quote.package.version,
    price: quote.price,
    consent: { ...request.consents, at: now() },
    paymentMode: provider.mode,
    buyer: request.buyer,
    age,
    subscriptionId: null,
    upgrade: request.upgrade && quote.upgrade,
    createdAt: now(),
  })
  if (id) await refuseIfPaidMeanwhile(context, request, id)
  // A double click or a second tab was faster: its row is as good.
  const purchase = id ? await findPurchase(db, id) : await findPendingPurchase(db, actor.memberId, request.packageId)
  return purchase && isSameAgreement(purchase, asked) ? purchase : undefined
}

/** Is the open purchase the one that was asked for? Another one is given up, so that the way is free. */
async function canGoOn(context: PayingContext, open: StoredPurchase, asked: Request, quote: Quote): Promise<boolean> {
  const { now, provider } = context
  const offered = { packageVersion: quote.package.version, price: quote.price, paymentMode: provider.mode }
  const isSame = isSameAgreement(open, asked)
  if (isSame && isSnapshotCurrent(open, offered, now())) return true
  if (!isSame && !asked.givesUpOther) await refuseWhileAtBank(context, open)
  await giveUp(context, open)
  return false
}

function insert(context: PayingContext, { package: offer, runsUntil }: Quote, purchase: NewPurchase) {
  if (offer.billing === 'once') return insertPurchase(context.db, purchase)
  return insertSubscribed(context, purchase, runsUntil === null ? undefined : new Date(runsUntil))
}

/** Giving up a payment while its bank is asked is for the person to decide. */
async function refuseWhileAtBank({ provider }: PayingContext, { paymentIntentId, paymentMode }: StoredPurchase) {
  if (!paymentIntentId || paymentMode !== provider.mode) return
  const payment = await provider.findPayment(paymentIntentId)
  if (payment?.isAtBank) throw new Refused('payment-at-bank')
}

/** Another tab's payment was completed between the look at what the member has and the new row. */
async function refuseIfPaidMeanwhile(context: PayingContext, request: Request, id: string) {
  const quote = await getMemberQuote(context, request)
  if (isEndKnown(request, quote)) return
  await markGivenUp(context, id)
  throw await refuseUnknownEnd(context, quote)
}

/** With the new quote, so that the page can say from when what is bought once more would run. */
async function refuseUnknownEnd({ db, actor, now }: PayingContext, quote: Quote) {
  const completedAt = await findLastCompletion(db, actor.memberId, quote.package.id)
  return new Refused(decideUnknownEnd(completedAt, now()), quote)
}

/** A payment on old terms is cancelled at the provider first: if it was paid a moment ago, it counts as paid. */
async function giveUp(context: PayingContext, purchase: StoredPurchase) {
  const outcome = await giveUpPurchase(context, purchase)
  if (outcome === 'paid') throw new Refused('already-paid')
  if (outcome === 'under-way') throw new Refused('payment-processing')
}

/** The secret of the payment there is. */
async function findSecret(context: PayingContext, purchase: StoredPurchase): Promise<string | undefined> {
  if (!purchase.paymentIntentId) return undefined
  const payment = await context.provider.findPayment(purchase.paymentIntentId)
  const outcome = payment && decideConvergence(purchase, payment).outcome
  if (payment && (outcome === 'open' || outcome === 'at-bank')) return payment.clientSecret
  await settle(context, purchase)
}

/** @returns undefined where the purchase was given up meanwhile, in another tab: a new one is needed */
async function createSecret(context: PayingContext, purchase: StoredPurchase): Promise<string | undefined> {
  if (purchase.paymentIntentId) return undefined
  const { subscriptionId } = purchase
  if (subscriptionId) return createFirstPayment(context, { ...purchase, subscriptionId })
  const { db, provider } = context
  const payment = await askWithCustomer(context, (customerId) =>
    provider.createPayment({ ...purchase, customerId }),
  ).catch((error: unknown) => reportReusedKey(context, purchase, error))
  if (await rememberPaymentIntent(db, purchase.id, payment.id)) return payment.clientSecret
  await provider.cancelPayment(payment.id)
}

/** The provider refuses figures that differ from those asked for before: a fault of ours, and nothing was charged. */
async function reportReusedKey(
  context: PayingContext,
  { id: purchaseId }: StoredPurchase,
  error: unknown,
): Promise<never> {
  if (error instanceof KeyReused) {
    await reportAnomaly(context.db, context, {
      kind: 'payment-key-reused',
      subject: purchaseId,
      detail: { purchaseId },
    })
  }
  throw error
}

/** Follows the provider on a payment that cannot be made as it stands. Afterwards the way to a new one is free. */
async function settle(context: PayingContext, purchase: StoredPurchase) {
  const outcome = await convergePurchase(context, purchase.id)
  if (outcome === 'paid') throw new Refused('already-paid')
  if (outcome === 'missing') await markGivenUp(context, purchase.id)
  if (outcome === 'processing') throw new Refused('payment-processing')
  // With money in it a person has to look first.
  if (outcome === 'mismatch') await giveUp(context, purchase)
}
