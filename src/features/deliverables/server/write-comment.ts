import type { MemberContext } from '#platform/server/context.ts'
import type { Limit } from '#platform/server/limits.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { WorkDetails } from '../contract/work.ts'
import type { ItemDetails } from '../contract.ts'
import { getItem, requireItem } from './get-item.ts'
import { getWork, requireWork } from './get-work.ts'
import { stateOf } from './show-item.ts'
import { type ItemRow, insertComment, lockItem } from './store.ts'
import { tellOfItem } from './tell-of-item.ts'

/** Each of them is a letter to somebody. */
const comments: Limit = { name: 'deliverable-comment', attempts: 60, seconds: 3_600 }

export async function writeComment(context: MemberContext, itemId: string, text: string): Promise<ItemDetails> {
  await saveComment(context, { itemId, author: 'member', text }, requireItem)
  return getItem(context, itemId)
}

/** By whoever makes it. */
export async function answerComment(context: MemberContext, itemId: string, text: string): Promise<WorkDetails> {
  await saveComment(context, { itemId, author: 'consultant', text }, requireOwnWork)
  return getWork(context, itemId)
}

async function requireOwnWork(context: MemberContext, itemId: string): Promise<ItemRow> {
  const { row, worker } = await requireWork(context, itemId)
  if (row.consultant_id !== worker.id) throw new Refused('not-taken')
  return row
}

type Comment = { itemId: string; author: 'member' | 'consultant'; text: string }

/** The item is held until it is done: a member who leaves at this moment takes it with them before or after. */
async function saveComment(
  context: MemberContext,
  { itemId, author, text }: Comment,
  require: (context: MemberContext, itemId: string) => Promise<ItemRow>,
): Promise<void> {
  requireOpen(await require(context, itemId))
  await context.limits.count(comments, context.actor.memberId)
  await context.db.transaction().execute(async (tx) => {
    await lockItem(tx, itemId)
    const row = await require({ ...context, db: tx }, itemId)
    requireOpen(row)
    const cause = await insertComment(tx, { itemId, author, text, asksChangeOf: null, at: context.now() })
    await tellOfItem(tx, context, row, { to: author === 'member' ? 'consultant' : 'member', kind: 'comment', cause })
  })
}

function requireOpen(row: ItemRow): void {
  if (stateOf(row) === 'closed') throw new Refused('item-closed')
}
