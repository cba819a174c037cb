import { readCompany } from '#features/company/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import { queueMail } from '#platform/server/mail/queue-mail.ts'
import { messageLetter, messageReceivedLetter } from './emails.ts'
import { receiveMessage, type Written } from './receive-message.ts'

export async function sendMessage(context: Context, written: Written, address: string): Promise<void> {
  await receiveMessage(context, written, {
    topic: null,
    address,
    tell: async (tx, { id, reference }) => {
      const company = await readCompany(tx)
      await queueMail(tx, context, `message:${id}:company`, messageLetter(written, reference, company))
      await queueMail(tx, context, `message:${id}:writer`, messageReceivedLetter(written, company))
    },
  })
}
