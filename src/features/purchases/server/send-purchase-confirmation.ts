import { notifyMember, retireStarterNotifications } from '#features/notifications/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import { queueEmail } from '#platform/server/email/queue-email.ts'
import { findEmailReasons } from '#platform/server/email/store.ts'
import type { Queue } from '#platform/server/jobs/jobs.ts'
import { formatDateInLondon } from '#platform/shared/calendar.ts'
import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts'
import { findOwnedPackage, listOwnedLines } from '../entitlements/server/owned-packages.ts'
import { findCompletion, listCompletedBetween } from './completion-store.ts'
import { purchaseConfirmationEmail } from './emails.ts'

export const sendPurchaseConfirmationQueue: Queue<{ purchaseId: string }> = {
  name: 'send-purchase-confirmation',
  retryDelay: 5,
  retryLimit: 100,
}

/**
 * For purchases older than this, a missing confirmation is not sent: an email a month late would only confuse the
 * buyer.
 */
const MAX_AGE_MS = 30 * DAY_MS
/** For purchases newer than this, the confirmation may still be on its way. */
const MIN_AGE_MS = HOUR_MS

/**
 * Sends confirmations whose job was lost or failed for good. The law requires every contract to be confirmed (CCR 2013
 * reg. 16).
 */
export async function sendMissingConfirmations({ db, jobs, now, log }: Context): Promise<void> {
  const period = { from: new Date(now().getTime() - MAX_AGE_MS), until: new Date(now().getTime() - MIN_AGE_MS) }
  const completed = await listCompletedBetween(db, period)
  const sentReasons = await findEmailReasons(db, completed.map(emailReason))
  const missing = completed.filter((purchaseId) => !sentReasons.has(emailReason(purchaseId)))
  for (const purchaseId of missing) await jobs.send(db, sendPurchaseConfirmationQueue, { purchaseId })
  if (missing.length > 0) log.warn({ count: missing.length }, 'missing purchase confirmations queued')
}

/**
 * Sends the confirmation email and the in-app notification once. Members who have deleted their account get neither.
 */
export async function sendPurchaseConfirmation(context: Context, purchaseId: string): Promise<void> {
  const completion = await findCompletion(context.db, purchaseId)
  if (!completion) return
  const { purchase, isRenewal } = completion
  const { memberId, entitlementId } = purchase
  const owned = entitlementId ? await findOwnedPackage(context.db, memberId, entitlementId, context.now()) : undefined
  if (!owned) throw new Error(`Purchase ${purchaseId} has an invoice but no package`)
  const reason = emailReason(purchaseId)
  const lines = await listOwnedLines(context.db, [owned.id])
  const email = purchaseConfirmationEmail({ ...completion, owned: { ...owned, lines }, publicUrl: context.publicUrl })
  const title = isRenewal ? 'Package renewed' : 'Package bought'
  await context.db.transaction().execute(async (tx) => {
    await queueEmail(tx, context, reason, email)
    const path = `/portal/packages/${entitlementId}`
    await notifyMember(tx, context, { memberId, reason, title, text: notificationText(completion), path })
    await retireStarterNotifications(tx, context, memberId, ['welcome', 'choose-package'])
  })
}

type Completion = NonNullable<Awaited<ReturnType<typeof findCompletion>>>

function notificationText({ purchase, period, issuedAt, invoice }: Completion): string {
  const dates =
    period.startsAt <= issuedAt
      ? `is yours until ${formatDateInLondon(period.endsAt)}`
      : `starts on ${formatDateInLondon(period.startsAt)}`
  return `${purchase.packageTitle} ${dates}. Your invoice ${invoice.number} is ready to download.`
}

/** The email's key, which ensures that each purchase is confirmed only once. */
function emailReason(purchaseId: string): string {
  return `purchase-confirmation:${purchaseId}`
}
