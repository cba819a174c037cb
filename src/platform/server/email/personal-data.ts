import type { Db } from '../db/tables.ts'
import type { DataSubject, PersonalData, PersonalDataArea } from '../personal-data.ts'
import { deleteEmailsTo, listEmailsTo } from './store.ts'

/**
 * Emails to a member, except those that answer a form. Anyone can enter another person's address in a form, so the
 * form's area decides whose data they are. Their reasons start with `excludedReasonPrefix`.
 */
export function personalEmails(excludedReasonPrefix: string): PersonalDataArea {
  return {
    export: (db, subject) => exportEmails(db, subject, excludedReasonPrefix),
    erase: (tx, _, subject) => eraseEmails(tx, subject, excludedReasonPrefix),
  }
}

async function exportEmails(
  db: Db,
  { email, openedAt }: DataSubject,
  excludedReasonPrefix: string,
): Promise<PersonalData> {
  const emails = await listEmailsTo(db, email, { since: openedAt, exceptReason: excludedReasonPrefix })
  const facts = emails.map(({ subject, recipient, createdAt, sentAt }) => ({
    subject,
    to: recipient,
    writtenAt: createdAt,
    sentAt: sentAt,
  }))
  return { sections: [{ key: 'emails', title: 'E-mails that we wrote to you', facts }] }
}

export async function eraseEmails(
  tx: Db,
  { addresses, openedAt }: DataSubject,
  excludedReasonPrefix: string,
): Promise<void> {
  await deleteEmailsTo(tx, addresses, { since: openedAt, exceptReason: excludedReasonPrefix })
}
