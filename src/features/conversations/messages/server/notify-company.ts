import { sendEmail } from '#features/company/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { Queue } from '#platform/server/jobs/jobs.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { mayNotifyCompany, notificationCutoff } from '../rules.ts'
import { companyNotificationEmail } from './emails.ts'
import {
  type ConversationRow,
  findCorrespondent,
  listNotificationsDue,
  lockConversation,
  recordCompanyNotificationDue,
  recordCompanyNotified,
} from './store.ts'

/** Runs often, so that messages held back by the notification interval are reported soon after it ends. */
export const notifyWaitingQueue: Queue<object> = {
  name: 'notify-waiting',
  retryDelay: 60,
  retryLimit: 3,
  cron: '*/5 * * * *',
}

/** Emails the company about unanswered messages that arrived too soon after the last email. */
export async function notifyWaiting(context: Context): Promise<void> {
  const { db, now } = context
  for (const memberId of await listNotificationsDue(db, notificationCutoff(now()))) {
    await db.transaction().execute(async (tx) => {
      const conversation = await lockConversation(tx, memberId)
      if (conversation?.isCompanyNotificationDue) await notifyCompany(tx, context, conversation)
    })
  }
}

/**
 * Emails the company or, if the last email was too recent, leaves this to a later run. The conversation must be locked.
 */
export async function notifyCompany(tx: Db, context: Context, conversation: ConversationRow): Promise<void> {
  const memberId = conversation.memberId as MemberId
  const now = context.now()
  if (!mayNotifyCompany(conversation.companyNotifiedAt, now)) return recordCompanyNotificationDue(tx, memberId)
  const member = await findCorrespondent(tx, memberId)
  if (!member) return
  const number = conversation.companyEmailCount + 1
  await sendEmail(tx, context, companyEmailReason(memberId, number), (site) =>
    companyNotificationEmail({ member, ...site }),
  )
  await recordCompanyNotified(tx, memberId, { number, now })
}

export function companyEmailReason(memberId: MemberId, number: number): string {
  return `conversation:${memberId}:company:${number}`
}
