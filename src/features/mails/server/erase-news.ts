import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { DataSubject } from '#platform/server/personal-data.ts'
import { deleteRecipient } from './store.ts'

export async function eraseNews(tx: Db, _: Context, { memberId }: DataSubject): Promise<void> {
  await deleteRecipient(tx, memberId)
}
