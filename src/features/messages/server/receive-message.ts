import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { addressKey, type Limit } from '#platform/server/limits.ts'
import { canonicalEmailAddress } from '#platform/shared/email-address.ts'
import type { ComplaintTopic } from '../contract.ts'
import { spamReasonOf } from '../rules.ts'
import { makeReference } from './make-reference.ts'
import { readForm } from './open-form.ts'
import { insertMessage } from './store.ts'

/** A school or an office shares one address. */
const fromOneAddress: Limit = { name: 'message-address', attempts: 30, seconds: 3_600 }

/** Each message is acknowledged: nobody's mailbox is to be filled by a stranger who types its address here. */
const fromOneEmail: Limit = { name: 'message-email', attempts: 5, seconds: 3_600 }

/** A program without a form has shown nothing that speaks for it. */
const withoutForm: Limit = { name: 'message-no-form', attempts: 10, seconds: 3_600 }

export type Written = {
  name: string
  email: string
  message: string
  subject?: string | undefined
  form?: string | undefined
}

export type StoredMessage = { id: string; reference: string; receivedAt: Date }

type Receiving = {
  topic: ComplaintTopic | null
  /** The client's network address. */
  address: string
  /** Tells of the message, in the transaction that stores it. Not called for spam, whose sender hears the same. */
  tell: (tx: Db, stored: StoredMessage) => Promise<void>
}

/** Stores what somebody wrote, whatever it is, and has people told of it where it is not spam. */
export async function receiveMessage(
  context: Context,
  written: Written,
  { topic, address, tell }: Receiving,
): Promise<StoredMessage> {
  const origin = await readForm(context, written.form)
  await context.limits.count(fromOneAddress, addressKey(address))
  if (origin.state === 'none') await context.limits.count(withoutForm, addressKey(address))
  await context.limits.count(fromOneEmail, canonicalEmailAddress(written.email))
  const receivedAt = context.now()
  const spamReason = spamReasonOf({ trap: written.subject, origin, now: receivedAt })
  const { name, email, message: body } = written

  return context.db.transaction().execute(async (tx) => {
    const reference = makeReference(topic ? 'C' : 'M')
    const id = await insertMessage(tx, { reference, topic, name, email, body, spamReason, receivedAt })
    const stored = { id, reference, receivedAt }
    if (!spamReason) await tell(tx, stored)
    return stored
  })
}
