import { readCompany } from '#features/company/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import { queueMail } from '#platform/server/mail/queue-mail.ts'
import { addSpan, dateInWords } from '#platform/shared/calendar.ts'
import type { BodyOf, ResponseOf } from '#platform/shared/endpoint.ts'
import type * as contract from '../contract.ts'
import { DAYS_TO_ANSWER_COMPLAINT } from '../rules.ts'
import { complaintLetter, complaintReceivedLetter } from './emails.ts'
import { receiveMessage } from './receive-message.ts'

export async function sendComplaint(
  context: Context,
  { topic, ...written }: BodyOf<typeof contract.sendComplaint>,
  address: string,
): Promise<ResponseOf<typeof contract.sendComplaint>> {
  const { reference, receivedAt } = await receiveMessage(context, written, {
    topic,
    address,
    tell: async (tx, stored) => {
      const company = await readCompany(tx)
      const complaint = { ...written, topic, reference: stored.reference, answerBy: answerBy(stored.receivedAt) }
      await queueMail(tx, context, `message:${stored.id}:company`, complaintLetter(complaint, company))
      await queueMail(tx, context, `message:${stored.id}:writer`, complaintReceivedLetter(complaint, company))
    },
  })
  return { reference, answerBy: answerBy(receivedAt) }
}

function answerBy(receivedAt: Date): string {
  return dateInWords(addSpan(receivedAt, { days: DAYS_TO_ANSWER_COMPLAINT }))
}
