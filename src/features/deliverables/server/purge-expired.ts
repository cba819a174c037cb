import { visitEndedPackages } from '#features/purchases/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { deleteFiles } from '#platform/server/files/store.ts'
import { purgeExpired } from '#platform/server/jobs/define-job.ts'
import { deliverablesPurgedBefore } from '../rules.ts'
import { deleteDeliverables, lockOldDeliverables } from './personal-store.ts'

/** Batch size. It is small because files may be large. */
const BATCH = 10

/** Purges deliverables from packages that ended too long ago for any claims to be made about them. */
export const purgeDeliverables = purgeExpired({
  name: 'purge-deliverables',
  cron: '40 4 * * *',
  clock: 'business',
  async steps({ db, now }) {
    const before = deliverablesPurgedBefore(now())
    const purge = (packageIds: string[]) => purgePackages(db, packageIds, before)
    return { deliverables: await visitEndedPackages(db, before, purge) }
  },
  message: 'old deliverables were deleted',
})

async function purgePackages(db: Db, packageIds: string[], before: Date): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const ids = await lockOldDeliverables(tx, { packageIds, before, limit: BATCH })
    await deleteFiles(tx, await deleteDeliverables(tx, ids))
    return ids.length
  })
}
