import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { canComplete, decidePeriod, seriesOf } from '../rules.ts'
import { type CompletionFacts, lockForCompletion, writeCompletion } from './completion-store.ts'
import { describeInvoice } from './describe-invoice.ts'
import { sendPurchaseLetterJob } from './jobs.ts'
import { endPackage } from './return-store.ts'

/** Who takes the money, as far as papers have to know: those of the sandbox and of test keys say that they are a test. */
type PaymentContext = Context & { provider: { isLive: boolean } }

type Paid = {
  purchaseId: string
  paidAt: Date
  /** Of a subscription: from when to when it may be used for what the provider has charged. */
  billedPeriod?: { startsAt: Date; endsAt: Date }
}

/**
 * The one place where a purchase becomes a package: number, invoice, entitlement, what it grants and the work of
 * confirming it by mail, all in the paying transaction. Asking again changes nothing.
 * @returns 'member-gone' where nothing was written because whoever bought has deleted the account
 */
export async function completePurchase(
  tx: Db,
  context: PaymentContext,
  { purchaseId, paidAt, billedPeriod }: Paid,
): Promise<'completed' | 'completed-before' | 'member-gone'> {
  const facts = await lockForCompletion(tx, purchaseId, paidAt)
  if (!facts) throw new Error(`Purchase ${purchaseId} is missing`)
  const { purchase } = facts
  if (!canComplete(purchase.status)) return 'completed-before'
  if (facts.isBuyerGone) return 'member-gone'

  const issuedAt = context.now()
  const isTest = !context.provider.isLive
  await context.jobs.send(tx, sendPurchaseLetterJob, { purchaseId })
  if (purchase.upgrade) await endPackage(tx, purchase.upgrade.purchaseId, paidAt)
  // Last, and one statement: everybody who pays waits for the series from here until this transaction ends.
  await writeCompletion(tx, {
    purchase,
    period: billedPeriod ?? periodOf(facts, paidAt),
    paidAt,
    isRenewal: facts.isRenewal,
    series: seriesOf(isTest, issuedAt),
    issuedAt,
    invoice: describeInvoice({ ...facts, isTest, paidAt, billedPeriod }),
  })
  return 'completed'
}

function periodOf({ purchase, span, runsUntil }: CompletionFacts, paidAt: Date) {
  return decidePeriod({ agreement: purchase, paidAt, runsUntil, span })
}
