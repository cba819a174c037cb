import { findPresentAccount, optOutUrl, wantsEmail } from '#features/accounts/server/public.ts'
import { type EmailReader, type EmailSite, sendEmail } from '#features/company/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { Email } from '#platform/server/email/email.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { insertNotification, markReasonsRead, type NewNotification } from './store.ts'

type Notice = Omit<NewNotification, 'memberId'> & {
  /** Left out if another email says the same thing. */
  email?: (site: EmailSite) => Email
  /** A member who has turned off emails for any of these kinds gets only the bell notification. */
  kinds?: Parameters<typeof wantsEmail>[2][]
  /** If the email is still waiting at this time, it is no longer sent. */
  expiresAt?: Date
}

/**
 * Notifies by bell and email in the transaction of the event. Each reason is used only once.
 * @returns false if the member was already notified or the account was deleted
 */
export async function notifyAccount(
  tx: Db,
  context: Context,
  memberId: MemberId,
  write: (reader: EmailReader) => Notice,
): Promise<boolean> {
  const account = await findPresentAccount(tx, memberId)
  if (!account) return false
  const { email, kinds = [], expiresAt = null, ...notification } = write(account)
  if (!(await notifyMember(tx, context, { ...notification, memberId }))) return false
  if (!email) return true
  for (const kind of kinds) if (!(await wantsEmail(tx, memberId, kind))) return true
  const [kind] = kinds
  const optOut = kind && { optOutUrl: optOutUrl(context, { kind, memberId }) }
  await sendEmail(tx, context, notification.reason, (site) => ({ ...email(site), ...optOut }), { expiresAt })
  return true
}

/**
 * Adds a notification to the bell of a member or staff account, in the transaction of the event.
 * @returns false if the account was already notified
 */
export async function notifyMember(tx: Db, { now }: Context, notification: NewNotification): Promise<boolean> {
  return insertNotification(tx, notification, now())
}

/** Marks notifications as read if the member has read what they are about elsewhere. */
export async function markReadByReason(tx: Db, { now }: Context, memberId: MemberId, reasons: string[]): Promise<void> {
  if (reasons.length > 0) await markReasonsRead(tx, memberId, reasons, now())
}
