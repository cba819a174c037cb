import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { announceMail } from '#platform/server/mail/queue-mail.ts'
import { canComplete, decidePeriod, referenceOf, seriesOf } from '../rules.ts'
import { lockForCompletion, takeNumber, writeCompletion } from './completion-store.ts'
import { describeInvoice } from './describe-invoice.ts'
import { purchaseLetter } from './emails.ts'

/**
 * The one place where a purchase becomes a package: number, invoice, entitlement and mail, all in the paying
 * transaction. Asking again changes nothing.
 */
export async function completePurchase(tx: Db, context: Context, purchaseId: string, paidAt: Date): Promise<void> {
  const facts = await lockForCompletion(tx, purchaseId, paidAt)
  if (!facts) throw new Error(`Purchase ${purchaseId} is missing`)
  const { purchase, span, runsUntil } = facts
  if (!canComplete(purchase.status)) return

  const period = decidePeriod({ consent: purchase.consent, paidAt, runsUntil, span })
  const issuedAt = context.now()
  const mailId = await announceMail(tx, context)
  // Last, and short: everybody who pays waits for the series until this transaction ends.
  const series = seriesOf(purchase.paymentMode, issuedAt)
  const number = await takeNumber(tx, series)
  const reference = referenceOf(series, number)
  const content = describeInvoice({ ...facts, reference, paidAt })
  const letter = purchaseLetter({ ...facts, invoice: content, period, issuedAt, publicUrl: context.publicUrl })
  await writeCompletion(tx, {
    purchase,
    period,
    reference,
    paidAt,
    invoice: { series, number, issuedAt, content },
    mail: { ...letter, id: mailId, reason: `purchase-confirmation:${purchaseId}`, createdAt: issuedAt },
  })
}
