import type { Context } from '../context.ts'
import { describeFailure } from './delivery-failure.ts'
import { beginAttempt, findMailToSend, noteDelivered, noteFailure } from './delivery-store.ts'
import type { MailTransport } from './mail-transport.ts'
import { markMailSent } from './store.ts'

/**
 * Longer than a mail server may keep us waiting, shorter than the queue waits for an attempt that says nothing: whoever
 * holds a delivery so long is dead.
 */
const ATTEMPT_MS = 4 * 60_000

/** At least once: a crash between sending and marking sends again, under the same Message-ID. Never two at once. */
export async function deliverMail(
  { db, now }: Context,
  transport: MailTransport,
  mailId: string,
  deliveryId = mailId,
): Promise<void> {
  const mail = await findMailToSend(db, deliveryId, now())
  if (!mail) return
  const deadSince = new Date(now().getTime() - ATTEMPT_MS)
  if (!(await beginAttempt(db, deliveryId, { now: now(), deadSince })))
    throw new Error('Another attempt at this mail is under way.')
  try {
    await transport.send(mail, deliveryId)
  } catch (error) {
    const failure = describeFailure(error)
    await noteFailure(db, deliveryId, failure)
    // In our words: the queue logs it.
    throw new Error(failure)
  }
  await db.transaction().execute(async (tx) => {
    await noteDelivered(tx, deliveryId, now())
    await markMailSent(tx, mailId, now())
  })
}
