import { passMailOn } from '#features/messages/server/public.ts'
import type { Limit } from '#platform/server/limits.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { canonicalEmailAddress } from '#platform/shared/email-address.ts'
import { LONGEST_MESSAGE } from '../contract.ts'
import { type Received, shortened } from '../rules/incoming.ts'
import { ownWords, tidy } from '../rules/own-words.ts'
import type { Incoming } from './add-reply.ts'
import type { ReceivingContext } from './conversations-context.ts'
import { insertIncomingMail } from './letter-store.ts'

const fromOneSender: Limit = { name: 'mail-sender', attempts: 10, seconds: 3_600 }

/**
 * Of all together: the address of the box is known to whoever sends unwanted mail. What comes to the address of a
 * conversation counts apart, since hardly anybody knows that one.
 */
const fromAnybody: Limit = { name: 'mail-anybody', attempts: 60, seconds: 3_600 }

/** A mail that belongs to no conversation, or is not from whom it should be, is read by the company all the same. */
export async function passReplyOn(
  context: ReceivingContext,
  { mail, nameHash }: Incoming,
  { of }: { of: MemberId | null },
): Promise<Received> {
  const { db, limits, publicUrl, now } = context
  const { name = '', address = '' } = mail.from[0] ?? {}
  const isTooMuch =
    (await limits.note(fromOneSender, canonicalEmailAddress(address))) ||
    (await limits.note(fromAnybody, of ?? 'anybody'))
  if (isTooMuch) return { outcome: 'ignored', because: 'too-many' }
  const subject = tidy(mail.subject).replaceAll(/\s+/g, ' ').slice(0, 200).toWellFormed()
  const files = mail.files > 0 ? `Files with it, which were not taken: ${mail.files}` : ''
  const words = [subject && `Subject: ${subject}`, ownWords(mail.text), files].filter(Boolean).join('\n\n')
  const { text } = shortened(words, LONGEST_MESSAGE)
  return db.transaction().execute(async (tx) => {
    if (!(await insertIncomingMail(tx, nameHash, now()))) return { outcome: 'known' }
    const sender = { name: tidy(name).replaceAll(/\s+/g, ' ').slice(0, 100).toWellFormed().trim(), email: address }
    await passMailOn(tx, context, { ...sender, text }, cameBy(of, publicUrl))
    return { outcome: 'passed-on' }
  })
}

function cameBy(of: MemberId | null, publicUrl: string): string {
  if (of === null) return 'A mail came in that belongs to no conversation:'
  const conversation = `${publicUrl}/admin/conversations/${of}`
  return `A mail came in to the address of a conversation, but not from the member. It was not added there (${conversation}):`
}
