import { sendEmail } from '#features/company/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { addSpan, formatDateInLondon } from '#platform/shared/calendar.ts'
import type { BodyOf, ResponseOf } from '#platform/shared/endpoint.ts'
import { insertMessage } from '../../server/store.ts'
import type * as contract from '../contract.ts'
import { DAYS_TO_ANSWER_COMPLAINT } from '../rules.ts'
import { complaintEmail, complaintReceivedEmail, messageEmail, messageReceivedEmail } from './emails.ts'
import { createReference, receiveMessage, type SubmittedMessage } from './receive-message.ts'

export async function sendComplaint(
  context: Context,
  { topic, ...submission }: BodyOf<typeof contract.sendComplaint>,
  address: string,
): Promise<ResponseOf<typeof contract.sendComplaint>> {
  const { reference, receivedAt } = await receiveMessage(context, submission, {
    topic,
    address,
    notify: async (tx, stored) => {
      const { id, reference } = stored
      const complaint = { ...submission, id, topic, reference, answerBy: answerBy(stored.receivedAt) }
      await sendEmail(tx, context, `message:${id}:company`, (site) => complaintEmail(complaint, site))
      await sendEmail(tx, context, `message:${id}:writer`, ({ company }) => complaintReceivedEmail(complaint, company))
    },
  })
  return { reference, answerBy: answerBy(receivedAt) }
}

function answerBy(receivedAt: Date): string {
  return formatDateInLondon(addSpan(receivedAt, { days: DAYS_TO_ANSWER_COMPLAINT }))
}

export async function sendMessage(context: Context, submission: SubmittedMessage, address: string): Promise<null> {
  await receiveMessage(context, submission, {
    topic: null,
    address,
    notify: async (tx, stored) => {
      await sendEmail(tx, context, `message:${stored.id}:company`, (site) => messageEmail(submission, stored, site))
      await sendEmail(tx, context, `message:${stored.id}:writer`, ({ company }) =>
        messageReceivedEmail(submission, stored.reference, company),
      )
    },
  })
  return null
}

type ForwardedEmail = { name: string; email: string; text: string }

/**
 * Stores an email that belongs to no conversation, like a message from the contact page. It is not acknowledged,
 * because its sender is unproven and may be a program that would reply automatically.
 * @param introduction tells the company how the email arrived
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
  await sendEmail(tx, context, `message:${id}:company`, (site) =>
    messageEmail(submission, { id, reference }, site, introduction),
  )
}
