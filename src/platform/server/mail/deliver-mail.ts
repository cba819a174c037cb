import type { Context } from '../context.ts'
import type { Db } from '../db/tables.ts'
import { describeFailure } from './delivery-failure.ts'
import { beginAttempt, findMailToSend, insertMissingDelivery, noteDelivered, noteFailure } from './delivery-store.ts'
import type { MailTransport } from './mail-transport.ts'
import type { Mail } from './queue-mail.ts'
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
  const mail = await findMail(db, mailId, deliveryId, now())
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
    // The mail first, as whoever deletes it with its deliveries: the other way round the two could wait for each other.
    await markMailSent(tx, mailId, now())
    await noteDelivered(tx, deliveryId, now())
  })
}

/** While a new version takes over, processes of the one before queue mails whose delivery they do not note. */
async function findMail(db: Db, mailId: string, deliveryId: string, now: Date): Promise<Mail | undefined> {
  const mail = await findMailToSend(db, deliveryId, now)
  if (mail || deliveryId !== mailId || !(await insertMissingDelivery(db, mailId))) return mail
  return findMailToSend(db, deliveryId, now)
}
