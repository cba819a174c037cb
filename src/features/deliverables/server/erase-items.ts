import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { deleteFiles } from '#platform/server/files/store.ts'
import type { DataSubject } from '#platform/server/personal-data.ts'
import { deleteItems, listItemIdsOf } from './personal-store.ts'

/** What was made for somebody who leaves goes with them, files and all. How many there were stays in the ledger. */
export async function eraseItems(tx: Db, _: Context, { memberId }: DataSubject): Promise<void> {
  await deleteFiles(tx, await deleteItems(tx, await listItemIdsOf(tx, memberId)))
}
