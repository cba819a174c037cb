import { MINUTE_MS } from '../../shared/durations.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/tables.ts'
import {
  beginAttempt,
  findEmailToSend,
  insertMissingDelivery,
  recordDelivered,
  recordFailure,
} from './delivery-store.ts'
import type { Email } from './email.ts'
import { markEmailSent } from './store.ts'
import type { EmailTransport } from './transport.ts'

/** An attempt older than this belongs to a dead process, because mail server timeouts are shorter. */
const ATTEMPT_TIMEOUT_MS = 4 * MINUTE_MS

/** Explains Node's and Nodemailer's error codes to readers of the email log. */
const causes: Record<string, string> = {
  EAUTH: 'The mail server rejected our login details.',
  EDNS: 'We couldn’t find the mail server.',
  ENOTFOUND: 'We couldn’t find the mail server.',
  ECONNECTION: 'We couldn’t reach the mail server.',
  ECONNREFUSED: 'We couldn’t reach the mail server.',
  ECONNRESET: 'The mail server cut off the connection.',
  ESOCKET: 'We couldn’t reach the mail server.',
  ETIMEDOUT: 'The mail server took too long to respond.',
  ETLS: 'We couldn’t make a secure connection to the mail server.',
  ENOSPC: 'The disk is full.',
}

/**
 * Sends at least once: after a crash between sending and recording, it sends again with the same Message-ID. Two
 * attempts never run at the same time.
 */
export async function sendEmail(
  { db, now }: Context,
  transport: EmailTransport,
  emailId: string,
  deliveryId = emailId,
): Promise<void> {
  const email = await findOrAdoptEmail(db, emailId, deliveryId, now())
  if (!email) return
  const abandonedBefore = new Date(now().getTime() - ATTEMPT_TIMEOUT_MS)
  if (!(await beginAttempt(db, deliveryId, { now: now(), abandonedBefore })))
    throw new Error('Another attempt to send this email is in progress.')
  try {
    await transport.send(email, deliveryId)
  } catch (error) {
    const failure = describeFailure(error)
    await recordFailure(db, deliveryId, failure)
    // Uses our own text, because the queue logs it.
    throw new Error(failure)
  }
  await db.transaction().execute(async (tx) => {
    // Lock the email first, like a deletion that cascades to its deliveries; the reverse order could deadlock.
    await markEmailSent(tx, emailId, now())
    await recordDelivered(tx, deliveryId, now())
  })
}

/** Adopts an email without a delivery row, which a process of the previous version queues during an upgrade. */
async function findOrAdoptEmail(db: Db, emailId: string, deliveryId: string, now: Date): Promise<Email | undefined> {
  const email = await findEmailToSend(db, deliveryId, now)
  if (email) return email
  const isFirstDelivery = deliveryId === emailId
  if (!isFirstDelivery || !(await insertMissingDelivery(db, emailId))) return undefined
  return findEmailToSend(db, deliveryId, now)
}

/** Explains why an email was not sent, without any of its data. Mail servers repeat addresses in their messages. */
export function describeFailure(error: unknown): string {
  const { responseCode, code } = Object(error) as { responseCode?: unknown; code?: unknown }
  if (typeof responseCode === 'number') return `The mail server rejected the email with code ${responseCode}.`
  return (typeof code === 'string' && causes[code]) || 'We couldn’t send the email.'
}
