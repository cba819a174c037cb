import { createHash } from 'node:crypto'
import { readCompany } from '#features/company/server/public.ts'
import { HttpProblem } from '#platform/server/http/problem.ts'
import { isWrittenBy, type ReadMail, type Received, reasonToIgnore } from '../rules/incoming.ts'
import { tokenIn } from '../rules/reply-address.ts'
import { addReply } from './add-reply.ts'
import type { ReceivingContext } from './conversations-context.ts'
import { findByReplyKey, findCorrespondent } from './letter-store.ts'
import { passReplyOn } from './pass-reply-on.ts'
import { readMail } from './read-mail.ts'
import { readReplyKey } from './sign-reply-key.ts'

/**
 * Takes in a mail as the mail server got it.
 * @param recipient to whom it was delivered, where the server says so: a mail itself need not
 * @throws HttpProblem 400 for what is no mail, 429 where a member has written too much for now, to be tried again
 */
export async function receiveMail(context: ReceivingContext, raw: Buffer, recipient?: string): Promise<Received> {
  const parsed = await readMail(raw)
  if (parsed.state === 'unreadable') throw new HttpProblem(400, 'unreadable-mail', 'This mail cannot be read.')
  const { mail } = parsed
  const because = reasonToIgnore(mail, await readOurselves(context))
  if (because) return { outcome: 'ignored', because }
  const incoming = { mail, nameHash: nameOf(mail, raw) }
  const token = tokenIn([...(recipient ? [recipient] : []), ...mail.recipients], context.incomingMail.address)
  const key = token && readReplyKey(context.incomingMail, token)
  const memberId = key && (await findByReplyKey(context.db, key))
  if (!memberId) return passReplyOn(context, incoming, { of: null })
  const member = await findCorrespondent(context.db, memberId)
  if (!member) return passReplyOn(context, incoming, { of: null })
  const isTheirs = isWrittenBy(mail, member.email) && !member.isDisabled
  return isTheirs ? addReply(context, incoming, memberId) : passReplyOn(context, incoming, { of: memberId })
}

async function readOurselves({ db, publicUrl, incomingMail }: ReceivingContext) {
  const { email } = await readCompany(db)
  const { address, sender = '' } = incomingMail
  return { host: new URL(publicUrl).hostname, addresses: [email, address, addressIn(sender)] }
}

/** Of "FutureWorld <hello@example.org>" or the address alone. */
function addressIn(sender: string): string {
  return /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender
}

/** Its name is its Message-ID, which whoever sends it chooses: another sender cannot take it from it. */
function nameOf({ messageId, from }: ReadMail, raw: Buffer): Buffer {
  const name = messageId ? `${from[0]?.address} ${messageId}` : raw
  return createHash('sha256').update(name).digest()
}
