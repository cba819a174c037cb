import { listPendingPurchases, markCancelled, type StoredPurchase } from '#features/purchases/server/public.ts'
import { isAbandoned } from '../rules.ts'
import { convergePurchase } from './converge-purchase.ts'
import type { PaymentsContext } from './payments-context.ts'

/** The return page and the webhook get this long before we ask by ourselves. */
const QUIET_MINUTES = 2

const BATCH = 200

/** Whatever was lost on the way, nobody who paid stays without a package (PAYMENTS §6.7). */
export async function reconcilePayments(context: PaymentsContext, { isAtStart = false } = {}): Promise<void> {
  // Whoever was in the middle of paying when the process ended has nobody else left who would ask.
  const quietSince = new Date(context.now().getTime() - (isAtStart ? 0 : QUIET_MINUTES * 60_000))
  for (const purchase of await listPendingPurchases(context.db, quietSince, BATCH)) {
    // One purchase that fails must not keep the others waiting.
    await reconcile(context, purchase).catch((error: unknown) => {
      context.log.error({ purchaseId: purchase.id, error: String(error) }, 'a purchase could not be reconciled')
    })
  }
}

async function reconcile(context: PaymentsContext, purchase: StoredPurchase) {
  if (purchase.paymentMode !== context.provider.mode) return
  const abandoned = isAbandoned(purchase.createdAt, context.now())
  if (abandoned && purchase.paymentIntentId) await context.provider.cancelPayment(purchase.paymentIntentId)
  const outcome = await convergePurchase(context, purchase.id)
  const cannotBePaid = !purchase.paymentIntentId || outcome === 'missing'
  if (abandoned && cannotBePaid) await markCancelled(context.db, purchase.id)
}
