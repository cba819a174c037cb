import type { MemberContext } from '#platform/server/context.ts'
import type { Limit } from '#platform/server/limits.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { WorkDetails } from '../contract/work.ts'
import type { ItemDetails } from '../contract.ts'
import { getItem, requireItem } from './get-item.ts'
import { requireWork, showWork } from './get-work.ts'
import { stateOf } from './show-item.ts'
import { type ItemRow, insertComment } from './store.ts'
import { tellOfItem } from './tell-of-item.ts'

/** Each of them is a letter to somebody. */
const comments: Limit = { name: 'deliverable-comment', attempts: 60, seconds: 3_600 }

export async function writeComment(context: MemberContext, itemId: string, text: string): Promise<ItemDetails> {
  await saveComment(context, await requireItem(context, itemId), 'member', text)
  return getItem(context, itemId)
}

/** By whoever makes it. */
export async function answerComment(context: MemberContext, itemId: string, text: string): Promise<WorkDetails> {
  const work = await requireWork(context, itemId)
  if (work.row.consultant_id !== work.worker.id) throw new Refused('not-taken')
  await saveComment(context, work.row, 'consultant', text)
  return showWork(context, work)
}

async function saveComment(context: MemberContext, row: ItemRow, author: 'member' | 'consultant', text: string) {
  if (stateOf(row) === 'closed') throw new Refused('item-closed')
  await context.limits.count(comments, context.actor.memberId)
  await context.db.transaction().execute(async (tx) => {
    const cause = await insertComment(tx, { itemId: row.id, author, text, asksChangeOf: null, at: context.now() })
    await tellOfItem(tx, context, row, { to: author === 'member' ? 'consultant' : 'member', kind: 'comment', cause })
  })
}
