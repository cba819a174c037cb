import type { Db } from '#platform/server/db/tables.ts'
import type { DataSubject, PersonalData } from '#platform/server/personal-data.ts'
import { listAllNotifications } from './store.ts'

export async function exportNotifications(db: Db, { memberId }: DataSubject): Promise<PersonalData> {
  const rows = await listAllNotifications(db, memberId)
  const facts = rows.map(({ title, text, created_at, read_at }) => ({
    title,
    text,
    toldAt: created_at,
    readAt: read_at,
  }))
  return { sections: [{ key: 'notifications', title: 'What the bell told you', facts }] }
}
