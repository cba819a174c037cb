import { findAccount } from '#features/accounts/server/public.ts'
import { sendEmail } from '#features/company/server/public.ts'
import { listRenewingSubscriptions, type StoredSubscription } from '#features/purchases/server/public.ts'
import { addSpan } from '#platform/shared/calendar.ts'
import type { PaymentsContext } from '../../server/payments-context.ts'
import { REMINDER_DAYS } from '../rules.ts'
import { renewalReminderEmail } from './emails.ts'

/** Sends one reminder by email before each charge, in time to cancel. */
export async function remindRenewals(context: PaymentsContext): Promise<void> {
  const now = context.now()
  const renewing = await listRenewingSubscriptions(context.db, {
    from: now,
    until: addSpan(now, { days: REMINDER_DAYS }),
  })
  for (const { periodEndsAt: renewsAt, ...subscription } of renewing) {
    if (renewsAt) await remind(context, { ...subscription, periodEndsAt: renewsAt }, renewsAt)
  }
}

async function remind(context: PaymentsContext, subscription: StoredSubscription, renewsAt: Date) {
  await context.db.transaction().execute(async (tx) => {
    const member = await findAccount(tx, subscription.memberId)
    if (!member) return
    const facts = { subscription, member, renewsAt, isLive: context.provider.isLive }
    await sendEmail(tx, context, `subscription-reminder:${subscription.id}:${renewsAt.toISOString()}`, (site) =>
      renewalReminderEmail({ ...facts, ...site }),
    )
  })
}
