import { visitEndedPackages } from '#features/purchases/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { deleteFiles } from '#platform/server/files/store.ts'
import { filesForgottenBefore } from '../rules/booking-file.ts'
import { detachFiles, lockOldFiles } from './file-store.ts'

/** At a time: they may be large. */
const BATCH = 10

/** Deletes what was given to consultants so long ago that nobody can claim anything of it, and leaves a line of it. */
export async function forgetBookingFiles({ db, now, log }: Context): Promise<void> {
  const before = filesForgottenBefore(now())
  const forgotten = await visitEndedPackages(db, before, (packageIds) => forgetFilesOf(db, packageIds, before))
  if (forgotten > 0) log.info({ files: forgotten }, 'old files of sessions were deleted')
}

async function forgetFilesOf(db: Db, packageIds: string[], before: Date): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const fileIds = await lockOldFiles(tx, { packageIds, before, most: BATCH })
    await detachFiles(tx, fileIds)
    await deleteFiles(tx, fileIds)
    return fileIds.length
  })
}
