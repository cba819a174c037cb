import { isDeepStrictEqual } from 'node:util'
import {
  cancelUnpaidPeriod,
  findSubscription,
  listRecordedInvoices,
  lockSubscription,
  type StoredSubscription,
  saveSubscription,
} from '#features/purchases/server/public.ts'
import { decideState, dueInvoice, type ProviderSubscription } from '../rules/subscription.ts'
import type { PaymentsContext } from './payments-context.ts'
import { recordPeriod } from './record-period.ts'
import { reportAnomaly } from './report-anomaly.ts'
import { type SubscriptionNewsFacts, tellOfSubscription } from './tell-of-subscription.ts'

/** Whether the provider knows it as ours. Where it does not, nothing has changed, and a case was made of it. */
export type Standing = 'followed' | 'missing' | 'mismatch'

/**
 * Brings a subscription in line with what the provider says now: a purchase for each paid month, then its state. Events,
 * the portal and reconciliation all come through here; asking again changes nothing (PAYMENTS §6.6).
 */
export async function convergeSubscription(
  context: PaymentsContext,
  subscriptionId: string,
  /** From an event that may arrive before we have stored which subscription is ours. */
  hintedId?: string,
): Promise<Standing> {
  const { db, provider } = context
  const before = await findSubscription(db, subscriptionId)
  if (!before) throw new Error(`Subscription ${subscriptionId} is missing`)
  const providerId = before.providerId ?? hintedId
  if (!providerId || before.paymentMode !== provider.mode) return 'followed'

  const seen = await provider.findSubscription(providerId)
  if (seen?.subscriptionId !== subscriptionId) return reportStranger(context, before, { providerId, isMissing: !seen })
  // Somebody made another one for the same member, at the provider: both may charge.
  if (hintedId && hintedId !== providerId) await report(context, 'subscription-second', before, hintedId)

  await recordPeriods(context, before, seen)
  if (!(await save(context, before, seen))) return convergeSubscription(context, subscriptionId, hintedId)
  if (seen.status === 'ended') await takeBackOpenMonths(context, seen)
  if (!mustBeEnded(before, seen)) return 'followed'
  await provider.cancelSubscription(providerId)
  // Read again what has become of it: from now on the provider says that it has ended.
  return before.endedAt ? 'followed' : convergeSubscription(context, subscriptionId)
}

/**
 * Nobody paid after the last attempt, its member cancelled just when a month was not paid, or it was ended here before the
 * provider heard of it: no month is charged again.
 */
function mustBeEnded(before: StoredSubscription, seen: ProviderSubscription): boolean {
  if (seen.status === 'ended') return false
  return before.endedAt !== null || seen.status === 'unpaid' || (seen.status === 'past_due' && seen.cancelsAtPeriodEnd)
}

/** The provider leaves them payable, and a page that was opened before the end could still pay for nothing. */
async function takeBackOpenMonths({ provider }: PaymentsContext, { invoices }: ProviderSubscription) {
  for (const { id, paymentIntentId } of invoices.filter(({ status }) => status === 'open')) {
    const payment = paymentIntentId ? await provider.findPayment(paymentIntentId) : undefined
    // What a bank is working on cannot be taken back: its answer is an event, and brings us here again.
    if (payment?.status !== 'processing') await provider.voidInvoice(id)
  }
}

/** Each in a transaction of its own, oldest first. */
async function recordPeriods(context: PaymentsContext, subscription: StoredSubscription, seen: ProviderSubscription) {
  const recorded = await listRecordedInvoices(context.db, subscription.id)
  const paid = seen.invoices.filter(({ id, status }) => status === 'paid' && !recorded.has(id))
  for (const invoice of paid) await recordPeriod(context, subscription, { invoice, startedAt: seen.startedAt })
}

/** @returns false where somebody else was faster: what was read of the provider may be older than what stands here */
async function save(context: PaymentsContext, before: StoredSubscription, seen: ProviderSubscription) {
  const { db, now } = context
  // Nobody is asked for a month that ends in the next moment.
  const duePayment = mustBeEnded(before, seen) ? undefined : await findDuePayment(context, seen)
  const news = { seen, duePayment }
  return db.transaction().execute(async (tx) => {
    if (!isDeepStrictEqual(await lockSubscription(tx, before.id), before)) return false
    const after = decideState(before, seen, now())
    await saveSubscription(tx, before.id, after)
    if (after.endedAt) await cancelUnpaidPeriod(tx, before.id)
    await tellOfSubscription(tx, context, { before, after: { ...before, ...after }, ...news })
    return true
  })
}

async function findDuePayment(
  { provider }: PaymentsContext,
  seen: ProviderSubscription,
): Promise<SubscriptionNewsFacts['duePayment']> {
  const invoice = seen.status === 'past_due' ? dueInvoice(seen) : undefined
  const payment = invoice?.paymentIntentId ? await provider.findPayment(invoice.paymentIntentId) : undefined
  // Whoever closed their bank's page was there, and read what came of it: nothing was declined.
  return invoice && payment && !payment.isUnconfirmed ? { invoice, isAtBank: payment.isAtBank } : undefined
}

// Keys of another account, or an account that was emptied: a person has to look, and nothing is decided.
async function reportStranger(
  context: PaymentsContext,
  before: StoredSubscription,
  { providerId, isMissing }: { providerId: string; isMissing: boolean },
) {
  const standing = isMissing ? 'missing' : 'mismatch'
  await report(context, `subscription-${standing}`, before, providerId)
  return standing
}

async function report(
  context: PaymentsContext,
  kind: 'subscription-missing' | 'subscription-mismatch' | 'subscription-second',
  { id: subscriptionId }: StoredSubscription,
  providerId: string,
) {
  context.log.error({ kind, subscriptionId, providerId }, 'a subscription at the provider is not as it should be')
  await reportAnomaly(context.db, context, { kind, subject: providerId, detail: { subscriptionId } })
}
