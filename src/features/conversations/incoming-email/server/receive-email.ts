import { createHash, randomUUID } from 'node:crypto'
import { readCompany } from '#features/company/server/public.ts'
import { HttpError } from '#platform/server/http/http-error.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { MAX_MESSAGE_LENGTH } from '../../messages/contract.ts'
import { memberMessageLimit, writeAsMember } from '../../messages/server/member-messages.ts'
import { findCorrespondent } from '../../messages/server/store.ts'
import type { ReceivingContext } from '../../server/context.ts'
import {
  findIgnoreReason,
  isWrittenBy,
  type ParsedEmail,
  type ReceiveResult,
  senderChecks,
  truncate,
} from '../rules/incoming-email.ts'
import { findReplyToken } from '../rules/reply-address.ts'
import { replyText } from '../rules/reply-text.ts'
import { forwardToInbox, type IncomingEmail } from './forward-to-inbox.ts'
import { parseInProcess } from './parse-in-process.ts'
import { readReplyKey } from './reply-address.ts'
import { findMemberByReplyKey, insertIncomingEmail } from './store.ts'

/**
 * Receives an email from the mail server. A reply counts as the member's, because only the member was sent the signed
 * address. The mail server's checks on the sender are only logged, for investigations.
 * @param recipient the delivery address, which the email itself may not mention
 * @throws HttpError 400 for an unreadable email, 429 if the member has sent too many, so that the server retries
 */
export async function receiveEmail(context: ReceivingContext, raw: Buffer, recipient?: string): Promise<ReceiveResult> {
  const parsed = await parseInProcess(context.log, () => raw)
  if (!parsed.ok) throw unreadableEmail()
  const email = parsed.value
  const result = await dispatchEmail(context, email, raw, recipient)
  context.log.info({ incomingEmail: result, sender: senderChecks(email) }, 'incoming email processed')
  return result
}

async function dispatchEmail(
  context: ReceivingContext,
  email: ParsedEmail,
  raw: Buffer,
  recipient?: string,
): Promise<ReceiveResult> {
  const because = findIgnoreReason(email, await getOwnIdentity(context))
  if (because) return { outcome: 'ignored', because }
  const incoming = { email, messageIdHash: hashMessageId(email, raw) }
  const token = findReplyToken([...(recipient ? [recipient] : []), ...email.recipients], context.incomingEmail.address)
  const key = token && readReplyKey(context.incomingEmail, token)
  const memberId = key && (await findMemberByReplyKey(context.db, key))
  const member = memberId ? await findCorrespondent(context.db, memberId) : undefined
  if (!member) return forwardToInbox(context, incoming)
  const isFromMember = isWrittenBy(email, member.email) && !member.isDisabled
  return isFromMember ? addReply(context, incoming, member.id) : forwardToInbox(context, incoming, member.id)
}

/** Adds a member's emailed reply to the conversation. Keeps only the member's own words. */
async function addReply(
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

async function getOwnIdentity({ db, publicUrl, incomingEmail }: ReceivingContext) {
  const { email } = await readCompany(db)
  const { address, sender = '' } = incomingEmail
  return { host: new URL(publicUrl).hostname, addresses: [email, address, extractAddress(sender)] }
}

export function unreadableEmail() {
  return new HttpError(400, 'unreadable-email', 'We can’t read this email.')
}

/** Accepts "FutureWorld <hello@example.org>" or the address alone. */
function extractAddress(sender: string): string {
  return /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender
}

/**
 * Hashes the sender and the Message-ID. The sender chooses the Message-ID, so with that alone one sender could block
 * another's email.
 */
function hashMessageId({ messageId, from }: ParsedEmail, raw: Buffer): Buffer {
  const identity = messageId ? `${from[0]?.address} ${messageId}` : raw
  return createHash('sha256').update(identity).digest()
}
