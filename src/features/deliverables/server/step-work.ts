import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { WorkDetails } from '../contract/work.ts'
import { obstacleToWork, type WorkStep } from '../rules/items.ts'
import { getWork, requireWork, situationOf, type Work } from './get-work.ts'
import { lockItem } from './store.ts'
import { listVersions, type VersionRow } from './version-store.ts'

/** What a consultant does with an item, if it may be done now: the item is held until it is done. */
export async function stepWork(
  context: MemberContext,
  itemId: string,
  step: WorkStep,
  save: (tx: Db, work: Work & { versions: VersionRow[]; at: Date }) => Promise<void>,
): Promise<WorkDetails> {
  await context.db.transaction().execute(async (tx) => {
    const here = { ...context, db: tx }
    // What is not theirs is not held either.
    await requireWork(here, itemId)
    await lockItem(tx, itemId)
    const work = await requireWork(here, itemId)
    const versions = await listVersions(tx, itemId)
    const at = context.now()
    const obstacle = obstacleToWork(step, situationOf(work, versions), at)
    if (obstacle) throw new Refused(obstacle)
    await save(tx, { ...work, versions, at })
  })
  return getWork(context, itemId)
}
