import { findNotified, notifyAccount } from '#features/notifications/server/public.ts'
import { lockEntitlement } from '#features/purchases/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { createBatchProcessor } from '#platform/server/jobs/process-batch.ts'
import { formatTimeWithZone } from '#platform/shared/local-time.ts'
import { duePackageEndReminder, packageEndEventKey } from '../rules.ts'
import { describeSessions, PACKAGE_END_TITLE, packageEndEmail } from './emails.ts'
import { listUnbookedSessions, type UnbookedSession } from './store.ts'

/** Warns members about unbooked sessions before their package ends. */
export async function sendPackageEndReminders(context: Context): Promise<void> {
  const { db, now, log } = context
  const packages = groupByPackage(await listUnbookedSessions(db, now(), null))
  const due = packages.flatMap(([firstSession]) => {
    const reason = toEventKey(firstSession, now())
    return reason ? [{ id: firstSession.entitlementId, memberId: firstSession.memberId, reason }] : []
  })
  const notified = await findNotified(db, due)
  const processor = createBatchProcessor(log, 'a package end reminder could not be sent')
  for (const { id, reason } of due) {
    if (!notified.has(reason)) await processor.attempt(id, () => sendPackageEndReminder(context, id))
  }
  processor.end()
}

type UnbookedSessions = [first: UnbookedSession, ...others: UnbookedSession[]]

function groupByPackage(sessions: UnbookedSession[]): UnbookedSessions[] {
  return Object.values(Object.groupBy(sessions, ({ entitlementId }) => entitlementId)) as UnbookedSessions[]
}

function toEventKey({ entitlementId: id, startsAt, endsAt }: UnbookedSession, now: Date): string | undefined {
  const warning = duePackageEndReminder({ startsAt, endsAt }, now)
  return warning && packageEndEventKey({ id, endsAt }, warning)
}

/** Checks again while holding the lock that booking takes, because the last session may just have been booked. */
async function sendPackageEndReminder(context: Context, entitlementId: string): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    await lockEntitlement(tx, entitlementId)
    const [unbooked] = groupByPackage(await listUnbookedSessions(tx, context.now(), [entitlementId]))
    const reason = unbooked && toEventKey(unbooked[0], context.now())
    if (unbooked && reason) await notifyPackageEnding(tx, context, unbooked, reason)
  })
}

async function notifyPackageEnding(
  tx: Db,
  context: Context,
  sessions: UnbookedSessions,
  reason: string,
): Promise<void> {
  const { memberId, entitlementId, packageTitle, endsAt } = sessions[0]
  const path = `/portal/bookings/new?entitlement=${entitlementId}`
  await notifyAccount(tx, context, memberId, (member) => ({
    reason,
    title: PACKAGE_END_TITLE,
    text: `${packageTitle} ends on ${formatTimeWithZone(endsAt, member.timeZone)}. Left to book: ${describeSessions(sessions)}.`,
    path,
    // The warning counts as both kinds, so opting out of either stops the email.
    kinds: ['sessions', 'purchases'],
    email: (site) => packageEndEmail({ sessions, member, path, ...site }),
    expiresAt: endsAt,
  }))
}
