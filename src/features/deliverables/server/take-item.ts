import type { MemberContext } from '#platform/server/context.ts'
import type { WorkDetails } from '../contract/work.ts'
import { stepWork } from './step-work.ts'
import { saveStep } from './store.ts'

/** Of two who press at once one has it; for the other it is not there any more. Pressed twice it is taken once. */
export async function takeItem(context: MemberContext, itemId: string): Promise<WorkDetails> {
  return stepWork(context, itemId, 'take', async (tx, { worker, row }) => {
    const state = row.state === 'for_approval' ? 'for_approval' : 'in_progress'
    await saveStep(tx, itemId, { state, consultantId: worker.id })
  })
}
