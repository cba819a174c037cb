import type { Context } from '#platform/server/context.ts'
import { deliverMail } from '#platform/server/mail/deliver-mail.ts'
import type { MailTransport } from '#platform/server/mail/mail-transport.ts'
import { findUnsubscribeUrl } from '#platform/server/mail/store.ts'
import { mayGetMail } from './may-get-mail.ts'

/** News may wait for days: whoever wants no more of them by then gets none, in whichever way they have said so. */
export async function deliverWantedMail(
  context: Context,
  transport: MailTransport,
  { mailId, deliveryId }: { mailId: string; deliveryId?: string },
): Promise<void> {
  if (!(await mayGetMail(context.db, await findUnsubscribeUrl(context.db, mailId)))) return
  await deliverMail(context, transport, mailId, deliveryId)
}
