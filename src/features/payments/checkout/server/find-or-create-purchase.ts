import {
  findLastCompletion,
  findPendingPurchase,
  findPurchase,
  insertPurchase,
  type StoredPurchase,
} from '#features/purchases/server/public.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import { toRecordedAge } from '../../guardians/rules.ts'
import type { PayingContext } from '../../server/payments-context.ts'
import { startSubscription } from '../../subscriptions/server/start-subscription.ts'
import type { Quote, startPurchase } from '../contract.ts'
import {
  decideOwnedPackageRefusal,
  isOwnedPackageShown,
  isSameTerms,
  isSnapshotCurrent,
  toRecordedStart,
} from '../rules.ts'
import { cancelUnpaidOrRefuse, markAbandoned } from './cancel-purchase.ts'
import { getMemberQuote } from './get-quote.ts'

type Request = BodyOf<typeof startPurchase>
type NewPurchase = Parameters<typeof insertPurchase>[1]

/**
 * Returns the member's pending purchase if it has the current terms, or creates one.
 * @returns undefined if another tab started a purchase on other terms, or ended one, at the same moment
 */
export async function findOrCreatePurchase(
  context: PayingContext,
  request: Request,
  quote: Quote,
): Promise<StoredPurchase | undefined> {
  const { db, actor, now, provider } = context
  const age = toRecordedAge(quote, request.isUnder18)
  // The date of birth in the profile takes precedence over the answer in the form.
  const requestedTerms = { ...request, isUnder18: age?.isUnder18 ?? null }
  const pending = await findPendingPurchase(db, actor.memberId, request.packageId)
  if (pending && (await canReusePurchase(context, pending, requestedTerms, quote))) return pending
  const id = await insert(context, quote, {
    memberId: actor.memberId,
    packageId: request.packageId,
    packageVersion: quote.package.version,
    price: quote.price,
    consent: { version: request.consents.version, start: toRecordedStart(request), at: now() },
    paymentMode: provider.mode,
    buyer: request.buyer,
    age,
    subscriptionId: null,
    upgrade: request.upgrade && quote.upgrade,
    createdAt: now(),
  })
  if (id) await requireNotJustPaid(context, request, id)
  // A second request created the row first; use that one.
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

/** Another tab may have completed its payment between our check of owned packages and the new row. */
async function requireNotJustPaid(context: PayingContext, request: Request, id: string) {
  const quote = await getMemberQuote(context, request)
  const reason = await findOwnedRefusal(context, request, quote)
  if (!reason) return
  await markAbandoned(context, id)
  throw new Refused(reason, quote)
}

/** Returns null if the page already showed what the member owns. */
export async function findOwnedRefusal({ db, actor, now }: PayingContext, request: Request, quote: Quote) {
  if (isOwnedPackageShown(request, quote)) return null
  return decideOwnedPackageRefusal(await findLastCompletion(db, actor.memberId, quote.package.id), now())
}
