import { findPurchase } from '#features/purchases/server/public.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { AnomalyRow } from './anomaly-store.ts'
import { convergePurchase } from './converge-purchase.ts'
import { convergeSubscription } from './converge-subscription.ts'
import { endLostSubscription } from './end-lost-subscription.ts'
import { cancelAtProvider, markGivenUp } from './give-up-purchase.ts'
import type { PaymentsContext } from './payments-context.ts'

/**
 * What nobody but a person could decide is over when that person closes the case: whoever it belongs to can buy again.
 * The provider is asked once more before, since it may have been put right there.
 */
export async function settleAnomaly(context: PaymentsContext, { kind, detail }: AnomalyRow): Promise<void> {
  const { purchaseId, subscriptionId } = detail as { purchaseId?: string; subscriptionId?: string }
  if (kind === 'payment-mismatch' && purchaseId) return giveUpContradiction(context, purchaseId)
  const isLost = kind === 'subscription-missing' || kind === 'subscription-mismatch'
  if (!isLost || !subscriptionId) return
  const standing = await convergeSubscription(context, subscriptionId)
  if (standing !== 'followed') await endLostSubscription(context, subscriptionId)
}

async function giveUpContradiction(context: PaymentsContext, purchaseId: string) {
  const purchase = await findPurchase(context.db, purchaseId)
  if (purchase?.status !== 'pending') return
  await cancelAtProvider(context, purchase)
  const outcome = await convergePurchase(context, purchaseId)
  // What becomes of it would not be told of once more.
  if (outcome === 'processing') throw new Refused('payment-processing')
  if (outcome === 'mismatch' || outcome === 'missing') await markGivenUp(context, purchaseId)
}
