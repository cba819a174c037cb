import { readCompany } from '#features/company/server/public.ts'
import { restorePackage, type StoredPurchase } from '#features/purchases/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { queueMail } from '#platform/server/mail/queue-mail.ts'
import { listDisputesOf } from './dispute-store.ts'
import { refundFailedAlert, refundFailedLetter } from './emails/refund.ts'
import type { PaymentsContext } from './payments-context.ts'
import { findBuyer, listRefundsOf, type StoredRefund, saveRefundStep } from './refund-store.ts'
import { reportAnomaly } from './report-anomaly.ts'

type Failed = {
  purchase: StoredPurchase
  refund: StoredRefund
  providerId: string | null
  reason: string
}

/**
 * A refund that the provider refuses, or that comes back from its bank, in the transaction that holds its purchase: the
 * package runs again if this ended it, and whoever has to do something about it is told.
 */
export async function failRefund(
  tx: Db,
  context: PaymentsContext,
  { purchase, refund, providerId, reason }: Failed,
): Promise<void> {
  const settledAt = context.now()
  await saveRefundStep(tx, refund.id, { status: 'failed', providerId, failureReason: reason, settledAt })
  if (refund.endsAccess) await restoreAccess(tx, purchase.id, settledAt)
  await tell(tx, context, { purchase, refund, reason })
  const { id: refundId, amount, currency } = refund
  context.log.error({ purchaseId: purchase.id, refundId, reason }, 'a refund failed')
  const detail = { purchaseId: purchase.id, amount, currency, reason }
  await reportAnomaly(tx, context, { kind: 'refund-failed', subject: refundId, detail })
}

/** Unless something else ends it: another refund, or a dispute that was lost. */
async function restoreAccess(tx: Db, purchaseId: string, now: Date) {
  const ending = (await listRefundsOf(tx, purchaseId)).filter(({ endsAccess }) => endsAccess)
  const disputes = await listDisputesOf(tx, purchaseId)
  if (ending.some(({ status }) => status !== 'failed') || disputes.some(({ status }) => status === 'lost')) return
  await restorePackage(tx, purchaseId, { endedAt: ending.map(({ requestedAt }) => requestedAt), now })
}

/** Whoever was told that money comes is told that it does not. */
async function tell(
  tx: Db,
  context: PaymentsContext,
  { purchase, refund, reason }: Pick<Failed, 'purchase' | 'refund' | 'reason'>,
) {
  const company = await readCompany(tx)
  const { publicUrl, provider } = context
  const told = { purchase, refund, company, publicUrl, isLive: provider.isLive }
  await queueMail(tx, context, `refund-failed-alert:${refund.id}`, refundFailedAlert({ ...told, reason }))
  const isAwaited = refund.providerId !== null || refund.kind === 'withdrawal' || refund.kind === 'upgrade'
  const buyer = isAwaited ? await findBuyer(tx, purchase.id) : undefined
  if (!buyer) return
  await queueMail(tx, context, `refund-failed:${refund.id}`, refundFailedLetter({ ...told, buyer }))
}
