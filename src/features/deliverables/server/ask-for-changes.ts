import type { MemberContext } from '#platform/server/context.ts'
import type { ItemDetails } from '../contract.ts'
import { answerItem } from './answer-item.ts'
import { getItem } from './get-item.ts'
import { insertComment, saveStep } from './store.ts'
import { tellOfItem } from './tell-of-item.ts'

/** The member is not content yet: their words go to whoever makes it, who goes on with it. */
export async function askForChanges(
  context: MemberContext,
  itemId: string,
  { version, text }: { version: number; text: string },
): Promise<ItemDetails> {
  await context.db.transaction().execute(async (tx) => {
    const row = await answerItem(tx, context, itemId, version)
    await saveStep(tx, itemId, { state: 'in_progress' })
    const comment = { itemId, author: 'member' as const, text, asksChangeOf: version, at: context.now() }
    const cause = await insertComment(tx, comment)
    await tellOfItem(tx, context, row, { to: 'consultant', kind: 'changes', cause })
  })
  return getItem(context, itemId)
}
