import type { Queue } from '#platform/server/jobs/jobs.ts'
import { attemptLogged } from '#platform/server/jobs/process-batch.ts'
import { addSpan } from '#platform/shared/calendar.ts'
import { isUuid } from '#platform/shared/uuid.ts'
import type { AnomalyKind } from '../../anomalies/rules.ts'
import { reportAnomaly } from '../../anomalies/server/report-anomaly.ts'
import { syncPurchase } from '../../checkout/server/sync-purchase.ts'
import type { PaymentsContext } from '../../server/payments-context.ts'
import { isKnownCustomer } from '../../server/store.ts'
import type { ListedPayment, ListedRefundOrDispute } from '../../stripe/server/listing-gateway.ts'
import { findLedgerPurchases, findPurchasesByPayments, isInLedger, type LedgerPurchase } from './store.ts'

export const comparePaymentsQueue: Queue<object> = {
  name: 'compare-payments',
  retryDelay: 600,
  retryLimit: 5,
  cron: '50 4 * * *',
}

/** Number of days compared in each daily run. */
const DAYS_COMPARED = 7

/**
 * The number of Stripe objects checked. `foreign` counts objects that belong to another site on the same Stripe
 * account.
 */
export type Comparison = { payments: number; refunds: number; disputes: number; foreign: number }

/**
 * Syncs payments, refunds and disputes that are missing from our ledger. Reports those that cannot be synced as
 * anomalies.
 */
export async function comparePayments(context: PaymentsContext): Promise<Comparison> {
  const { provider, now } = context
  const since = addSpan(now(), { days: -DAYS_COMPARED })
  const counts = { payments: 0, refunds: 0, disputes: 0, foreign: 0 }
  for await (const page of readPages(provider.listPayments, since)) {
    counts.payments += page.length
    counts.foreign += await comparePage(context, page)
  }
  for await (const page of readPages(provider.listRefunds, since)) {
    counts.refunds += page.length
    counts.foreign += await compareRefundsOrDisputes(context, 'refund', page)
  }
  for await (const page of readPages(provider.listDisputes, since)) {
    counts.disputes += page.length
    counts.foreign += await compareRefundsOrDisputes(context, 'dispute', page)
  }
  return counts
}

type List<Item> = (since: Date, after: string | undefined) => Promise<{ items: Item[]; hasMore: boolean }>

async function* readPages<Item extends { id: string }>(list: List<Item>, since: Date) {
  let after: string | undefined
  do {
    const { items, hasMore } = await list(since, after)
    yield items
    after = hasMore ? items.at(-1)?.id : undefined
  } while (after)
}

/** @returns the number of payments that are not ours */
async function comparePage(context: PaymentsContext, page: ListedPayment[]): Promise<number> {
  const { db } = context
  const purchaseIds = await findPurchasesByPayments(
    db,
    page.map(({ id }) => id),
  )
  const findPurchaseId = ({ id, purchaseId = '' }: ListedPayment) =>
    isUuid(purchaseId) ? purchaseId : purchaseIds.get(id)
  const ledgerPurchases = await findLedgerPurchases(
    db,
    page.flatMap((payment) => findPurchaseId(payment) ?? []),
  )
  let foreign = 0
  for (const payment of page) {
    const purchaseId = findPurchaseId(payment)
    const ledgerPurchase = ledgerPurchases.get(purchaseId ?? '')
    if (ledgerPurchase) await logFailure(context, payment.id, () => comparePayment(context, payment, ledgerPurchase))
    else if (purchaseId || (await isKnownCustomer(db, payment.customerId ?? '')))
      await logFailure(context, payment.id, () => reportUnknown(context, payment))
    else foreign += 1
  }
  return foreign
}

async function comparePayment(context: PaymentsContext, payment: ListedPayment, ledgerPurchase: LedgerPurchase) {
  const charged = ledgerPurchase.paymentIntentId === payment.id ? ledgerPurchase.charged : 0
  // The payment is not in the ledger: the normal sync records it or reports why it cannot.
  if (payment.isPaid && charged === 0) return syncPurchase(context, ledgerPurchase.id, payment.id)
  const received = payment.isPaid ? payment.amountReceived : 0
  const isSame = received === charged && payment.currency.toUpperCase() === ledgerPurchase.currency
  if (isSame || charged === 0) return
  await report(context, 'payment-mismatch', payment.id, { purchaseId: ledgerPurchase.id, received, charged })
}

/**
 * Reports a member's payment for which we have no purchase, unless it is recent: it may be a renewal that is not
 * recorded yet.
 */
async function reportUnknown(context: PaymentsContext, payment: ListedPayment) {
  const { id, isPaid, amountReceived, currency, purchaseId, createdAt } = payment
  const mayBeRenewal = !purchaseId && createdAt > addSpan(context.now(), { days: -1 })
  if (isPaid && !mayBeRenewal) await report(context, 'payment-unknown', id, { amountReceived, currency })
}

/** @returns the number of objects that are not ours */
async function compareRefundsOrDisputes(
  context: PaymentsContext,
  kind: 'refund' | 'dispute',
  page: ListedRefundOrDispute[],
): Promise<number> {
  const paymentIds = page.flatMap(({ paymentIntentId }) => paymentIntentId ?? [])
  const purchases = await findPurchasesByPayments(context.db, paymentIds)
  let foreign = 0
  for (const listed of page) {
    const purchaseId = purchases.get(listed.paymentIntentId ?? '')
    if (purchaseId)
      await logFailure(context, listed.id, () => compareRefundOrDispute(context, kind, listed, purchaseId))
    else foreign += 1
  }
  return foreign
}

async function compareRefundOrDispute(
  context: PaymentsContext,
  kind: 'refund' | 'dispute',
  { id, amount, hasMoved }: ListedRefundOrDispute,
  purchaseId: string,
) {
  if (!hasMoved || (await isInLedger(context.db, kind, id))) return
  await syncPurchase(context, purchaseId)
  if (await isInLedger(context.db, kind, id)) return
  await report(context, `${kind}-not-recorded`, id, { purchaseId, amount })
}

async function logFailure({ log }: PaymentsContext, subject: string, compare: () => Promise<unknown>) {
  await attemptLogged(log, { subject }, 'comparison with provider failed', compare)
}

async function report(context: PaymentsContext, kind: AnomalyKind, subject: string, detail: object) {
  context.log.error({ kind, subject }, 'payment ledger differs from provider')
  await reportAnomaly(context.db, context, { kind, subject, detail })
}
