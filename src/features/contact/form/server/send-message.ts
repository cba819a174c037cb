import { sendEmail } from '#features/company/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import { addSpan, formatDateInLondon } from '#platform/shared/calendar.ts'
import type { BodyOf, ResponseOf } from '#platform/shared/endpoint.ts'
import type * as contract from '../contract.ts'
import { DAYS_TO_ANSWER_COMPLAINT } from '../rules.ts'
import { complaintEmail, complaintReceivedEmail, messageEmail, messageReceivedEmail } from './emails.ts'
import { receiveMessage, type SubmittedMessage } from './receive-message.ts'

export async function sendComplaint(
  context: Context,
  { topic, ...submission }: BodyOf<typeof contract.sendComplaint>,
  address: string,
): Promise<ResponseOf<typeof contract.sendComplaint>> {
  const { reference, receivedAt } = await receiveMessage(context, submission, {
    topic,
    address,
    notify: async (tx, stored) => {
      const complaint = { ...submission, topic, reference: stored.reference, answerBy: answerBy(stored.receivedAt) }
      await sendEmail(tx, context, `message:${stored.id}:company`, ({ company }) => complaintEmail(complaint, company))
      await sendEmail(tx, context, `message:${stored.id}:writer`, ({ company }) =>
        complaintReceivedEmail(complaint, company),
      )
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
    notify: async (tx, { id, reference }) => {
      await sendEmail(tx, context, `message:${id}:company`, ({ company }) =>
        messageEmail(submission, reference, company),
      )
      await sendEmail(tx, context, `message:${id}:writer`, ({ company }) => messageReceivedEmail(submission, company))
    },
  })
  return null
}
