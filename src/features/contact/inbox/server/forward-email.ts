import { sendEmail } from '#features/company/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { messageEmail } from '../../form/server/emails.ts'
import { createReference } from '../../form/server/receive-message.ts'
import { insertMessage } from '../../server/store.ts'

type ForwardedEmail = { name: string; email: string; text: string }

/**
 * Stores an email that belongs to no conversation, like a message from the contact page. It is not acknowledged,
 * because its sender is unproven and may be a program that would answer.
 * @param introduction how the email arrived, in words for the company
 */
export async function forwardEmail(
  tx: Db,
  context: Context,
  { name, email, text }: ForwardedEmail,
  introduction: string,
): Promise<void> {
  const reference = createReference('M')
  const stored = { name: name || email, email, body: text, topic: null, spamReason: null }
  const id = await insertMessage(tx, { ...stored, reference, receivedAt: context.now() })
  const submission = { name: stored.name, email, message: text }
  await sendEmail(tx, context, `message:${id}:company`, ({ company }) =>
    messageEmail(submission, reference, company, introduction),
  )
}
