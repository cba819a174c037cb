import type { MemberContext } from '#platform/server/context.ts'
import { deleteFiles } from '#platform/server/files/store.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { WorkDetails } from '../contract/work.ts'
import { stepWork } from './step-work.ts'
import { deleteVersion } from './version-store.ts'

/** What the member has seen stays. */
export async function removeVersion(
  context: MemberContext,
  { itemId, number }: { itemId: string; number: number },
): Promise<WorkDetails> {
  return stepWork(context, itemId, 'add', async (tx, { versions }) => {
    const version = versions.find((known) => known.number === number && known.published_at === null)
    if (!version) throw new Refused('version-not-found')
    await deleteVersion(tx, itemId, number)
    if (version.file_id) await deleteFiles(tx, [version.file_id])
  })
}
