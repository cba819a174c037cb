import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { DataSubject } from '#platform/server/personal-data.ts'
import { deleteNotesAbout } from './note-store.ts'

export async function eraseMemberNotes(tx: Db, _: Context, { memberId }: DataSubject): Promise<void> {
  await deleteNotesAbout(tx, memberId)
}
