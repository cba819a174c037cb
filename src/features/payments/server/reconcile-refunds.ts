import { convergePurchase } from './converge-purchase.ts'
import { listDisputedPurchases } from './dispute-store.ts'
import type { PaymentsContext } from './payments-context.ts'
import { listOpenRefunds } from './refund-store.ts'
import { sendRefund } from './send-refund.ts'

/** Refunds whose work was lost are sent; those that take their time, and open disputes, are looked after. */
export async function reconcileRefunds(
  context: PaymentsContext,
  before: Date,
  isOurTurn: () => Promise<boolean>,
): Promise<void> {
  const { db, provider } = context
  for (const { id, purchaseId, status } of await listOpenRefunds(db, { paymentMode: provider.mode, before })) {
    if (!(await isOurTurn())) return
    await attempt(context, purchaseId, status === 'requested' ? sendRefund(context, id) : follow(context, purchaseId))
  }
  for (const purchaseId of await listDisputedPurchases(db, provider.mode)) {
    if (!(await isOurTurn())) return
    await attempt(context, purchaseId, follow(context, purchaseId))
  }
}

async function follow(context: PaymentsContext, purchaseId: string): Promise<void> {
  await convergePurchase(context, purchaseId)
}

/** One that fails must not keep the others waiting. */
async function attempt({ log }: PaymentsContext, purchaseId: string, work: Promise<void>): Promise<void> {
  await work.catch((error: unknown) => {
    log.error({ purchaseId, error: String(error) }, 'what goes back of a purchase could not be reconciled')
  })
}
