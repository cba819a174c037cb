import type { MemberContext } from '#platform/server/context.ts'
import type { DeliverablesOverview } from '../contract.ts'
import { listProgress } from './list-progress.ts'
import { listAskedOf } from './list-store.ts'
import { showItem } from './show-item.ts'

/** The rest is on the pages of the packages. */
const SHOWN = 5

export async function getOverview(context: MemberContext): Promise<DeliverablesOverview> {
  const lines = (await listProgress(context)).flatMap((one) => one.lines)
  const asked = await listAskedOf(context.db, context.actor.memberId, SHOWN)
  return {
    delivered: lines.reduce((sum, { delivered }) => sum + delivered, 0),
    promised: lines.reduce((sum, { promised }) => sum + promised, 0),
    forApproval: asked.map(showItem),
  }
}
