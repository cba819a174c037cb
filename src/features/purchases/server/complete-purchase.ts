import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { canComplete, decideBilledPeriod, decidePeriod, delayedDays, seriesOf } from '../rules.ts'
import { type CompletionFacts, lockForCompletion, writeCompletion } from './completion-store.ts'
import { describeInvoice } from './describe-invoice.ts'
import { sendPurchaseLetterJob } from './jobs.ts'

/** Who takes the money, as far as papers have to know: those of the sandbox and of test keys say that they are a test. */
type PaymentContext = Context & { provider: { isLive: boolean } }

type Paid = {
  purchaseId: string
  paidAt: Date
  /** Of a subscription: the period that the provider has charged for. */
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
  // Last, and one statement: everybody who pays waits for the series from here until this transaction ends.
  await writeCompletion(tx, {
    purchase,
    period: periodOf(facts, paidAt, billedPeriod),
    paidAt,
    isRenewal: facts.isRenewal,
    series: seriesOf(isTest, issuedAt),
    issuedAt,
    invoice: describeInvoice({ ...facts, isTest, paidAt }),
  })
  return 'completed'
}

function periodOf({ purchase, span, runsUntil }: CompletionFacts, paidAt: Date, billedPeriod: Paid['billedPeriod']) {
  if (billedPeriod) return decideBilledPeriod(billedPeriod, delayedDays(purchase.consent))
  return decidePeriod({ consent: purchase.consent, paidAt, runsUntil, span })
}
