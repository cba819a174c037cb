import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { recordAction } from '#platform/server/record-action.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { BoardDetails, assignItem as endpoint } from '../contract/board.ts'
import { obstacleToAssigning } from '../rules/items.ts'
import { findAnyItem, findMaker, saveAssignment } from './board-store.ts'
import { getBoardItem } from './get-board-item.ts'
import { stateOf } from './show-item.ts'
import { type ItemRow, lockItem } from './store.ts'
import { tellOfItem } from './tell-of-item.ts'

/** An administrator gives a deliverable on, whoever has it: also that of a consultant who has left. */
export async function assignItem(
  context: MemberContext,
  itemId: string,
  { from, to }: BodyOf<typeof endpoint>,
): Promise<BoardDetails> {
  await context.db.transaction().execute(async (tx) => {
    if (!(await findAnyItem(tx, itemId))) throw new Refused('item-not-found')
    await lockItem(tx, itemId)
    const row = await requireRow(tx, itemId)
    const maker = to === null ? undefined : await findMaker(tx, to)
    const isAbleMaker = to === null || maker?.services.includes(row.service_type) === true
    const obstacle = obstacleToAssigning({ state: stateOf(row), consultantId: row.consultant_id, isAbleMaker }, from)
    if (obstacle) throw new Refused(obstacle)
    if (row.consultant_id === to) return
    await saveAssignment(tx, itemId, { consultantId: to, state: stateAfter(row, to) })
    await recordAction(tx, context, {
      action: 'deliverable.assigned',
      object: { kind: 'deliverable', id: itemId },
      before: { consultantId: from },
      after: { consultantId: to },
    })
    const cause = context.now().toISOString()
    await tellOfItem(tx, context, await requireRow(tx, itemId), { to: 'consultant', kind: 'assigned', cause })
  })
  return getBoardItem(context, itemId)
}

async function requireRow(tx: Db, itemId: string): Promise<ItemRow> {
  const row = await findAnyItem(tx, itemId)
  if (!row) throw new Refused('item-not-found')
  return row
}

/** What the member is asked about stays so; without a consultant the rest waits for whoever takes it. */
function stateAfter({ state }: ItemRow, to: string | null) {
  if (state === 'for_approval') return state
  return to === null ? 'planned' : 'in_progress'
}
