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

/** Days compared in each daily run. */
const DAYS_COMPARED = 7

/** The number of Stripe objects checked. Foreign objects belong to another site on the same Stripe account. */
export type Comparison = { payments: number; refunds: number; disputes: number; foreign: number }

/** PAYMENTS §6.7 (d): syncs what Stripe has and our ledger lacks. What cannot be synced becomes an anomaly. */
export async function comparePayments(context: PaymentsContext): Promise<Comparison> {
  const { provider, now } = context
  const since = addSpan(now(), { days: -DAYS_COMPARED })
  const done = { payments: 0, refunds: 0, disputes: 0, foreign: 0 }
  for await (const page of pagesOf(provider.listPayments, since)) {
    done.payments += page.length
    done.foreign += await comparePage(context, page)
  }
  for await (const page of pagesOf(provider.listRefunds, since)) {
    done.refunds += page.length
    done.foreign += await compareRefundsOrDisputes(context, 'refund', page)
  }
  for await (const page of pagesOf(provider.listDisputes, since)) {
    done.disputes += page.length
    done.foreign += await compareRefundsOrDisputes(context, 'dispute', page)
  }
  return done
}

type List<Item> = (since: Date, after: string | undefined) => Promise<{ items: Item[]; hasMore: boolean }>

async function* pagesOf<Item extends { id: string }>(list: List<Item>, since: Date) {
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
  const paidWith = await findPurchasesByPayments(
    db,
    page.map(({ id }) => id),
  )
  const purchaseOf = ({ id, purchaseId = '' }: ListedPayment) => (isUuid(purchaseId) ? purchaseId : paidWith.get(id))
  const bookings = await findLedgerPurchases(
    db,
    page.flatMap((payment) => purchaseOf(payment) ?? []),
  )
  let foreign = 0
  for (const payment of page) {
    const purchaseId = purchaseOf(payment)
    const booking = bookings.get(purchaseId ?? '')
    if (booking) await logFailure(context, payment.id, () => comparePayment(context, payment, booking))
    else if (purchaseId || (await isKnownCustomer(db, payment.customerId ?? '')))
      await logFailure(context, payment.id, () => reportUnknown(context, payment))
    else foreign += 1
  }
  return foreign
}

async function comparePayment(context: PaymentsContext, payment: ListedPayment, booking: LedgerPurchase) {
  const charged = booking.paymentIntentId === payment.id ? booking.charged : 0
  // Paid but not in the ledger: the usual sync records it or reports why it cannot.
  if (payment.isPaid && charged === 0) return syncPurchase(context, booking.id, payment.id)
  const received = payment.isPaid ? payment.amountReceived : 0
  const isSame = received === charged && payment.currency.toUpperCase() === booking.currency
  if (isSame || charged === 0) return
  await report(context, 'payment-mismatch', payment.id, { purchaseId: booking.id, received, charged })
}

/** A member's payment that bought nothing here. A renewal paid just now may still be on its way. */
async function reportUnknown(context: PaymentsContext, payment: ListedPayment) {
  const { id, isPaid, amountReceived, currency, purchaseId, createdAt } = payment
  const isOnItsWay = !purchaseId && createdAt > addSpan(context.now(), { days: -1 })
  if (isPaid && !isOnItsWay) await report(context, 'payment-unknown', id, { amountReceived, currency })
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
  for (const given of page) {
    const purchaseId = purchases.get(given.paymentIntentId ?? '')
    if (purchaseId) await logFailure(context, given.id, () => compareRefundOrDispute(context, kind, given, purchaseId))
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
  await attemptLogged(log, { subject }, 'what the provider holds could not be compared', compare)
}

async function report(context: PaymentsContext, kind: AnomalyKind, subject: string, detail: object) {
  context.log.error({ kind, subject }, 'provider and ledger do not agree')
  await reportAnomaly(context.db, context, { kind, subject, detail })
}
