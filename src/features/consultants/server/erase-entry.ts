import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { DataSubject } from '#platform/server/personal-data.ts'
import { deleteEntryOf } from './store.ts'

/** Of somebody who advised once. Whoever still does belongs to the staff, whose accounts are closed by an administrator. */
export async function eraseEntry(tx: Db, _: Context, { memberId }: DataSubject): Promise<void> {
  await deleteEntryOf(tx, memberId)
}
