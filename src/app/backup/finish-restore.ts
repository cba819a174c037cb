import {
  listErasures,
  replayErasures,
  revokeAllLogins,
  sendPasswordLinkQueue,
} from '#features/accounts/server/public.ts'
import { sendNewsletterBatchQueue } from '#features/emails/server/public.ts'
import { comparePaymentsQueue } from '#features/payments/server/public.ts'
import { advanceNumberSequences } from '#features/purchases/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import { openBatches, withoutTimeLimit } from '#platform/server/db/batches.ts'
import { cancelQueuedJobs, giveUpDeliveries } from '#platform/server/email/log-store.ts'
import { sendEmailQueue } from '#platform/server/email/queue-email.ts'
import type { Queue } from '#platform/server/jobs/jobs.ts'
import type { OperatorContext } from '../operator/commands.ts'
import { personalDataAreas } from '../server/personal-data.ts'
import type { Ledger } from './ledger.ts'

/** Brings restored data up to date before anyone uses it. Every step is safe to repeat. */
export async function finishRestore(context: OperatorContext, ledger: Ledger) {
  const { db, jobs } = context
  // Erasures come first, so that no later step uses erased data.
  const erased = await repeatErasures(context, ledger)
  const emails = await holdBackEmails(context, [sendNewsletterBatchQueue, sendPasswordLinkQueue])
  const sessions = await revokeAllLogins(context)
  const numberSequences = await db.transaction().execute((tx) => advanceNumberSequences(tx, ledger.numberSequences))
  // When the site starts, it grants packages paid for since the backup. This job finds refunds and unknown payments.
  await jobs.send(db, comparePaymentsQueue, {})
  return { erased, sessions, emails, numberSequences }
}

async function repeatErasures(context: OperatorContext, { erasures }: Ledger): Promise<number> {
  if (erasures.length + (await listErasures(context.db)).length === 0) return 0
  const { provider, now } = await context.openPayments()
  return replayErasures(context, personalDataAreas(provider, now), erasures)
}

/** Staff see this next to an email that was held back. */
const HELD_BACK = 'Held back: a backup was restored, and this email may already have been sent.'

/**
 * Cancels emails that were queued when the backup was made, because most of them have been sent since. This avoids
 * duplicates; staff can send each from the email log.
 * @param writers queues that create such emails, cancelled too
 * @returns the number of emails held back
 */
export async function holdBackEmails({ db, log }: Context, writers: Pick<Queue<object>, 'name'>[]): Promise<number> {
  const queues = [sendEmailQueue, ...writers].map(({ name }) => name)
  await openBatches(withoutTimeLimit)((limit) => cancelQueuedJobs(db, queues, limit))
  const heldBackCount = await giveUpDeliveries(db, HELD_BACK)
  if (heldBackCount > 0) log.warn({ held: heldBackCount }, 'emails queued in the backup are held back')
  return heldBackCount
}
