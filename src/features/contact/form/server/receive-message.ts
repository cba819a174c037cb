import { randomInt } from 'node:crypto'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { addressKey } from '#platform/server/rate-limit/client-address.ts'
import type { RateLimit } from '#platform/server/rate-limit/rate-limits.ts'
import { canonicalEmailAddress } from '#platform/shared/email-address.ts'
import { insertMessage } from '../../server/store.ts'
import type { ComplaintTopic } from '../contract.ts'
import { findSpamReason } from '../rules.ts'
import { readFormToken } from './form-token.ts'

/** High enough for a school or an office where everyone shares one IP address. */
const addressLimit: RateLimit = { name: 'message-address', attempts: 30, seconds: 3_600 }

/** Every message is acknowledged, so this limit keeps strangers from flooding another person's mailbox. */
const emailLimit: RateLimit = { name: 'message-email', attempts: 5, seconds: 3_600 }

/** Lower, because a program without a form token has passed no check. */
const missingTokenLimit: RateLimit = { name: 'message-no-token', attempts: 10, seconds: 3_600 }

export type SubmittedMessage = {
  name: string
  email: string
  message: string
  subject?: string | undefined
  form?: string | undefined
}

type StoredMessage = { id: string; reference: string; receivedAt: Date }

type ReceiveOptions = {
  topic: ComplaintTopic | null
  /** The client's network address. */
  address: string
  /** Notifies people in the transaction that stores the message. Not called for spam, which gets the same response. */
  notify: (tx: Db, stored: StoredMessage) => Promise<void>
}

/** Stores every message, and notifies people unless it is spam. */
export async function receiveMessage(
  context: Context,
  submission: SubmittedMessage,
  { topic, address, notify }: ReceiveOptions,
): Promise<StoredMessage> {
  const origin = await readFormToken(context, submission.form)
  await context.limits.count(addressLimit, addressKey(address))
  if (origin.state === 'none') await context.limits.count(missingTokenLimit, addressKey(address))
  await context.limits.count(emailLimit, canonicalEmailAddress(submission.email))
  const receivedAt = context.now()
  const spamReason = findSpamReason({ honeypot: submission.subject, origin, now: receivedAt })
  const { name, email, message: body } = submission

  return context.db.transaction().execute(async (tx) => {
    const reference = createReference(topic ? 'C' : 'M')
    const id = await insertMessage(tx, { reference, topic, name, email, body, spamReason, receivedAt })
    const stored = { id, reference, receivedAt }
    if (!spamReason) await notify(tx, stored)
    return stored
  })
}

// Leaves out characters that are easily confused.
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** For example "C-7KQ4-M2XD". Short enough to spell out, and does not reveal how many messages there are. */
export function createReference(initial: 'M' | 'C' | 'W'): string {
  return `${initial}-${randomCharacters(4)}-${randomCharacters(4)}`
}

function randomCharacters(count: number): string {
  return Array.from({ length: count }, () => alphabet[randomInt(alphabet.length)]).join('')
}
