import type { Db } from '#platform/server/db/tables.ts'
import type { DataSubject, PersonalData } from '#platform/server/personal-data.ts'
import { listWishesOf } from './earlier-store.ts'

export async function exportEarlierWishes(db: Db, { memberId }: DataSubject): Promise<PersonalData> {
  const wishes = await listWishesOf(db, memberId)
  const facts = wishes.map(({ title, wished_at: since, from, until }) => ({ session: title, since, from, until }))
  return { sections: [{ key: 'earlierWishes', title: 'When you would rather have come', facts }] }
}
