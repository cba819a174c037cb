import type { StoredPurchase } from '#features/purchases/server/public.ts'
import { isAbandoned } from '../rules.ts'
import { convergePurchase } from './converge-purchase.ts'
import { cancelAtProvider, markGivenUp } from './give-up-purchase.ts'
import type { PaymentsContext } from './payments-context.ts'
import { reconcileRefunds } from './reconcile-refunds.ts'
import { reconcileSubscriptions } from './reconcile-subscriptions.ts'
import { walkPendingPurchases } from './walk-pending-purchases.ts'

/** The return page and the webhook get this long before we ask by ourselves. */
const QUIET_MINUTES = 2

/** Whatever was lost on the way, nobody who paid stays without a package (PAYMENTS §6.7). */
export async function reconcilePayments(context: PaymentsContext, { isAtStart = false } = {}): Promise<void> {
  // Whoever was in the middle of paying when the process ended has nobody else left who would ask.
  const quietSince = new Date(context.now().getTime() - (isAtStart ? 0 : QUIET_MINUTES * 60_000))
  for await (const purchase of walkPendingPurchases(context, quietSince)) {
    // One purchase that fails must not keep the others waiting.
    await reconcile(context, purchase).catch((error: unknown) => {
      context.log.error({ purchaseId: purchase.id, error: String(error) }, 'a purchase could not be reconciled')
    })
  }
  await reconcileSubscriptions(context)
  await reconcileRefunds(context, quietSince)
}

async function reconcile(context: PaymentsContext, purchase: StoredPurchase) {
  const abandoned = isAbandoned(purchase.createdAt, context.now())
  if (abandoned) await cancelAtProvider(context, purchase)
  const outcome = await convergePurchase(context, purchase.id)
  const cannotBePaid = !purchase.paymentIntentId || outcome === 'missing'
  if (abandoned && cannotBePaid) await markGivenUp(context, purchase.id)
}
