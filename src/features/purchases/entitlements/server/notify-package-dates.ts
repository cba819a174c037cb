import { notifyMember } from '#features/notifications/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import { eachRow } from '#platform/server/db/batches.ts'
import type { PagePosition } from '#platform/server/paging.ts'
import { formatDateInLondon } from '#platform/shared/calendar.ts'
import { decideEndNotification, decideStartNotification, type NotificationDecision } from '../rules.ts'
import { listUnnotifiedDates, lockDates, markDateNotified, type PackageDate } from './dates-store.ts'

const BATCH = 100

/** Sends the in-app notifications when a package has started or ended. */
export async function notifyPackageDates(context: Context): Promise<void> {
  const { db, now } = context
  for (const date of ['start', 'end'] as const) {
    for await (const { id } of eachRow<PagePosition>(BATCH, (page) =>
      listUnnotifiedDates(db, date, { now: now(), ...page }),
    ))
      await notifyPackageDate(context, id, date)
  }
}

type Dated = Awaited<ReturnType<typeof lockDates>>

type DateNotification = {
  decide: (dated: Dated, now: Date) => NotificationDecision
  title: string
  text: (dated: Dated) => string
}

const dateNotifications: Record<PackageDate, DateNotification> = {
  start: {
    decide: decideStartNotification,
    title: 'Your package has started',
    text: ({ title, endsAt }) => `${title} is yours until ${formatDateInLondon(endsAt)}.`,
  },
  end: {
    decide: decideEndNotification,
    title: 'Your package has ended',
    text: ({ title, endsAt }) =>
      `${title} ended on ${formatDateInLondon(endsAt)}. Everything you received is still here.`,
  },
}

async function notifyPackageDate(context: Context, entitlementId: string, date: PackageDate): Promise<void> {
  const { decide, title, text } = dateNotifications[date]
  await context.db.transaction().execute(async (tx) => {
    const dated = await lockDates(tx, entitlementId)
    if (dated.isNotified[date]) return
    const decision = decide(dated, context.now())
    if (decision === 'later') return
    await markDateNotified(tx, entitlementId, date)
    if (decision === 'never') return
    // If a package is extended, it ends a second time, so the date is part of the key.
    const moment = date === 'start' ? dated.startsAt : dated.endsAt
    const reason = `package-${date}:${entitlementId}:${moment.toISOString()}`
    const path = `/portal/packages/${entitlementId}`
    await notifyMember(tx, context, { memberId: dated.memberId, reason, title, text: text(dated), path })
  })
}
