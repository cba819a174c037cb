import type { BodyOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type * as contract from '../contract.ts'
import type { Message } from '../contract.ts'
import type { MemberConversationsContext } from './conversations-context.ts'
import { showMessage } from './show-message.ts'
import { findSent } from './store.ts'
import { messagesOfMember, writeAsMember } from './write-as-member.ts'

export async function sendMessage(
  context: MemberConversationsContext,
  { id: sendingId, text }: BodyOf<typeof contract.sendMessage>,
): Promise<Message> {
  const { db, actor, limits } = context
  const { memberId } = actor
  // An answer that was lost is asked for once more: that is no second message.
  const known = await findSent(db, { memberId, author: 'member', sendingId })
  if (known && known.text !== text) throw new Refused('sent-otherwise')
  if (known) return showMessage(known)
  await limits.count(messagesOfMember, memberId)
  return db
    .transaction()
    .execute(async (tx) => showMessage(await writeAsMember(tx, context, { memberId, sendingId, text })))
}
