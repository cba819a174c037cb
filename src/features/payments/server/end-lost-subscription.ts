import { endHere, lockSubscription } from '#features/purchases/server/public.ts'
import type { PaymentsContext } from './payments-context.ts'
import { tellOfLoss } from './tell-of-subscription.ts'

/**
 * Ends a subscription that the provider does not know, here alone, and only where somebody wants it to end: its member,
 * whoever gave its money back, or the administrator who closes the case. Should the provider know it again, because it
 * was asked with the keys of another account, it is ended there as soon as it is read.
 */
export async function endLostSubscription(context: PaymentsContext, subscriptionId: string): Promise<void> {
  const { db, now } = context
  await db.transaction().execute(async (tx) => {
    const before = await lockSubscription(tx, subscriptionId)
    if (before.endedAt) return
    await endHere(tx, subscriptionId, now())
    await tellOfLoss(tx, context, before)
  })
}
