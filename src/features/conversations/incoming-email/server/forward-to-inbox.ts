import { forwardEmail } from '#features/contact/server/public.ts'
import type { RateLimit } from '#platform/server/rate-limit/rate-limits.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { canonicalEmailAddress } from '#platform/shared/email-address.ts'
import { MAX_MESSAGE_LENGTH } from '../../messages/contract.ts'
import type { ReceivingContext } from '../../server/context.ts'
import { type ParsedEmail, type ReceiveResult, truncate } from '../rules/incoming-email.ts'
import { normaliseText, replyText } from '../rules/reply-text.ts'
import { insertIncomingEmail } from './store.ts'

export type IncomingEmail = { email: ParsedEmail; messageIdHash: Buffer }

const senderLimit: RateLimit = { name: 'incoming-email-sender', attempts: 10, seconds: 3_600 }

/**
 * Limits unwanted email per hour for the whole mailbox. Each conversation has a separate limit, because few people know
 * its address.
 */
const totalLimit: RateLimit = { name: 'incoming-email-total', attempts: 60, seconds: 3_600 }

/**
 * Forwards an email to the company if it belongs to no conversation or its sender does not match the member.
 * @param memberId the member whose conversation it was addressed to, if any
 */
export async function forwardToInbox(
  context: ReceivingContext,
  { email, messageIdHash }: IncomingEmail,
  memberId?: MemberId,
): Promise<ReceiveResult> {
  const { db, limits, publicUrl, now } = context
  const { name = '', address = '' } = email.from[0] ?? {}
  const isOverLimit =
    (await limits.note(senderLimit, canonicalEmailAddress(address))) ||
    (await limits.note(totalLimit, memberId ?? 'anybody'))
  if (isOverLimit) return { outcome: 'ignored', because: 'too-many' }
  const subject = toOneLine(email.subject, 200)
  const files = email.files > 0 ? `Attachments we didn’t keep: ${email.files}` : ''
  const content = [subject && `Subject: ${subject}`, replyText(email.text), files].filter(Boolean).join('\n\n')
  const { text } = truncate(content, MAX_MESSAGE_LENGTH)
  return db.transaction().execute(async (tx) => {
    if (!(await insertIncomingEmail(tx, messageIdHash, now()))) return { outcome: 'known' }
    const message = { name: toOneLine(name, 100).trim(), email: address, text }
    await forwardEmail(tx, context, message, describeOrigin(publicUrl, memberId))
    return { outcome: 'passed-on' }
  })
}

function toOneLine(text: string, maxLength: number): string {
  return normaliseText(text).replaceAll(/\s+/g, ' ').slice(0, maxLength).toWellFormed()
}

function describeOrigin(publicUrl: string, memberId?: MemberId): string {
  if (!memberId) return 'We received an email that doesn’t match any conversation:'
  const conversation = `${publicUrl}/admin/conversations/${memberId}`
  return `We received an email at a conversation’s reply address, but not from the member, so we didn’t add it to the conversation (${conversation}):`
}
