import { visitEndedPackages } from '#features/purchases/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { deleteFiles } from '#platform/server/files/store.ts'
import { purgeExpired } from '#platform/server/jobs/define-job.ts'
import { filesPurgedBefore } from '../files/rules.ts'
import { detachFiles, lockOldFiles } from '../files/server/store.ts'

/** Batch size. It is small because files may be large. */
const BATCH = 10

/** Purges files from packages that ended too long ago for any claims to be made about them. */
export const purgeBookingFiles = purgeExpired({
  name: 'purge-booking-files',
  cron: '45 4 * * *',
  clock: 'business',
  async steps({ db, now }) {
    const before = filesPurgedBefore(now())
    return { files: await visitEndedPackages(db, before, (packageIds) => purgePackageFiles(db, packageIds, before)) }
  },
  message: 'old files of sessions were deleted',
})

async function purgePackageFiles(db: Db, packageIds: string[], before: Date): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const fileIds = await lockOldFiles(tx, { packageIds, before, most: BATCH })
    await detachFiles(tx, fileIds)
    await deleteFiles(tx, fileIds)
    return fileIds.length
  })
}
