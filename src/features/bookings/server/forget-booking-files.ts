import type { Context } from '#platform/server/context.ts'
import { deleteFiles } from '#platform/server/files/store.ts'
import { filesForgottenBefore } from '../rules/booking-file.ts'
import { detachFiles, listOldFileIds } from './file-store.ts'

/** At a time: they may be large. */
const BATCH = 50

/** Deletes what was given to consultants so long ago that nobody can claim anything of it, and leaves a line of it. */
export async function forgetBookingFiles({ db, now, log }: Context): Promise<void> {
  const before = filesForgottenBefore(now())
  let forgotten = 0
  for (;;) {
    const fileIds = await listOldFileIds(db, before, BATCH)
    if (fileIds.length === 0) break
    await db.transaction().execute(async (tx) => {
      await detachFiles(tx, fileIds)
      await deleteFiles(tx, fileIds)
    })
    forgotten += fileIds.length
  }
  if (forgotten > 0) log.info({ files: forgotten }, 'old files of sessions were deleted')
}
