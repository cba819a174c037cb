import { findAccount } from '#features/accounts/server/public.ts'
import { readEmailSite } from '#features/company/server/public.ts'
import { notifyMember } from '#features/notifications/server/public.ts'
import { listPaidUntil, type StoredSubscription } from '#features/purchases/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { Email } from '#platform/server/email/email.ts'
import { queueEmail } from '#platform/server/email/queue-email.ts'
import { isSubscriptionWithdrawn } from '../../refunds/server/store.ts'
import type { PaymentsContext } from '../../server/payments-context.ts'
import type { ProviderInvoice, ProviderSubscription } from '../../stripe/rules.ts'
import { decideChange, type SubscriptionChange } from '../rules.ts'
import * as emails from './emails.ts'

export type SubscriptionChangeFacts = {
  before: StoredSubscription
  after: StoredSubscription
  reported: ProviderSubscription
  /** The invoice of the unpaid month. */
  duePayment: { invoice: ProviderInvoice; isAtBank: boolean } | undefined
}

/**
 * Queues the emails and the in-app notification for a change, in the caller's transaction. Nothing is sent twice for
 * the same cause.
 */
export async function notifySubscriptionChanged(
  tx: Db,
  context: PaymentsContext,
  facts: SubscriptionChangeFacts,
): Promise<void> {
  const { before, after, reported, duePayment } = facts
  const change = decideChange(before, after, reported)
  if (!change && !duePayment) return
  // The email acknowledging the withdrawal has already said that the subscription ends.
  if (change === 'ended' && (await isSubscriptionWithdrawn(tx, after.id))) return
  const recipient = await findRecipient(tx, context, after)
  if (!recipient) return
  const newEmails = [
    ...(change ? [changeEmail(change, { ...recipient, now: context.now() })] : []),
    ...(duePayment && !after.endedAt ? [duePaymentEmail({ ...recipient, now: context.now() }, duePayment)] : []),
  ]
  for (const [reason, email] of newEmails) await queueEmail(tx, context, `subscription-${reason}`, email)
  const [firstEmail] = newEmails
  if (change && firstEmail) await notifyInPortal(tx, context, after, { change, reason: firstEmail[0] })
}

/** Emails the member that the subscription has ended here, without promising that Stripe will charge nothing more. */
export async function notifySubscriptionLost(
  tx: Db,
  context: PaymentsContext,
  before: StoredSubscription,
): Promise<void> {
  if (before.status === 'incomplete') return
  const recipient = await findRecipient(tx, context, before)
  if (!recipient) return
  await queueEmail(tx, context, `subscription-ended:${before.id}`, emails.lostEmail(recipient))
  await notifyInPortal(tx, context, before, { change: 'ended', reason: `ended:${before.id}` })
}

const notificationText: Record<SubscriptionChange, { title: string; text: string }> = {
  cancelled: { title: 'Subscription cancelled', text: 'You won’t be charged again.' },
  resumed: { title: 'Subscription continues', text: 'It renews every month until you cancel it.' },
  ended: { title: 'Subscription ended', text: 'You won’t be charged again.' },
  'ended-unpaid': {
    title: 'Subscription ended',
    text: 'We couldn’t collect the monthly payment. You won’t be charged again.',
  },
}

async function notifyInPortal(
  tx: Db,
  context: PaymentsContext,
  { memberId, title: packageTitle }: StoredSubscription,
  { change, reason }: { change: SubscriptionChange; reason: string },
) {
  const { title, text } = notificationText[change]
  const notification = { title, text: `${packageTitle}: ${text}`, path: '/portal/packages' }
  await notifyMember(tx, context, { memberId, reason: `subscription-${reason}`, ...notification })
}

/** Members who have deleted their account get no emails. */
async function findRecipient(tx: Db, context: PaymentsContext, subscription: StoredSubscription) {
  const member = await findAccount(tx, subscription.memberId)
  if (!member) return undefined
  const paidMonths = (await listPaidUntil(tx, subscription.memberId)).get(subscription.id)
  return {
    ...(await readEmailSite(tx, context)),
    subscription,
    member,
    isLive: context.provider.isLive,
    ...(paidMonths ?? { paidUntil: context.now(), usableUntil: null }),
  }
}

type RecipientFacts = Parameters<typeof emails.cancelledEmail>[0]

function changeEmail(change: SubscriptionChange, recipient: RecipientFacts): [reason: string, email: Email] {
  const { id } = recipient.subscription
  // Cancelling, resuming and then cancelling again sends three emails.
  const moment = recipient.now.toISOString()
  if (change === 'cancelled') return [`cancelled:${id}:${moment}`, emails.cancelledEmail(recipient)]
  if (change === 'resumed') return [`resumed:${id}:${moment}`, emails.resumedEmail(recipient)]
  return [`ended:${id}`, change === 'ended' ? emails.cancelledEmail(recipient) : emails.endedUnpaidEmail(recipient)]
}

type DuePayment = NonNullable<SubscriptionChangeFacts['duePayment']>

function duePaymentEmail(recipient: RecipientFacts, { invoice, isAtBank }: DuePayment): [reason: string, email: Email] {
  const { id, attempts, nextAttemptAt } = invoice
  const facts = { ...recipient, nextAttemptAt }
  return isAtBank
    ? [`confirmation:${id}`, emails.confirmPaymentEmail(facts)]
    : [`failed:${id}:${attempts}`, emails.paymentFailedEmail(facts)]
}
