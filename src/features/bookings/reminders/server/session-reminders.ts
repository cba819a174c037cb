import {
  findNotified,
  notifyAccount,
  notifyMember,
  withdrawNotifications,
} from '#features/notifications/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { deleteWaitingEmails } from '#platform/server/email/store.ts'
import { createBatchProcessor } from '#platform/server/jobs/process-batch.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { formatTimeWithZone } from '#platform/shared/local-time.ts'
import { CONSULTANT_PATH, memberBookingPath } from '../../server/emails.ts'
import { dueReminder, FIRST_REMINDER_MS, type Reminder, Reminders, reminderEventKey } from '../rules.ts'
import { reminderEmail, reminderTitle } from './emails.ts'
import { listStartingSessions, lockStartingSession, type StartingSession } from './store.ts'

/**
 * Withdraws reminders of the previous time, including emails not yet sent, in the transaction that moves or cancels the
 * session.
 * @param booking after the change
 */
export async function cancelReminders(
  tx: Db,
  { id, sequence }: { id: string; sequence: number },
  memberId: MemberId,
): Promise<void> {
  const earlierVersions = Array.from({ length: sequence }, (_, version) => ({ id, sequence: version }))
  const reasons = earlierVersions.flatMap((version) => Reminders.map((reminder) => reminderEventKey(version, reminder)))
  await deleteWaitingEmails(tx, reasons)
  await withdrawNotifications(tx, memberId, reasons)
}

/** Reminds the member and the consultant once a day before a session and once an hour before. */
export async function sendSessionReminders(context: Context): Promise<void> {
  const { db, now, log } = context
  const moment = now()
  const until = new Date(moment.getTime() + FIRST_REMINDER_MS)
  const due = (await listStartingSessions(db, { after: moment, until })).flatMap((session) => {
    const reminder = dueReminder({ ...session, now: moment })
    return reminder ? [{ ...session, reason: reminderEventKey(session, reminder) }] : []
  })
  const notified = await findNotified(db, due)
  const processor = createBatchProcessor(log, 'a session reminder could not be sent')
  for (const { id, reason } of due) {
    if (!notified.has(reason)) await processor.attempt(id, () => sendSessionReminder(context, id))
  }
  processor.end()
}

/**
 * Checks again while holding the lock, because the session may have changed or another process may have sent the
 * reminder.
 */
async function sendSessionReminder(context: Context, bookingId: string): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const session = await lockStartingSession(tx, bookingId)
    const reminder = session && dueReminder({ ...session, now: context.now() })
    if (session && reminder) await notifyParticipants(tx, context, session, reminder)
  })
}

async function notifyParticipants(tx: Db, context: Context, session: StartingSession, reminder: Reminder) {
  const { title, startsAt, displayName } = session
  const notification = { reason: reminderEventKey(session, reminder), title: reminderTitle[reminder] }
  await notifyAccount(tx, context, session.memberId, (reader) => ({
    ...notification,
    text: `${title} with ${displayName}, ${formatTimeWithZone(startsAt, reader.timeZone)}`,
    path: memberBookingPath(session),
    kinds: ['sessions'],
    email: (site) => reminderEmail({ session, reminder, reader, ...site }),
    // An email that cannot be sent before the session starts is dropped.
    expiresAt: startsAt,
  }))
  await notifyMember(tx, context, {
    ...notification,
    memberId: session.consultantAccountId,
    text: `${title}, ${formatTimeWithZone(startsAt, session.consultantZone)}`,
    path: CONSULTANT_PATH,
  })
}
