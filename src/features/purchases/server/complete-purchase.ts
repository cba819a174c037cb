import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { toInvoiceSequence } from '../documents/rules.ts'
import { describeInvoice } from '../documents/server/describe-invoice.ts'
import { canComplete, decidePeriod } from '../rules.ts'
import { lockForCompletion, writeCompletion } from './completion-store.ts'
import { endPackage } from './refund-store.ts'
import { sendPurchaseConfirmationQueue } from './send-purchase-confirmation.ts'

/** Documents show whether real money was paid: those from the sandbox or test keys are marked as a test. */
type PaymentContext = Context & { provider: { isLive: boolean } }

type Payment = {
  purchaseId: string
  paidAt: Date
  /** The period that Stripe charged, if the purchase belongs to a subscription. */
  billedPeriod?: { startsAt: Date; endsAt: Date }
}

/**
 * The only place where a purchase becomes a package. The number, invoice, entitlement, ledger entries and confirmation
 * email job are written in the transaction that records the payment. Calling it again changes nothing.
 * @returns 'member-gone' if the account was deleted, so that nothing was written
 */
export async function completePurchase(
  tx: Db,
  context: PaymentContext,
  { purchaseId, paidAt, billedPeriod }: Payment,
): Promise<'completed' | 'completed-before' | 'member-gone'> {
  const facts = await lockForCompletion(tx, purchaseId, paidAt)
  if (!facts) throw new Error(`Purchase ${purchaseId} is missing`)
  const { purchase } = facts
  if (!canComplete(purchase.status)) return 'completed-before'
  if (facts.isBuyerGone) return 'member-gone'

  const issuedAt = context.now()
  const isTest = !context.provider.isLive
  await context.jobs.send(tx, sendPurchaseConfirmationQueue, { purchaseId })
  if (purchase.upgrade) await endPackage(tx, purchase.upgrade.purchaseId, paidAt)
  // Write this last and in one statement, because every other payment has to wait for the number sequence until this
  // transaction ends.
  await writeCompletion(tx, {
    purchase,
    period: billedPeriod ?? decidePeriod({ agreement: purchase, paidAt, runsUntil: facts.runsUntil, span: facts.span }),
    paidAt,
    isRenewal: facts.isRenewal,
    sequence: toInvoiceSequence(isTest, issuedAt),
    issuedAt,
    invoice: describeInvoice({ ...facts, isTest, paidAt, billedPeriod }),
  })
  return 'completed'
}
