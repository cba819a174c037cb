import { findAccount } from '#features/accounts/server/public.ts'
import { findPackageVersion } from '#features/catalogue/server/public.ts'
import { readCompany } from '#features/company/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { queueMail } from '#platform/server/mail/queue-mail.ts'
import { canComplete, decidePeriod, referenceOf, seriesOf } from '../rules.ts'
import { takeNumber } from './document-store.ts'
import { purchaseLetter } from './emails.ts'
import { findRunningEnd, insertEntitlement } from './entitlement-store.ts'
import { issueInvoice } from './issue-invoice.ts'
import { lockPurchase, markCompleted } from './store.ts'

/**
 * The one place where a purchase becomes a package: number, invoice, entitlement and mail, all in the paying
 * transaction. Asking again changes nothing.
 */
export async function completePurchase(tx: Db, context: Context, purchaseId: string, paidAt: Date): Promise<void> {
  const purchase = await lockPurchase(tx, purchaseId)
  if (!purchase) throw new Error(`Purchase ${purchaseId} is missing`)
  if (!canComplete(purchase.status)) return

  const version = await findPackageVersion(tx, purchase.packageId, purchase.packageVersion)
  const buyer = await findAccount(tx, purchase.memberId)
  if (!version || !buyer) throw new Error(`Purchase ${purchaseId} has lost its package or its member`)
  const company = await readCompany(tx)
  const issuedAt = context.now()
  const period = decidePeriod({
    consent: purchase.consent,
    contractMadeAt: purchase.createdAt,
    paidAt,
    runsUntil: await findRunningEnd(tx, purchase.memberId, purchase.packageId, paidAt),
    span: version.span,
  })

  await insertEntitlement(tx, {
    memberId: purchase.memberId,
    packageId: purchase.packageId,
    packageVersion: purchase.packageVersion,
    purchaseId,
    ...period,
  })
  // Last, because everybody who pays waits for this row until the transaction ends.
  const series = seriesOf(purchase.paymentMode, issuedAt)
  const number = await takeNumber(tx, series)
  const reference = referenceOf(series, number)
  await markCompleted(tx, purchaseId, { reference, at: paidAt })
  const invoice = await issueInvoice(tx, { purchase, buyer, company, series, number, reference, paidAt, issuedAt })
  const letter = purchaseLetter({ purchase, buyer, company, invoice, period, issuedAt, publicUrl: context.publicUrl })
  await queueMail(tx, context, `purchase-confirmation:${purchaseId}`, letter)
}
