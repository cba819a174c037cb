import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { DataSubject, PersonalData, PersonalDataAreas } from '#platform/server/personal-data.ts'
import { deleteNotifications, listAllNotifications } from './store.ts'

export const personalData = {
  notifications: { export: exportNotifications, erase: eraseNotifications },
} satisfies PersonalDataAreas

async function eraseNotifications(tx: Db, _: Context, { memberId }: DataSubject): Promise<void> {
  await deleteNotifications(tx, memberId)
}

async function exportNotifications(db: Db, { memberId }: DataSubject): Promise<PersonalData> {
  const rows = await listAllNotifications(db, memberId)
  const facts = rows.map(({ title, text, createdAt, readAt }) => ({
    title,
    text,
    notifiedAt: createdAt,
    readAt,
  }))
  return { sections: [{ key: 'notifications', title: 'Your notifications', facts }] }
}
