import type { Context } from '../context.ts'
import type { Db } from '../db/tables.ts'
import type { DataSubject, PersonalData } from '../personal-data.ts'
import { deleteMailsTo, listMailsTo } from './store.ts'

/**
 * Letters to a member. Not those that answer a form: anybody can type anybody's address there, so whose they are is
 * for the form's area to say. Their reasons begin with `exceptReason`.
 */
export async function exportMails(
  db: Db,
  { email, openedAt }: DataSubject,
  exceptReason: string,
): Promise<PersonalData> {
  const mails = await listMailsTo(db, email, { since: openedAt, exceptReason })
  const facts = mails.map(({ subject, recipient, created_at, sent_at }) => ({
    subject,
    to: recipient,
    writtenAt: created_at,
    sentAt: sent_at,
  }))
  return { sections: [{ key: 'mails', title: 'E-mails that we wrote to you', facts }] }
}

export async function eraseMails(
  tx: Db,
  _: Context,
  { addresses, openedAt }: DataSubject,
  exceptReason: string,
): Promise<void> {
  await deleteMailsTo(tx, addresses, { since: openedAt, exceptReason })
}
