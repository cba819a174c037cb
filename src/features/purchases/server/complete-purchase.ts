import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { canComplete, decidePeriod, seriesOf } from '../rules.ts'
import { lockForCompletion, writeCompletion } from './completion-store.ts'
import { describeInvoice } from './describe-invoice.ts'
import { sendPurchaseLetterJob } from './jobs.ts'

/**
 * The one place where a purchase becomes a package: number, invoice, entitlement and the work of confirming it by
 * mail, all in the paying transaction. Asking again changes nothing.
 * @returns 'member-gone' where nothing was written because whoever bought has deleted the account
 */
export async function completePurchase(
  tx: Db,
  context: Context,
  purchaseId: string,
  paidAt: Date,
): Promise<'completed' | 'member-gone'> {
  const facts = await lockForCompletion(tx, purchaseId, paidAt)
  if (!facts) throw new Error(`Purchase ${purchaseId} is missing`)
  const { purchase, span, runsUntil } = facts
  if (!canComplete(purchase.status)) return 'completed'
  if (facts.isBuyerGone) return 'member-gone'

  const issuedAt = context.now()
  await context.jobs.send(tx, sendPurchaseLetterJob, { purchaseId })
  // Last, and one statement: everybody who pays waits for the series from here until this transaction ends.
  await writeCompletion(tx, {
    purchase,
    period: decidePeriod({ consent: purchase.consent, paidAt, runsUntil, span }),
    paidAt,
    series: seriesOf(purchase.paymentMode, issuedAt),
    issuedAt,
    invoice: describeInvoice({ ...facts, paidAt }),
  })
  return 'completed'
}
