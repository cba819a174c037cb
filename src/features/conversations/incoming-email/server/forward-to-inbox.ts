import { forwardEmail } from '#features/contact/server/public.ts'
import type { RateLimit } from '#platform/server/rate-limit/rate-limits.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { canonicalEmailAddress } from '#platform/shared/email-address.ts'
import { MAX_MESSAGE_LENGTH } from '../../messages/contract.ts'
import type { ReceivingContext } from '../../server/context.ts'
import { type ReceiveResult, truncate } from '../rules/incoming-email.ts'
import { normaliseText, replyText } from '../rules/reply-text.ts'
import type { IncomingEmail } from './add-reply.ts'
import { insertIncomingEmail } from './store.ts'

const senderLimit: RateLimit = { name: 'incoming-email-sender', attempts: 10, seconds: 3_600 }

/**
 * Limits unwanted email per hour for the whole mailbox. Each conversation address has a separate limit, because few
 * people know it.
 */
const totalLimit: RateLimit = { name: 'incoming-email-total', attempts: 60, seconds: 3_600 }

/** Forwards an email to the company if it belongs to no conversation or its sender does not match the member. */
export async function forwardToInbox(
  context: ReceivingContext,
  { mail, nameHash }: IncomingEmail,
  { of }: { of: MemberId | null },
): Promise<ReceiveResult> {
  const { db, limits, publicUrl, now } = context
  const { name = '', address = '' } = mail.from[0] ?? {}
  const isTooMuch =
    (await limits.note(senderLimit, canonicalEmailAddress(address))) || (await limits.note(totalLimit, of ?? 'anybody'))
  if (isTooMuch) return { outcome: 'ignored', because: 'too-many' }
  const subject = normaliseText(mail.subject).replaceAll(/\s+/g, ' ').slice(0, 200).toWellFormed()
  const files = mail.files > 0 ? `Files with it, which were not taken: ${mail.files}` : ''
  const words = [subject && `Subject: ${subject}`, replyText(mail.text), files].filter(Boolean).join('\n\n')
  const { text } = truncate(words, MAX_MESSAGE_LENGTH)
  return db.transaction().execute(async (tx) => {
    if (!(await insertIncomingEmail(tx, nameHash, now()))) return { outcome: 'known' }
    const sender = {
      name: normaliseText(name).replaceAll(/\s+/g, ' ').slice(0, 100).toWellFormed().trim(),
      email: address,
    }
    await forwardEmail(tx, context, { ...sender, text }, describeOrigin(of, publicUrl))
    return { outcome: 'passed-on' }
  })
}

function describeOrigin(of: MemberId | null, publicUrl: string): string {
  if (of === null) return 'A mail came in that belongs to no conversation:'
  const conversation = `${publicUrl}/admin/conversations/${of}`
  return `A mail came in to the address of a conversation, but not from the member. It was not added there (${conversation}):`
}
