import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { DataSubject, PersonalData, PersonalDataAreas } from '#platform/server/personal-data.ts'
import { deleteRecipient, listReceivedNewsletters } from './store.ts'

export const personalData = {
  news: { export: exportNewsletters, erase: eraseNewsletters },
} satisfies PersonalDataAreas

async function eraseNewsletters(tx: Db, _: Context, { memberId }: DataSubject): Promise<void> {
  await deleteRecipient(tx, memberId)
}

async function exportNewsletters(db: Db, { memberId }: DataSubject): Promise<PersonalData> {
  const facts = (await listReceivedNewsletters(db, memberId)).map(({ subject, sentToAt }) => ({
    subject,
    writtenAt: sentToAt,
  }))
  return { sections: [{ key: 'news', title: 'Newsletters we sent you', facts }] }
}
