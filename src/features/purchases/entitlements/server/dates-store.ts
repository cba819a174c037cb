import '../../server/tables.ts'
import { sql } from 'kysely'
import { versionOf } from '#features/catalogue/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { takePage } from '#platform/server/db/take-page.ts'
import type { Page, PagePosition } from '#platform/server/paging.ts'
import type { PurchaseStatus, SubscriptionStatus } from '../../contract.ts'

/** The dates that the in-app notifications announce. */
export type PackageDate = 'start' | 'end'

const dates = {
  start: { at: 'startsAt', isNotified: 'isStartNotified' },
  end: { at: 'endsAt', isNotified: 'isEndNotified' },
} as const

/** Packages that have started or ended without the member being notified yet, ordered by that date. */
export async function listUnnotifiedDates(
  db: Db,
  date: PackageDate,
  { now, ...page }: Page & { now: Date },
): Promise<PagePosition[]> {
  const { at, isNotified } = dates[date]
  const query = db.selectFrom('entitlement').where(isNotified, '=', false).where(at, '<=', now)
  return takePage(query.select(['id', `${at} as at`]), [at, 'id'], 'asc', page).execute()
}

/** Reads what the notifications need, and locks the package. */
export async function lockDates(tx: Db, id: string) {
  const row = await tx
    .selectFrom('entitlement')
    .innerJoin('packageVersion', versionOf('entitlement'))
    .leftJoin('purchase', 'purchase.id', 'entitlement.purchaseId')
    .leftJoin('subscription', 'subscription.id', 'purchase.subscriptionId')
    .where('entitlement.id', '=', id)
    .select(['entitlement.memberId', 'entitlement.startsAt', 'entitlement.endsAt', 'entitlement.cancelledAt'])
    .select(['entitlement.isStartNotified', 'entitlement.isEndNotified', 'packageVersion.title', 'purchase.status'])
    .select(['subscription.status as subscriptionStatus', 'subscription.cancelsAtPeriodEnd'])
    .select((select) => [
      select
        .selectFrom('entitlementEntry')
        .whereRef('entitlementEntry.entitlementId', '=', 'entitlement.id')
        .select((entry) => entry.fn.min('occurredAt').as('at'))
        .as('grantedAt'),
      hasMonth('<').as('hasEarlierMonth'),
      hasMonth('>').as('hasLaterMonth'),
    ])
    .forUpdate('entitlement')
    .executeTakeFirstOrThrow()
  return {
    ...row,
    isNotified: { start: row.isStartNotified, end: row.isEndNotified },
    status: row.status as PurchaseStatus | null,
    subscription: row.subscriptionStatus && {
      status: row.subscriptionStatus as SubscriptionStatus,
      cancelsAtPeriodEnd: row.cancelsAtPeriodEnd ?? false,
    },
  }
}

/** True if the package's subscription has an earlier (`<`) or later (`>`) month. */
function hasMonth(comparison: '<' | '>') {
  return sql<boolean>`exists (
    select from purchase as paid join entitlement as month on month.purchase_id = paid.id
    where paid.subscription_id = purchase.subscription_id
      and month.cancelled_at is null
      and month.starts_at ${sql.raw(comparison)} entitlement.starts_at)`
}

export async function markDateNotified(tx: Db, id: string, date: PackageDate): Promise<void> {
  await tx
    .updateTable('entitlement')
    .set({ [dates[date].isNotified]: true })
    .where('id', '=', id)
    .execute()
}
