import { getMe } from '#features/accounts/server/public.ts'
import {
  findPendingPurchase,
  findPurchase,
  insertPurchase,
  markCancelled,
  rememberPaymentIntent,
  type StoredPurchase,
  showPurchase,
  updateConsent,
} from '#features/purchases/server/public.ts'
import type { Limit } from '#platform/server/limits.ts'
import type { BodyOf, ResponseOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type * as contract from '../contract.ts'
import type { Quote } from '../contract.ts'
import { isQuoteUnchanged, isSnapshotCurrent } from '../rules.ts'
import { convergePurchase } from './converge-purchase.ts'
import { getQuote } from './get-quote.ts'
import type { PayingContext } from './payments-context.ts'
import { findCustomerId, insertCustomer } from './store.ts'

type Request = BodyOf<typeof contract.startPurchase>
type Started = ResponseOf<typeof contract.startPurchase>

/** PAYMENTS §7.2, 34: whoever tries stolen cards one after the other is stopped. */
const startsByMember: Limit = { name: 'start-purchase', attempts: 30, seconds: 900 }

/** T1 and T2 of PAYMENTS §6.2: the row first, then the payment at the provider, never both in one transaction. */
export async function startPurchase(context: PayingContext, request: Request): Promise<Started> {
  await context.limits.count(startsByMember, context.actor.memberId)
  const quote = await getQuote(context, request)
  refuseUnsellable(quote)
  if (!isQuoteUnchanged(request, quote)) throw new Refused('price-changed', quote)

  const purchase = await openPurchase(context, request, quote)
  return (await payable(context, purchase)) ?? startPurchase(context, request)
}

function refuseUnsellable({ package: { billing }, price }: Quote) {
  if (billing === 'monthly') throw new Refused('subscription-not-open')
  if (price.market !== 'uk') throw new Refused('market-not-open')
}

/** The member's open purchase of this package on the terms offered now: the one there is, or a new one. */
async function openPurchase(context: PayingContext, request: Request, quote: Quote): Promise<StoredPurchase> {
  const { db, actor, now, provider } = context
  const consent = { ...request.consents, at: now() }
  const open = await findPendingPurchase(db, actor.memberId, request.packageId)
  if (open) {
    const offered = { packageVersion: quote.package.version, price: quote.price, paymentMode: provider.mode }
    if (isSnapshotCurrent(open, offered, now())) {
      await updateConsent(db, open.id, consent)
      return open
    }
    await giveUp(context, open)
  }
  const id = await insertPurchase(db, {
    memberId: actor.memberId,
    packageId: request.packageId,
    packageVersion: quote.package.version,
    price: quote.price,
    consent,
    paymentMode: provider.mode,
    createdAt: now(),
  })
  // A double click or a second tab was faster: its row is as good.
  const purchase = id ? await findPurchase(db, id) : await findPendingPurchase(db, actor.memberId, request.packageId)
  if (!purchase) throw new Refused('already-paid')
  return purchase
}

/** A payment on old terms is cancelled at the provider first: if it was paid a moment ago, it counts as paid. */
async function giveUp(context: PayingContext, { id, paymentIntentId }: StoredPurchase) {
  if (!paymentIntentId) return markCancelled(context.db, id)
  await context.provider.cancelPayment(paymentIntentId)
  refusePaid(await convergePurchase(context, id))
}

/** @returns undefined where the payment was cancelled behind our back, so that a new purchase is needed */
async function payable(context: PayingContext, purchase: StoredPurchase): Promise<Started | undefined> {
  const { db, provider } = context
  if (!purchase.paymentIntentId) {
    const customerId = await customerOf(context)
    const payment = await provider.createPayment({ ...purchase, customerId })
    await rememberPaymentIntent(db, purchase.id, payment.id)
    return { purchase: showPurchase(purchase), clientSecret: payment.clientSecret }
  }
  const payment = await provider.findPayment(purchase.paymentIntentId)
  if (payment.status === 'open') return { purchase: showPurchase(purchase), clientSecret: payment.clientSecret }
  refusePaid(await convergePurchase(context, purchase.id))
  return undefined
}

function refusePaid(outcome: Awaited<ReturnType<typeof convergePurchase>>) {
  if (outcome === 'paid') throw new Refused('already-paid')
  if (outcome === 'processing') throw new Refused('payment-processing')
}

async function customerOf(context: PayingContext): Promise<string> {
  const { db, actor, provider } = context
  const known = await findCustomerId(db, actor.memberId, provider.mode)
  if (known) return known
  const { firstName, lastName, email } = await getMe(context)
  const customerId = await provider.createCustomer({ id: actor.memberId, name: `${firstName} ${lastName}`, email })
  await insertCustomer(db, actor.memberId, provider.mode, customerId)
  return customerId
}
