import { wantsMail } from '#features/accounts/server/public.ts'
import { readCompany } from '#features/company/server/public.ts'
import { findTold, tellMember } from '#features/notifications/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { queueMail } from '#platform/server/mail/queue-mail.ts'
import { openRound } from '#platform/server/open-round.ts'
import { momentInWords } from '#platform/shared/local-time.ts'
import { dueReminder, FIRST_REMINDER_MS, type Reminder, reminderReason } from '../rules/reminder.ts'
import { CONSULTANT_PATH, memberPath } from './emails/booking.ts'
import { reminderLetter, reminderTitle } from './emails/reminder.ts'
import { listStartingSessions, lockStartingSession, type StartingSession } from './reminder-store.ts'

/** Work of `remindOfSessionsJob`: both sides of a session hear of it a day and an hour before, each once. */
export async function remindOfSessions(context: Context): Promise<void> {
  const { db, now, log } = context
  const moment = now()
  const until = new Date(moment.getTime() + FIRST_REMINDER_MS)
  const due = (await listStartingSessions(db, { after: moment, until })).flatMap((session) => {
    const reminder = dueReminder({ ...session, now: moment })
    return reminder ? [{ id: session.id, memberId: session.member.id, reason: reminderReason(session, reminder) }] : []
  })
  const told = await findTold(db, due)
  const round = openRound(log, 'a session could not be reminded of')
  for (const { id, reason } of due) {
    if (!told.has(reason)) await round.attempt(id, () => remindOf(context, id))
  }
  round.end()
}

/** Decided anew under the lock: it may have been moved or cancelled, or another process may have been quicker. */
async function remindOf(context: Context, bookingId: string): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const session = await lockStartingSession(tx, bookingId)
    const reminder = session && dueReminder({ ...session, now: context.now() })
    if (!session || !reminder) return
    const isNew = await tellBySession(tx, context, session, reminder)
    if (isNew && (await wantsMail(tx, session.member.id, 'sessions'))) await write(tx, context, session, reminder)
  })
}

/** @returns false where the member was told already */
async function tellBySession(tx: Db, context: Context, session: StartingSession, reminder: Reminder) {
  const { title, startsAt, member, consultant } = session
  const told = { reason: reminderReason(session, reminder), title: reminderTitle[reminder] }
  const isNew = await tellMember(tx, context, {
    ...told,
    memberId: member.id,
    text: `${title} with ${consultant.displayName}, ${momentInWords(startsAt, member.timeZone)}`,
    path: memberPath(session),
  })
  const text = `${title}, ${momentInWords(startsAt, consultant.timeZone)}`
  await tellMember(tx, context, { ...told, memberId: consultant.id, text, path: CONSULTANT_PATH })
  return isNew
}

/** A reminder that could not be sent in time is not sent. */
async function write(tx: Db, context: Context, session: StartingSession, reminder: Reminder): Promise<void> {
  const letter = reminderLetter({
    session,
    reminder,
    company: await readCompany(tx),
    publicUrl: context.publicUrl,
  })
  await queueMail(tx, context, reminderReason(session, reminder), letter, { expiresAt: session.startsAt })
}
