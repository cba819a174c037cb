import { findAccount } from '#features/accounts/server/public.ts'
import { readEmailSite } from '#features/company/server/public.ts'
import { notifyMember } from '#features/notifications/server/public.ts'
import { listPaidUntil, type StoredSubscription } from '#features/purchases/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { Email } from '#platform/server/email/email.ts'
import { queueEmail } from '#platform/server/email/queue-email.ts'
import type { PaymentsContext } from '../../server/payments-context.ts'
import type { ProviderInvoice, ProviderSubscription } from '../../stripe/rules.ts'
import { decideChange, type SubscriptionChange } from '../rules.ts'
import * as letters from './emails.ts'

export type SubscriptionChangeFacts = {
  before: StoredSubscription
  after: StoredSubscription
  seen: ProviderSubscription
  /** The invoice of the unpaid month. */
  duePayment: { invoice: ProviderInvoice; isAtBank: boolean } | undefined
}

/** Queues the emails and the in-app notification for a change, in the caller's transaction. Each cause is sent once. */
export async function notifySubscriptionChanged(
  tx: Db,
  context: PaymentsContext,
  facts: SubscriptionChangeFacts,
): Promise<void> {
  const { before, after, seen, duePayment } = facts
  const news = decideChange(before, after, seen)
  if (!news && !duePayment) return
  const about = await findRecipient(tx, context, after)
  if (!about) return
  const written = [
    ...(news ? [changeEmail(news, { ...about, now: context.now() })] : []),
    ...(duePayment && !after.endedAt ? [duePaymentEmail({ ...about, now: context.now() }, duePayment)] : []),
  ]
  for (const [reason, letter] of written) await queueEmail(tx, context, `subscription-${reason}`, letter)
  const [first] = written
  if (news && first) await notifyByBell(tx, context, after, { news, reason: first[0] })
}

/** Emails the member that it has ended here; we do not know what Stripe would have charged. */
export async function notifySubscriptionLost(
  tx: Db,
  context: PaymentsContext,
  before: StoredSubscription,
): Promise<void> {
  if (before.status === 'incomplete') return
  const about = await findRecipient(tx, context, before)
  if (!about) return
  await queueEmail(tx, context, `subscription-ended:${before.id}`, letters.lostEmail(about))
  await notifyByBell(tx, context, before, { news: 'ended', reason: `ended:${before.id}` })
}

const bellText: Record<SubscriptionChange, { title: string; text: string }> = {
  cancelled: { title: 'Subscription cancelled', text: 'Nothing more will be charged.' },
  resumed: { title: 'Subscription goes on', text: 'It renews every month until you cancel it.' },
  ended: { title: 'Subscription ended', text: 'Nothing more will be charged.' },
  'ended-unpaid': {
    title: 'Subscription ended',
    text: 'The monthly payment could not be collected. Nothing more will be charged.',
  },
}

async function notifyByBell(
  tx: Db,
  context: PaymentsContext,
  { memberId, title: packageTitle }: StoredSubscription,
  { news, reason }: { news: SubscriptionChange; reason: string },
) {
  const { title, text } = bellText[news]
  const line = { title, text: `${packageTitle}: ${text}`, path: '/portal/packages' }
  await notifyMember(tx, context, { memberId, reason: `subscription-${reason}`, ...line })
}

/** Deleted members get no emails. */
async function findRecipient(tx: Db, context: PaymentsContext, subscription: StoredSubscription) {
  const member = await findAccount(tx, subscription.memberId)
  if (!member) return undefined
  const paid = (await listPaidUntil(tx, subscription.memberId)).get(subscription.id)
  return {
    ...(await readEmailSite(tx, context)),
    subscription,
    member,
    isLive: context.provider.isLive,
    ...(paid ?? { paidUntil: context.now(), usableUntil: null }),
  }
}

type RecipientFacts = Parameters<typeof letters.cancelledEmail>[0]

function changeEmail(news: SubscriptionChange, about: RecipientFacts): [reason: string, letter: Email] {
  const { id } = about.subscription
  // Cancelling, resuming and cancelling again sends three emails.
  const moment = about.now.toISOString()
  if (news === 'cancelled') return [`cancelled:${id}:${moment}`, letters.cancelledEmail(about)]
  if (news === 'resumed') return [`resumed:${id}:${moment}`, letters.resumedEmail(about)]
  return [`ended:${id}`, news === 'ended' ? letters.cancelledEmail(about) : letters.endedUnpaidEmail(about)]
}

type DuePayment = NonNullable<SubscriptionChangeFacts['duePayment']>

function duePaymentEmail(about: RecipientFacts, { invoice, isAtBank }: DuePayment): [reason: string, letter: Email] {
  const { id, attempts, nextAttemptAt } = invoice
  const due = { ...about, nextAttemptAt }
  return isAtBank
    ? [`confirmation:${id}`, letters.confirmPaymentEmail(due)]
    : [`failed:${id}:${attempts}`, letters.paymentFailedEmail(due)]
}
