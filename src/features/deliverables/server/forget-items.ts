import type { Context } from '#platform/server/context.ts'
import { deleteFiles } from '#platform/server/files/store.ts'
import { itemsForgottenBefore } from '../rules/items.ts'
import { deleteItems, listOldItemIds } from './personal-store.ts'

/** At a time: their files may be large. */
const BATCH = 50

/** Deletes what was delivered so long ago that nobody can claim anything of it, and leaves a line that shows it. */
export async function forgetItems({ db, now, log }: Context): Promise<void> {
  const before = itemsForgottenBefore(now())
  let forgotten = 0
  for (;;) {
    const ids = await listOldItemIds(db, before, BATCH)
    if (ids.length === 0) break
    await db.transaction().execute(async (tx) => deleteFiles(tx, await deleteItems(tx, ids)))
    forgotten += ids.length
  }
  if (forgotten > 0) log.info({ deliverables: forgotten }, 'old deliverables were deleted')
}
