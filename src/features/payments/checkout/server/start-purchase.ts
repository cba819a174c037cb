import { showPurchase } from '#features/purchases/server/public.ts'
import { addressKey } from '#platform/server/rate-limit/client-address.ts'
import type { RateLimit } from '#platform/server/rate-limit/rate-limits.ts'
import type { BodyOf, ResponseOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import { hasTooManyDeclines } from '../../server/card-rate-limit.ts'
import type { SellingContext } from '../../server/payments-context.ts'
import { recordPaymentNetwork } from '../../server/store.ts'
import type * as contract from '../contract.ts'
import type { Quote } from '../contract.ts'
import { findStartRefusal } from '../rules/start-refusal.ts'
import { findOrCreatePurchase, findOwnedRefusal } from './find-or-create-purchase.ts'
import { getMemberQuote } from './get-quote.ts'
import { findOrCreateSecret } from './payment-secret.ts'
import { findSaleRefusal } from './sale-blockers.ts'

type Request = BodyOf<typeof contract.startPurchase>
type StartedPurchase = ResponseOf<typeof contract.startPurchase>

/** Limits card testing: 30 attempts per member in 15 minutes. */
const memberRateLimit: RateLimit = { name: 'start-purchase', attempts: 30, seconds: 900 }

/** Another tab may pay, cancel or reprice between our reads; we then start over. */
const MAX_ATTEMPTS = 5

/** T1 and T2 of PAYMENTS §6.2: create the row first, then the payment at Stripe, never in one transaction. */
export async function startPurchase(
  context: SellingContext,
  request: Request,
  address: string,
): Promise<StartedPurchase> {
  await requireFewAttempts(context, address)
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const started = await tryStart(context, request, address)
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
async function tryStart(
  context: SellingContext,
  request: Request,
  address: string,
): Promise<StartedPurchase | undefined> {
  const { db, now } = context
  const quote = await getMemberQuote(context, request)
  await requireStartable(context, request, quote)
  const purchase = await findOrCreatePurchase(context, request, quote)
  if (!purchase) return undefined
  await recordPaymentNetwork(db, { purchaseId: purchase.id, addressKey: addressKey(address), recordedAt: now() })
  const clientSecret = await findOrCreateSecret(context, purchase)
  return clientSecret ? { purchase: showPurchase(purchase, now()), clientSecret } : undefined
}

async function requireStartable(context: SellingContext, request: Request, quote: Quote) {
  const refusal = findStartRefusal(request, quote, {
    notForSale: await findSaleRefusal(context, quote),
    owned: await findOwnedRefusal(context, request, quote),
  })
  if (refusal) throw new Refused(refusal.reason, refusal.detail)
}
