import { findAccount } from '#features/accounts/server/public.ts'
import { readCompany } from '#features/company/server/public.ts'
import { graceEnd } from '#features/purchases/rules.ts'
import { listPaidUntil, type StoredSubscription } from '#features/purchases/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { type Mail, queueMail } from '#platform/server/mail/queue-mail.ts'
import {
  decideNews,
  type ProviderInvoice,
  type ProviderSubscription,
  type SubscriptionNews,
} from '../rules/subscription.ts'
import * as letters from './emails/subscription-letters.ts'
import type { PaymentsContext } from './payments-context.ts'

export type SubscriptionNewsFacts = {
  before: StoredSubscription
  after: StoredSubscription
  seen: ProviderSubscription
  /** The month that is unpaid. */
  duePayment: { invoice: ProviderInvoice; isAtBank: boolean } | undefined
}

/** Writes the letters that a change calls for, in its transaction: one a cause. */
export async function tellOfSubscription(
  tx: Db,
  context: PaymentsContext,
  facts: SubscriptionNewsFacts,
): Promise<void> {
  const { before, after, seen, duePayment } = facts
  const news = decideNews(before, after, seen)
  if (!news && !duePayment) return
  const about = await findReader(tx, context, after)
  if (!about) return
  const written = [
    ...(news ? [tidings(news, { ...about, now: context.now() })] : []),
    ...(duePayment && !after.endedAt ? [dueLetter({ ...about, now: context.now() }, duePayment)] : []),
  ]
  for (const [reason, letter] of written) await queueMail(tx, context, `subscription-${reason}`, letter)
}

/** It has ended here, and nobody can say what the provider would have charged. */
export async function tellOfLoss(tx: Db, context: PaymentsContext, before: StoredSubscription): Promise<void> {
  if (before.status === 'incomplete') return
  const about = await findReader(tx, context, before)
  if (about) await queueMail(tx, context, `subscription-ended:${before.id}`, letters.lostLetter(about))
}

/** Whoever has left gets no letters any more. */
async function findReader(tx: Db, { publicUrl, provider, now }: PaymentsContext, subscription: StoredSubscription) {
  const member = await findAccount(tx, subscription.memberId)
  if (!member) return undefined
  const paidUntil = (await listPaidUntil(tx, subscription.memberId)).get(subscription.id) ?? now()
  const company = await readCompany(tx)
  return { subscription, member, company, publicUrl, isLive: provider.isLive, paidUntil }
}

type Tidings = Parameters<typeof letters.cancelledLetter>[0]

function tidings(news: SubscriptionNews, about: Tidings): [reason: string, letter: Mail] {
  const { id } = about.subscription
  // Cancelled, resumed and cancelled again are three letters.
  const moment = about.now.toISOString()
  if (news === 'cancelled') return [`cancelled:${id}:${moment}`, letters.cancelledLetter(about)]
  if (news === 'resumed') return [`resumed:${id}:${moment}`, letters.resumedLetter(about)]
  return [`ended:${id}`, news === 'ended' ? letters.cancelledLetter(about) : letters.endedUnpaidLetter(about)]
}

type DuePayment = NonNullable<SubscriptionNewsFacts['duePayment']>

function dueLetter(about: Tidings, { invoice, isAtBank }: DuePayment): [reason: string, letter: Mail] {
  const { id, attempts, nextAttemptAt } = invoice
  const end = graceEnd(about.paidUntil)
  const due = { ...about, graceUntil: end > about.now ? end : null, nextAttemptAt }
  return isAtBank
    ? [`confirmation:${id}`, letters.confirmationLetter(due)]
    : [`failed:${id}:${attempts}`, letters.failedLetter(due)]
}
