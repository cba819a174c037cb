import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { deleteFiles } from '#platform/server/files/store.ts'
import type { DataSubject } from '#platform/server/personal-data.ts'
import { detachFiles, listFilesFrom } from './file-store.ts'

/** After the sessions were cancelled: whoever adds a file in another tab is either done, and found here, or too late. */
export async function eraseBookingFiles(tx: Db, _: Context, { memberId }: DataSubject): Promise<void> {
  const fileIds = (await listFilesFrom(tx, memberId)).map(({ fileId }) => fileId)
  await detachFiles(tx, fileIds)
  await deleteFiles(tx, fileIds)
}
