import { visitEndedPackages } from '#features/purchases/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { deleteFiles } from '#platform/server/files/store.ts'
import { itemsForgottenBefore } from '../rules/items.ts'
import { deleteItems, lockOldItems } from './personal-store.ts'

/** At a time: their files may be large. */
const BATCH = 10

/** Deletes what was delivered so long ago that nobody can claim anything of it, and leaves a line that shows it. */
export async function forgetItems({ db, now, log }: Context): Promise<void> {
  const before = itemsForgottenBefore(now())
  const forgotten = await visitEndedPackages(db, before, (packageIds) => forgetItemsOf(db, packageIds, before))
  if (forgotten > 0) log.info({ deliverables: forgotten }, 'old deliverables were deleted')
}

async function forgetItemsOf(db: Db, packageIds: string[], before: Date): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const ids = await lockOldItems(tx, { packageIds, before, most: BATCH })
    await deleteFiles(tx, await deleteItems(tx, ids))
    return ids.length
  })
}
