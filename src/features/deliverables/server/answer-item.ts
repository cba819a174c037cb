import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { Refused } from '#platform/shared/refused.ts'
import { obstacleToAnswer } from '../rules/items.ts'
import { requireItem } from './get-item.ts'
import { stateOf } from './show-item.ts'
import { type ItemRow, lockItem } from './store.ts'
import { listVersions } from './version-store.ts'

/** An item that its member answers, held until the transaction ends. @param seen the version that they have looked at */
export async function answerItem(
  tx: Db,
  { actor }: Pick<MemberContext, 'actor'>,
  itemId: string,
  seen: number,
): Promise<ItemRow> {
  await requireItem({ db: tx, actor }, itemId)
  await lockItem(tx, itemId)
  const row = await requireItem({ db: tx, actor }, itemId)
  const [lastShown] = (await listVersions(tx, itemId)).filter((version) => version.published_at !== null)
  const obstacle = obstacleToAnswer({ state: stateOf(row), lastShown: lastShown?.number ?? 0 }, seen)
  if (obstacle) throw new Refused(obstacle)
  return row
}
