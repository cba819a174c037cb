import { sendEmail } from '#features/company/server/public.ts'
import { notifyAccount } from '#features/notifications/server/public.ts'
import { restorePackage, type StoredPurchase } from '#features/purchases/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { formatMoney } from '#platform/shared/format-money.ts'
import { reportAnomaly } from '../../anomalies/server/report-anomaly.ts'
import { listPurchaseDisputes } from '../../disputes/server/store.ts'
import type { PaymentsContext } from '../../server/payments-context.ts'
import { refundFailedAlert, refundFailedEmail } from './emails.ts'
import { listPurchaseRefunds, type StoredRefund, saveRefundStep } from './store.ts'

type FailedRefund = {
  purchase: StoredPurchase
  refund: StoredRefund
  providerId: string | null
  reason: string
}

/**
 * Records a refund that Stripe refused or the bank returned, in the transaction that locks the purchase. If this refund
 * had ended the package, the package is reinstated. Notifies the company and, if they are expecting the money, the
 * member.
 */
export async function recordFailedRefund(
  tx: Db,
  context: PaymentsContext,
  { purchase, refund, providerId, reason }: FailedRefund,
): Promise<void> {
  const settledAt = context.now()
  await saveRefundStep(tx, refund.id, { status: 'failed', providerId, failureReason: reason, settledAt })
  if (refund.endsAccess) await restoreAccess(tx, purchase.id, settledAt)
  await notifyRefundFailed(tx, context, { purchase, refund, reason })
  const { id: refundId, amount, currency } = refund
  context.log.error({ purchaseId: purchase.id, refundId, reason }, 'refund failed')
  const detail = { purchaseId: purchase.id, amount, currency, reason }
  await reportAnomaly(tx, context, { kind: 'refund-failed', subject: refundId, detail })
}

/** Reinstates the package unless another refund or a lost dispute has ended it. */
async function restoreAccess(tx: Db, purchaseId: string, now: Date) {
  const ending = (await listPurchaseRefunds(tx, purchaseId)).filter(({ endsAccess }) => endsAccess)
  const disputes = await listPurchaseDisputes(tx, purchaseId)
  if (ending.some(({ status }) => status !== 'failed') || disputes.some(({ status }) => status === 'lost')) return
  await restorePackage(tx, purchaseId, { endedAt: ending.map(({ requestedAt }) => requestedAt), now })
}

/** The company is always notified; the member only if they are expecting the money. */
async function notifyRefundFailed(
  tx: Db,
  context: PaymentsContext,
  { purchase, refund, reason }: Pick<FailedRefund, 'purchase' | 'refund' | 'reason'>,
) {
  const facts = { purchase, refund, isLive: context.provider.isLive }
  await sendEmail(tx, context, `refund-failed-alert:${refund.id}`, (site) =>
    refundFailedAlert({ ...facts, ...site, reason }),
  )
  const isExpected = refund.providerId !== null || refund.kind === 'withdrawal' || refund.kind === 'upgrade'
  if (!isExpected) return
  await notifyAccount(tx, context, purchase.memberId, (buyer) => ({
    reason: `refund-failed:${refund.id}`,
    title: 'Refund failed',
    text: `We couldn’t refund ${formatMoney(refund.amount, refund.currency)} for ${purchase.packageTitle}. We’ll email you to arrange the refund another way.`,
    path: purchase.entitlementId ? `/portal/packages/${purchase.entitlementId}` : '/portal/packages',
    email: (site) => refundFailedEmail({ ...facts, ...site, buyer }),
  }))
}
