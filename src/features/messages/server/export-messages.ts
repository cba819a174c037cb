import type { Db } from '#platform/server/db/tables.ts'
import type { DataSubject, PersonalData } from '#platform/server/personal-data.ts'
import { topicWords } from '../rules.ts'
import { listEntriesOf, listMessagesFrom } from './personal-store.ts'

/** What the member wrote through the forms. Anybody can type an address there: only a proven one says whose it is. */
export async function exportMessages(db: Db, { email, isEmailVerified }: DataSubject): Promise<PersonalData> {
  const messages = isEmailVerified ? await listMessagesFrom(db, email) : []
  const entries = await listEntriesOf(
    db,
    messages.map(({ id }) => id),
  )
  return {
    sections: [
      {
        key: 'messages',
        title: 'Messages and complaints that you sent us',
        facts: messages.map((row) => ({
          reference: row.reference,
          kind: row.kind,
          about: row.topic && topicWords[row.topic],
          name: row.name,
          email: row.email,
          message: row.body,
          takenForSpam: row.isSpam,
          receivedAt: row.receivedAt,
        })),
      },
      {
        key: 'messageEntries',
        title: 'What we answered to them, and noted about them',
        facts: entries.map(({ reference, kind, text, writtenAt }) => ({ reference, kind, text, writtenAt })),
      },
    ],
  }
}
