import { listAllPurchases, listSubscriptionsOf, type StoredPurchase } from '#features/purchases/server/public.ts'
import type { DataSubject } from '#platform/server/personal-data.ts'
import { Refused } from '#platform/shared/refused.ts'
import { endSubscription } from './end-subscription.ts'
import { giveUpPurchase } from './give-up-purchase.ts'
import type { PaymentsContext } from './payments-context.ts'

/**
 * Before somebody leaves: what they began to pay, and what would be charged again, is cancelled at the provider first,
 * which decides the race between paying and cancelling.
 * @throws Refused where a payment is under way, or has just arrived: leaving would end what it buys
 */
export async function closeOpenPayments(context: PaymentsContext, { memberId }: DataSubject): Promise<void> {
  const purchases = await listAllPurchases(context.db, memberId)
  for (const purchase of purchases) if (purchase.status === 'pending') await close(context, purchase)
  for (const subscription of await listSubscriptionsOf(context.db, memberId)) {
    await endSubscription(context, subscription.id)
  }
}

async function close(context: PaymentsContext, purchase: StoredPurchase) {
  const outcome = await giveUpPurchase(context, purchase)
  if (outcome === 'paid') throw new Refused('payment-arrived')
  if (outcome === 'under-way') throw new Refused('payment-processing')
}
