import { readCompany } from '#features/company/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { queueMail } from '#platform/server/mail/queue-mail.ts'
import { messageLetter } from './emails.ts'
import { makeReference } from './make-reference.ts'
import { insertMessage } from './store.ts'

type Mail = { name: string; email: string; text: string }

/**
 * A mail that belongs to no conversation is a message like those of the contact page. It is not acknowledged: its sender
 * is who it says it is from, as far as anybody knows, and may be a program that would answer.
 * @param cameBy how it came, in words for the company
 */
export async function passMailOn(tx: Db, context: Context, { name, email, text }: Mail, cameBy: string): Promise<void> {
  const reference = makeReference('M')
  const stored = { name: name || email, email, body: text, topic: null, spamReason: null }
  const id = await insertMessage(tx, { ...stored, reference, receivedAt: context.now() })
  const written = { name: stored.name, email, message: text }
  const letter = messageLetter(written, reference, await readCompany(tx), cameBy)
  await queueMail(tx, context, `message:${id}:company`, letter)
}
