import { randomUUID } from 'node:crypto'
import type { MemberId } from '#platform/shared/actor.ts'
import { LONGEST_MESSAGE } from '../contract.ts'
import { type ReadMail, type Received, shortened } from '../rules/incoming.ts'
import { ownWords } from '../rules/own-words.ts'
import type { ReceivingContext } from './conversations-context.ts'
import { insertIncomingMail } from './letter-store.ts'
import { messagesOfMember, writeAsMember } from './write-as-member.ts'

export type Incoming = { mail: ReadMail; nameHash: Buffer }

/** A member's answer by mail. Of the mail only their own words are kept. */
export async function addReply(
  context: ReceivingContext,
  { mail, nameHash }: Incoming,
  memberId: MemberId,
): Promise<Received> {
  await context.limits.count(messagesOfMember, memberId)
  const { text, isShortened } = shortened(ownWords(mail.text), LONGEST_MESSAGE)
  return context.db.transaction().execute(async (tx) => {
    if (!(await insertIncomingMail(tx, nameHash, context.now()))) return { outcome: 'known' }
    const sent = { sendingId: randomUUID(), text, mail: { untakenFiles: mail.files, isShortened } }
    await writeAsMember(tx, context, { ...sent, memberId })
    return { outcome: 'added' }
  })
}
