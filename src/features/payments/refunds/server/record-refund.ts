import { randomUUID } from 'node:crypto'
import { notifyAccount } from '#features/notifications/server/public.ts'
import { issueCreditNote, reverseCreditNote, type StoredPurchase } from '#features/purchases/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { formatMoney } from '#platform/shared/format-money.ts'
import { listPurchaseDisputes } from '../../disputes/server/store.ts'
import type { PaymentsContext } from '../../server/payments-context.ts'
import { insertEntry } from '../../server/store.ts'
import type { ProviderRefund } from '../../stripe/rules.ts'
import { decideRefundStep, sumReturned } from '../rules.ts'
import { refundIssuedEmail } from './emails.ts'
import { recordFailedRefund } from './record-failed-refund.ts'
import { endAccess } from './request-refund.ts'
import { insertRefund, listPurchaseRefunds, type StoredRefund, saveRefundStep } from './store.ts'

/** Records Stripe's state for one refund, in the transaction that locks the purchase. */
export async function recordRefund(
  tx: Db,
  context: PaymentsContext,
  purchase: StoredPurchase,
  reported: ProviderRefund,
): Promise<void> {
  const refund =
    (await findKnownRefund(tx, purchase.id, reported)) ?? (await insertProviderRefund(tx, context, purchase, reported))
  const stored = { status: refund.status, isKnownToProvider: refund.providerId !== null }
  const step = decideRefundStep(stored, reported.status)
  if (step === 'nothing') return
  if (step === 'failed' || step === 'came-back') {
    const reason = reported.failureReason ?? 'no reason given'
    if (step === 'came-back') await recordReversal(tx, context, { purchase, refund, reported }, reason)
    return recordFailedRefund(tx, context, { purchase, refund, providerId: reported.id, reason })
  }
  await saveRefundStep(tx, refund.id, {
    status: reported.status,
    providerId: reported.id,
    failureReason: null,
    settledAt: reported.status === 'succeeded' ? context.now() : null,
  })
  if (step === 'sent') await recordSent(tx, context, { purchase, refund, reported })
}

async function findKnownRefund(tx: Db, purchaseId: string, { id, requestId }: ProviderRefund) {
  const refunds = await listPurchaseRefunds(tx, purchaseId)
  return refunds.find((refund) => refund.providerId === id) ?? refunds.find((refund) => refund.id === requestId)
}

/** Stores a refund that was made in the Stripe Dashboard. */
async function insertProviderRefund(
  tx: Db,
  context: PaymentsContext,
  purchase: StoredPurchase,
  reported: ProviderRefund,
): Promise<StoredRefund> {
  const otherRefunds = (await listPurchaseRefunds(tx, purchase.id)).filter(({ status }) => status !== 'failed')
  const isWhole = otherRefunds.reduce((sum, { amount }) => sum + amount, reported.amount) >= purchase.total
  const refund: StoredRefund = {
    id: randomUUID(),
    purchaseId: purchase.id,
    kind: 'provider',
    reason: 'Refunded through the payment provider',
    amount: reported.amount,
    currency: purchase.currency,
    status: 'requested',
    providerId: null,
    endsAccess: isWhole,
    requestedBy: null,
    requestedAt: reported.createdAt,
  }
  await insertRefund(tx, refund)
  if (isWhole && reported.status !== 'failed') await endAccess(tx, context, purchase, refund.requestedAt)
  return refund
}

type ReportedRefund = { purchase: StoredPurchase; refund: StoredRefund; reported: ProviderRefund }

async function recordSent(tx: Db, context: PaymentsContext, { purchase, refund, reported }: ReportedRefund) {
  const { id: providerId, amount, createdAt: occurredAt } = reported
  const { id: purchaseId, currency } = purchase
  await insertEntry(tx, { kind: 'refund', providerId, purchaseId, amount: -amount, currency, occurredAt })
  // If nothing was bought with the payment, there is no invoice to credit.
  if (!purchase.completedAt) return
  const cause = { purchaseId, amount, reason: refund.reason, refundId: refund.id }
  const creditNote = await issueCreditNote(tx, context, cause)
  const { isLive } = context.provider
  const money = `${formatMoney(amount, refund.currency)} of what you paid for ${purchase.packageTitle}`
  await notifyAccount(tx, context, purchase.memberId, (buyer) => ({
    reason: `refund-issued:${refund.id}`,
    title: 'Refund on its way',
    text: `We’ve refunded ${money}.${refund.endsAccess ? ' The package has ended.' : ''}`,
    path: `/portal/packages/${purchase.entitlementId}`,
    // The email acknowledging the withdrawal has already announced this refund.
    ...(refund.kind !== 'withdrawal' && {
      email: (site) => refundIssuedEmail({ purchase, refund, buyer, creditNote, isLive, ...site }),
    }),
  }))
}

async function recordReversal(
  tx: Db,
  context: PaymentsContext,
  { purchase, refund, reported }: ReportedRefund,
  reason: string,
) {
  const { id: providerId, amount } = reported
  const { id: purchaseId, currency } = purchase
  const occurredAt = context.now()
  await insertEntry(tx, { kind: 'refund_reversal', providerId, purchaseId, amount, currency, occurredAt })
  // If nothing was bought with the payment, there is no invoice, so no credit note was issued either.
  if (!purchase.completedAt) return
  await reverseCreditNote(tx, context, {
    purchaseId,
    remaining: await sumOtherReturns(tx, refund),
    reason: `The refund was returned: ${reason}`,
    refundId: refund.id,
  })
}

/** Sums the other refunds that have been sent. Those only requested get their credit note later. */
async function sumOtherReturns(tx: Db, { id, purchaseId }: StoredRefund): Promise<number> {
  const refunds = await listPurchaseRefunds(tx, purchaseId)
  const returned = refunds.filter((other) => other.id !== id && ['pending', 'succeeded'].includes(other.status))
  return sumReturned(returned, await listPurchaseDisputes(tx, purchaseId))
}
