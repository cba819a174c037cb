import type { Db } from '#platform/server/db/tables.ts'
import type { DataSubject, PersonalData } from '#platform/server/personal-data.ts'
import { listNewsOf } from './store.ts'

export async function exportNews(db: Db, { memberId }: DataSubject): Promise<PersonalData> {
  const facts = (await listNewsOf(db, memberId)).map(({ subject, sent_to_at }) => ({ subject, writtenAt: sent_to_at }))
  return { sections: [{ key: 'news', title: 'News that we wrote to you', facts }] }
}
