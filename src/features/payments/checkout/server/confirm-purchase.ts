import { findMemberPurchase, showPurchase } from '#features/purchases/server/public.ts'
import type { RateLimit } from '#platform/server/rate-limit/rate-limits.ts'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { PayingContext } from '../../server/payments-context.ts'
import type * as contract from '../contract.ts'
import { syncPurchase } from './sync-purchase.ts'

type Confirmation = ResponseOf<typeof contract.confirmPurchase>

/** Each call queries Stripe. The page polls for twenty seconds after a payment, and again whenever it is opened. */
const memberRateLimit: RateLimit = { name: 'confirm-purchase', attempts: 300, seconds: 900 }

/**
 * Completes the purchase if it is paid. Called by the checkout after a card payment, and by the confirmation page after
 * PayPal. The browser only triggers the check; the state comes from Stripe.
 */
export async function confirmPurchase(context: PayingContext, purchaseId: string): Promise<Confirmation> {
  const { db, actor, now, limits } = context
  const purchase = await findMemberPurchase(db, actor.memberId, purchaseId)
  if (!purchase) throw new Refused('purchase-not-found')
  if (purchase.status !== 'pending') return { ...showPurchase(purchase, now()), isOpen: false }
  await limits.count(memberRateLimit, actor.memberId)
  const outcome = await syncPurchase(context, purchaseId)
  const synced = (await findMemberPurchase(db, actor.memberId, purchaseId)) ?? purchase
  return { ...showPurchase(synced, now()), isOpen: outcome === 'open' }
}
