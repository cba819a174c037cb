import type { Context } from '#platform/server/context.ts'
import { findMailReasons } from '#platform/server/mail/store.ts'
import { listCompletedBetween } from './completion-store.ts'
import { sendPurchaseLetterJob } from './jobs.ts'
import { letterReason } from './send-purchase-letter.ts'

/** For a month: later a letter would confuse more than it tells. */
const OLDEST_MS = 30 * 86_400_000
/** Those who are younger are being written to. */
const YOUNGEST_MS = 3_600_000

/**
 * Work of `sendMissingLettersJob`: the law wants every contract confirmed (CCR 2013 reg. 16), also one whose work was
 * given up after its last try, or lost with the queue.
 */
export async function sendMissingLetters({ db, jobs, now, log }: Context): Promise<void> {
  const between = { from: new Date(now().getTime() - OLDEST_MS), until: new Date(now().getTime() - YOUNGEST_MS) }
  const completed = await listCompletedBetween(db, between)
  const written = await findMailReasons(db, completed.map(letterReason))
  const missing = completed.filter((purchaseId) => !written.has(letterReason(purchaseId)))
  for (const purchaseId of missing) await jobs.send(db, sendPurchaseLetterJob, { purchaseId })
  if (missing.length > 0) log.warn({ count: missing.length }, 'purchases had no letter')
}
