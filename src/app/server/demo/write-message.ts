import { randomUUID } from 'node:crypto'
import { answerMember, getMemberConversation, listConversations } from '#features/conversations/contract/staff.ts'
import { sendMessage } from '#features/conversations/contract.ts'
import type { Actor } from './act-as.ts'

/** A member writes to the company. */
export async function writeMessage(member: Actor, text: string): Promise<void> {
  await member.ask(sendMessage, { body: { id: randomUUID(), text } })
}

/** An administrator answers what a member has written. */
export async function answerMessage(administrator: Actor, member: Actor, text: string): Promise<void> {
  const { items } = await administrator.ask(listConversations, { query: { search: member.email } })
  const memberId = items[0]?.member.id ?? ''
  const params = { memberId }
  const conversation = await administrator.ask(getMemberConversation, { params, query: {} })
  const seenUntil = conversation.items[0]?.writtenAt ?? null
  await administrator.ask(answerMember, { params, body: { id: randomUUID(), text, seenUntil } })
}
