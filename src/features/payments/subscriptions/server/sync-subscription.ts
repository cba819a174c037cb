import { isDeepStrictEqual } from 'node:util'
import {
  cancelUnpaidPeriod,
  findSubscription,
  listRecordedInvoices,
  lockSubscription,
  type StoredSubscription,
  saveSubscription,
} from '#features/purchases/server/public.ts'
import { reportAnomaly } from '../../anomalies/server/report-anomaly.ts'
import type { PaymentsContext } from '../../server/payments-context.ts'
import type { ProviderSubscription } from '../../stripe/rules.ts'
import { decideState, findDueInvoice } from '../rules.ts'
import { notifySubscriptionChanged, type SubscriptionChangeFacts } from './notify-subscription-changed.ts'
import { recordPeriod } from './record-period.ts'

/** `synced`: the subscription exists at Stripe with our id. Otherwise nothing is changed and an anomaly is reported. */
export type SubscriptionSyncOutcome = 'synced' | 'missing' | 'mismatch'

/**
 * Brings a subscription in line with Stripe: a purchase for each paid month, then its state. Used by events, the portal
 * and reconciliation. Calling it again changes nothing.
 */
export async function syncSubscription(
  context: PaymentsContext,
  subscriptionId: string,
  /** Comes from an event, which may arrive before we have stored the subscription id. */
  hintedId?: string,
): Promise<SubscriptionSyncOutcome> {
  const { db, provider } = context
  const before = await findSubscription(db, subscriptionId)
  if (!before) throw new Error(`Subscription ${subscriptionId} is missing`)
  const providerId = before.providerId ?? hintedId
  if (!providerId || before.paymentMode !== provider.mode) return 'synced'

  const reported = await provider.findSubscription(providerId)
  if (reported?.subscriptionId !== subscriptionId)
    return reportNotOurs(context, before, { providerId, isMissing: !reported })
  // Stripe has two subscriptions with our id for this one, and may charge for both.
  if (hintedId && hintedId !== providerId) await report(context, 'subscription-duplicate', before, hintedId)

  await recordPeriods(context, before, reported)
  if (!(await save(context, before, reported))) return syncSubscription(context, subscriptionId, hintedId)
  if (reported.status === 'ended') await voidOpenInvoices(context, reported)
  if (!mustEnd(before, reported)) return 'synced'
  await provider.cancelSubscription(providerId)
  // Sync again: Stripe now reports it as ended.
  return before.endedAt ? 'synced' : syncSubscription(context, subscriptionId)
}

/**
 * True if the subscription must be cancelled at Stripe: the last attempt failed, the member cancelled while a month was
 * unpaid, or it ended here before it did at Stripe.
 */
function mustEnd(before: StoredSubscription, reported: ProviderSubscription): boolean {
  if (reported.status === 'ended') return false
  return (
    before.endedAt !== null ||
    reported.status === 'unpaid' ||
    (reported.status === 'past_due' && reported.cancelsAtPeriodEnd)
  )
}

/** Stripe keeps open invoices payable, so a page opened earlier could still be used to pay for nothing. */
async function voidOpenInvoices({ provider }: PaymentsContext, { invoices }: ProviderSubscription) {
  for (const { id, paymentIntentId } of invoices.filter(({ status }) => status === 'open')) {
    const payment = paymentIntentId ? await provider.findPayment(paymentIntentId) : undefined
    // A payment that the bank is processing cannot be cancelled. Its result arrives as an event, which syncs again.
    if (payment?.status !== 'processing') await provider.voidInvoice(id)
  }
}

/** One transaction per invoice, oldest first. */
async function recordPeriods(
  context: PaymentsContext,
  subscription: StoredSubscription,
  reported: ProviderSubscription,
) {
  const recorded = await listRecordedInvoices(context.db, subscription.id)
  const paid = reported.invoices.filter(({ id, status }) => status === 'paid' && !recorded.has(id))
  for (const invoice of paid) await recordPeriod(context, subscription, { invoice, startedAt: reported.startedAt })
}

/** @returns false if our row has changed since, so that what we read from Stripe may be outdated */
async function save(context: PaymentsContext, before: StoredSubscription, reported: ProviderSubscription) {
  const { db, now } = context
  // Do not request payment for a month that is about to be cancelled.
  const duePayment = mustEnd(before, reported) ? undefined : await findDuePayment(context, reported)
  const facts = { reported, duePayment }
  return db.transaction().execute(async (tx) => {
    if (!isDeepStrictEqual(await lockSubscription(tx, before.id), before)) return false
    const after = decideState(before, reported, now())
    await saveSubscription(tx, before.id, after)
    if (after.endedAt) await cancelUnpaidPeriod(tx, before.id)
    await notifySubscriptionChanged(tx, context, { before, after: { ...before, ...after }, ...facts })
    return true
  })
}

async function findDuePayment(
  { provider }: PaymentsContext,
  reported: ProviderSubscription,
): Promise<SubscriptionChangeFacts['duePayment']> {
  const invoice = reported.status === 'past_due' ? findDueInvoice(reported) : undefined
  const payment = invoice?.paymentIntentId ? await provider.findPayment(invoice.paymentIntentId) : undefined
  // If the payer failed or cancelled 3-D Secure, they have seen the result, and no card was declined.
  return invoice && payment && !payment.isUnconfirmed ? { invoice, isAtBank: payment.isAtBank } : undefined
}

/**
 * Our keys belong to another Stripe account, or that account's data was deleted. Changes nothing: an administrator must
 * decide.
 */
async function reportNotOurs(
  context: PaymentsContext,
  before: StoredSubscription,
  { providerId, isMissing }: { providerId: string; isMissing: boolean },
) {
  const outcome = isMissing ? 'missing' : 'mismatch'
  await report(context, `subscription-${outcome}`, before, providerId)
  return outcome
}

async function report(
  context: PaymentsContext,
  kind: 'subscription-missing' | 'subscription-mismatch' | 'subscription-duplicate',
  { id: subscriptionId }: StoredSubscription,
  providerId: string,
) {
  context.log.error({ kind, subscriptionId, providerId }, 'subscription does not match provider')
  await reportAnomaly(context.db, context, { kind, subject: providerId, detail: { subscriptionId } })
}
