import type { MemberContext } from '#platform/server/context.ts'
import type { DeliverablesOverview } from '../contract.ts'
import { listProgress } from './list-progress.ts'
import { listAskedOf } from './list-store.ts'
import { showItem } from './show-item.ts'

/** The rest is on the pages of the packages. */
const SHOWN = 5

export async function getOverview(context: MemberContext): Promise<DeliverablesOverview> {
  const [progress, asked] = await Promise.all([
    listProgress(context),
    listAskedOf(context.db, context.actor.memberId, SHOWN),
  ])
  const lines = progress.flatMap((one) => one.lines)
  return {
    delivered: lines.reduce((sum, { delivered }) => sum + delivered, 0),
    promised: lines.reduce((sum, { promised }) => sum + promised, 0),
    forApproval: asked.map(showItem),
  }
}
