import { randomUUID } from 'node:crypto'
import type { MemberId } from '#platform/shared/actor.ts'
import { MAX_MESSAGE_LENGTH } from '../../messages/contract.ts'
import { memberMessageLimit, writeAsMember } from '../../messages/server/member-messages.ts'
import type { ReceivingContext } from '../../server/context.ts'
import { type ParsedEmail, type ReceiveResult, truncate } from '../rules/incoming-email.ts'
import { replyText } from '../rules/reply-text.ts'
import { insertIncomingEmail } from './store.ts'

export type IncomingEmail = { email: ParsedEmail; messageIdHash: Buffer }

/** Adds a member's emailed reply to the conversation. Keeps only their own words. */
export async function addReply(
  context: ReceivingContext,
  { email, messageIdHash }: IncomingEmail,
  memberId: MemberId,
): Promise<ReceiveResult> {
  await context.limits.count(memberMessageLimit, memberId)
  const { text, isTruncated } = truncate(replyText(email.text), MAX_MESSAGE_LENGTH)
  return context.db.transaction().execute(async (tx) => {
    if (!(await insertIncomingEmail(tx, messageIdHash, context.now()))) return { outcome: 'known' }
    await writeAsMember(tx, context, {
      memberId,
      sendingId: randomUUID(),
      text,
      email: { skippedFiles: email.files, isTruncated },
    })
    return { outcome: 'added' }
  })
}
