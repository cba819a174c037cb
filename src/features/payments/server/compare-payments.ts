import { addSpan } from '#platform/shared/calendar.ts'
import type { AnomalyKind } from '../rules/anomalies.ts'
import { isUuid } from '../rules/our-mark.ts'
import type { ListedPayment, ListedReturn } from './comparison-gateway.ts'
import { convergePurchase } from './converge-purchase.ts'
import type { PaymentsContext } from './payments-context.ts'
import { type Booking, findBookings, findPaidWith, isBooked } from './reconciliation-store.ts'
import { reportAnomaly } from './report-anomaly.ts'
import { isKnownCustomer } from './store.ts'

/** How far back the books are laid side by side, every day. */
const DAYS_COMPARED = 7

/** How many of the provider's objects were looked at. Foreign ones belong to somebody else on the same account. */
export type Comparison = { payments: number; refunds: number; disputes: number; foreign: number }

/** PAYMENTS §6.7 (d): what the provider holds and our ledger does not is put right, and else becomes a case. */
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
    done.foreign += await compareReturns(context, 'refund', page)
  }
  for await (const page of pagesOf(provider.listDisputes, since)) {
    done.disputes += page.length
    done.foreign += await compareReturns(context, 'dispute', page)
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

/** @returns how many were none of ours */
async function comparePage(context: PaymentsContext, page: ListedPayment[]): Promise<number> {
  const { db } = context
  const paidWith = await findPaidWith(
    db,
    page.map(({ id }) => id),
  )
  const purchaseOf = ({ id, purchaseId = '' }: ListedPayment) => (isUuid(purchaseId) ? purchaseId : paidWith.get(id))
  const bookings = await findBookings(
    db,
    page.flatMap((payment) => purchaseOf(payment) ?? []),
  )
  let foreign = 0
  for (const payment of page) {
    const purchaseId = purchaseOf(payment)
    const booking = bookings.get(purchaseId ?? '')
    if (booking) await carryOn(context, payment.id, () => comparePayment(context, payment, booking))
    else if (purchaseId || (await isKnownCustomer(db, payment.customerId ?? '')))
      await carryOn(context, payment.id, () => reportUnknown(context, payment))
    else foreign += 1
  }
  return foreign
}

async function comparePayment(context: PaymentsContext, payment: ListedPayment, booking: Booking) {
  const charged = booking.payment_intent_id === payment.id ? booking.charged : 0
  // Paid and not booked: the way that everything is booked by finds out why, or does it.
  if (payment.isPaid && charged === 0) return convergePurchase(context, booking.id, payment.id)
  const received = payment.isPaid ? payment.amountReceived : 0
  const isSame = received === charged && payment.currency.toUpperCase() === booking.currency
  if (isSame || charged === 0) return
  await report(context, 'payment-mismatch', payment.id, { purchaseId: booking.id, received, charged })
}

/** Money of one of our members that bought nothing here. A month that was paid just now may still be on its way. */
async function reportUnknown(context: PaymentsContext, payment: ListedPayment) {
  const { id, isPaid, amountReceived, currency, purchaseId, createdAt } = payment
  const isOnItsWay = !purchaseId && createdAt > addSpan(context.now(), { days: -1 })
  if (isPaid && !isOnItsWay) await report(context, 'payment-unknown', id, { amountReceived, currency })
}

/** @returns how many were none of ours */
async function compareReturns(
  context: PaymentsContext,
  kind: 'refund' | 'dispute',
  page: ListedReturn[],
): Promise<number> {
  const paymentIds = page.flatMap(({ paymentIntentId }) => paymentIntentId ?? [])
  const purchases = await findPaidWith(context.db, paymentIds)
  let foreign = 0
  for (const given of page) {
    const purchaseId = purchases.get(given.paymentIntentId ?? '')
    if (purchaseId) await carryOn(context, given.id, () => compareReturn(context, kind, given, purchaseId))
    else foreign += 1
  }
  return foreign
}

async function compareReturn(
  context: PaymentsContext,
  kind: 'refund' | 'dispute',
  { id, amount, hasMoved }: ListedReturn,
  purchaseId: string,
) {
  if (!hasMoved || (await isBooked(context.db, kind, id))) return
  await convergePurchase(context, purchaseId)
  if (await isBooked(context.db, kind, id)) return
  await report(context, `${kind}-not-booked`, id, { purchaseId, amount })
}

/** One object that fails must not keep the others from being compared. */
async function carryOn(context: PaymentsContext, subject: string, compare: () => Promise<unknown>) {
  await compare().catch((error: unknown) => {
    context.log.error({ subject, error: String(error) }, 'what the provider holds could not be compared')
  })
}

async function report(context: PaymentsContext, kind: AnomalyKind, subject: string, detail: object) {
  context.log.error({ kind, subject }, 'provider and ledger do not agree')
  await reportAnomaly(context.db, context, { kind, subject, detail })
}
