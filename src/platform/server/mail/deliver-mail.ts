import type { Context } from '../context.ts'
import type { MailTransport } from './mail-transport.ts'
import { findUnsentMail, markMailSent } from './store.ts'

/** At least once: a crash between sending and marking sends again, under the same Message-ID. */
export async function deliverMail({ db, now }: Context, transport: MailTransport, mailId: string): Promise<void> {
  const mail = await findUnsentMail(db, mailId, now())
  if (!mail) return
  await transport.send(mail, mailId)
  await markMailSent(db, mailId, now())
}
