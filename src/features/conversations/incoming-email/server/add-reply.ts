import { randomUUID } from 'node:crypto'
import type { MemberId } from '#platform/shared/actor.ts'
import { MAX_MESSAGE_LENGTH } from '../../messages/contract.ts'
import { memberMessageLimit, writeAsMember } from '../../messages/server/member-messages.ts'
import type { ReceivingContext } from '../../server/context.ts'
import { type ParsedEmail, type ReceiveResult, truncate } from '../rules/incoming-email.ts'
import { replyText } from '../rules/reply-text.ts'
import { insertIncomingEmail } from './store.ts'

export type IncomingEmail = { mail: ParsedEmail; nameHash: Buffer }

/** Adds a member's emailed reply to the conversation. Keeps only their own words. */
export async function addReply(
  context: ReceivingContext,
  { mail, nameHash }: IncomingEmail,
  memberId: MemberId,
): Promise<ReceiveResult> {
  await context.limits.count(memberMessageLimit, memberId)
  const { text, isTruncated } = truncate(replyText(mail.text), MAX_MESSAGE_LENGTH)
  return context.db.transaction().execute(async (tx) => {
    if (!(await insertIncomingEmail(tx, nameHash, context.now()))) return { outcome: 'known' }
    const sent = { sendingId: randomUUID(), text, mail: { skippedFiles: mail.files, isTruncated } }
    await writeAsMember(tx, context, { ...sent, memberId })
    return { outcome: 'added' }
  })
}
