import { findAccount } from '#features/accounts/server/public.ts'
import { readCompany } from '#features/company/server/public.ts'
import { listRenewingSubscriptions, type StoredSubscription } from '#features/purchases/server/public.ts'
import { queueMail } from '#platform/server/mail/queue-mail.ts'
import { addSpan } from '#platform/shared/calendar.ts'
import { REMINDER_DAYS } from '../rules/subscription.ts'
import { reminderLetter } from './emails/subscription-letters.ts'
import type { PaymentsContext } from './payments-context.ts'

/** Work of `remindOfRenewalsJob`: every charge is announced once, in time to cancel it. */
export async function remindOfRenewals(context: PaymentsContext): Promise<void> {
  const now = context.now()
  const soon = await listRenewingSubscriptions(context.db, { from: now, until: addSpan(now, { days: REMINDER_DAYS }) })
  for (const { periodEndsAt: renewsAt, ...subscription } of soon) {
    if (renewsAt) await remind(context, { ...subscription, periodEndsAt: renewsAt }, renewsAt)
  }
}

async function remind(context: PaymentsContext, subscription: StoredSubscription, renewsAt: Date) {
  await context.db.transaction().execute(async (tx) => {
    const member = await findAccount(tx, subscription.memberId)
    if (!member) return
    const company = await readCompany(tx)
    const { publicUrl, provider } = context
    const letter = reminderLetter({ subscription, member, company, publicUrl, isLive: provider.isLive, renewsAt })
    await queueMail(tx, context, `subscription-reminder:${subscription.id}:${renewsAt.toISOString()}`, letter)
  })
}
