import type { MemberContext } from '#platform/server/context.ts'
import type { WorkDetails } from '../contract/work.ts'
import { stepWork } from './step-work.ts'
import { saveStep } from './store.ts'
import { tellOfItem } from './tell-of-item.ts'
import { publishVersions } from './version-store.ts'

/** The member sees what was made, and is asked whether they are content. */
export async function askForApproval(context: MemberContext, itemId: string): Promise<WorkDetails> {
  return stepWork(context, itemId, 'ask', async (tx, { row, versions, at }) => {
    await publishVersions(tx, itemId, at)
    await saveStep(tx, itemId, { state: 'for_approval', askedAt: at })
    await tellOfItem(tx, context, row, { to: 'member', kind: 'asked', cause: versions[0]?.number ?? 0 })
  })
}
