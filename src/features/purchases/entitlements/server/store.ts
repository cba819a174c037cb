import '../../server/tables.ts'
import { sql } from 'kysely'
import { linesOf, versionOf } from '#features/catalogue/server/public.ts'
import { preparedRows } from '#platform/server/db/prepared-statements.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { takePage } from '#platform/server/db/take-page.ts'
import type { Page, PagePosition } from '#platform/server/paging.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { addSpan } from '#platform/shared/calendar.ts'
import { GRACE_DAYS } from '../rules.ts'

/** Shared by every query that reads a package for display. */
function entitlements(db: Db) {
  return db
    .selectFrom('entitlement')
    .innerJoin('package', 'package.id', 'entitlement.packageId')
    .innerJoin('packageVersion', versionOf('entitlement'))
    .leftJoin('purchase', 'purchase.id', 'entitlement.purchaseId')
    .select([
      'entitlement.id',
      'entitlement.purchaseId',
      'entitlement.packageId',
      'entitlement.startsAt',
      'entitlement.endsAt',
      'entitlement.cancelledAt',
      'package.serviceType',
      'packageVersion.title',
      'packageVersion.description',
      'packageVersion.billing',
      'packageVersion.spanWeeks',
      'packageVersion.spanMonths',
      'packageVersion.image',
      'purchase.status',
      'purchase.reference',
      'purchase.subscriptionId',
    ])
}

export type EntitlementRow = Awaited<ReturnType<ReturnType<typeof entitlements>['executeTakeFirstOrThrow']>>

export async function findMemberEntitlement(
  db: Db,
  memberId: MemberId,
  id: string,
): Promise<EntitlementRow | undefined> {
  return entitlements(db)
    .where('entitlement.memberId', '=', memberId)
    .where('entitlement.id', '=', id)
    .executeTakeFirst()
}

/** The package granted by a purchase. */
export async function findEntitlementOfPurchase(db: Db, purchaseId: string) {
  return db
    .selectFrom('entitlement')
    .where('purchaseId', '=', purchaseId)
    .select(['id', 'startsAt', 'endsAt', 'boughtUntil', 'cancelledAt'])
    .executeTakeFirst()
}

/** True if the purchase granted a package that has not ended or been cancelled. */
export async function isPackageRunning(db: Db, purchaseId: string, now: Date): Promise<boolean> {
  const bought = await findEntitlementOfPurchase(db, purchaseId)
  return bought !== undefined && bought.cancelledAt === null && bought.endsAt > now
}

/** True if the package was cancelled or refunded, so that none of it can be used. */
export async function isPackageCancelled(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('entitlement')
    .leftJoin('purchase', 'purchase.id', 'entitlement.purchaseId')
    .where('entitlement.id', '=', id)
    .select(['entitlement.cancelledAt', 'purchase.status'])
    .executeTakeFirstOrThrow()
  return row.cancelledAt !== null || row.status === 'refunded'
}

/** The packages shown as one in the portal: all months of a subscription that are not cancelled. */
export async function listPackageMonths(db: Db, entitlementId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select month.id
    from entitlement
    join purchase on purchase.id = entitlement.purchase_id
    join purchase as paid on paid.subscription_id = purchase.subscription_id
    join entitlement as month on month.purchase_id = paid.id
    where entitlement.id = ${entitlementId} and month.cancelled_at is null
    union select ${entitlementId}::uuid
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** The granted and remaining amounts from the ledger. A null quantity means unlimited (PRODUCT D22). */
export async function listPackageLines(db: Db, months: string[]) {
  return db
    .selectFrom('entitlement')
    .innerJoin('packageLine', linesOf('entitlement'))
    .innerJoin('entitlementEntry', (join) =>
      join
        .onRef('entitlementEntry.entitlementId', '=', 'entitlement.id')
        .onRef('entitlementEntry.lineKey', '=', 'packageLine.key'),
    )
    .where('entitlement.id', '=', sql<string>`any(${months})`)
    .groupBy(['packageLine.key', 'packageLine.kind', 'packageLine.title', 'packageLine.minutes'])
    .groupBy(['packageLine.unit', 'packageLine.position'])
    .orderBy('packageLine.position')
    .select(['packageLine.key', 'packageLine.kind', 'packageLine.title', 'packageLine.minutes', 'packageLine.unit'])
    .select([
      sql<boolean>`bool_or(entitlement_entry.quantity is null)`.as('isUnlimited'),
      sql<number>`coalesce(sum(entitlement_entry.quantity) filter (where entitlement_entry.kind = 'grant'), 0)::int`.as(
        'granted',
      ),
      sql<number>`coalesce(sum(entitlement_entry.quantity), 0)::int`.as('left'),
    ])
    .execute()
}

export async function listMemberEntitlements(db: Db, memberId: MemberId, { now, ...page }: Page & { now: Date }) {
  const query = entitlements(db)
    .where('entitlement.memberId', '=', memberId)
    // List one month per subscription: the current or latest, or the first if all are in the future.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('entitlement as other')
            .innerJoin('purchase as bought', 'bought.id', 'other.purchaseId')
            .whereRef('bought.subscriptionId', '=', 'purchase.subscriptionId')
            .where(({ and, or, ref, eb }) =>
              or([
                and([eb('other.startsAt', '<=', now), eb('other.startsAt', '>', ref('entitlement.startsAt'))]),
                and([eb('entitlement.startsAt', '>', now), eb('other.startsAt', '<', ref('entitlement.startsAt'))]),
              ]),
            )
            .select('other.id'),
        ),
      ),
    )
  return takePage(query, ['entitlement.startsAt', 'entitlement.id'], 'desc', page).execute()
}

/** Finds when the member's last package of this kind ends, whether it is active or starts later. */
export async function findEndOfPackage(
  db: Db,
  { memberId, packageId, now }: { memberId: MemberId; packageId: string; now: Date },
): Promise<Date | undefined> {
  const row = await db
    .selectFrom('entitlement')
    .where('memberId', '=', memberId)
    .where('packageId', '=', packageId)
    .where('cancelledAt', 'is', null)
    .where('endsAt', '>', now)
    .select((select) => select.fn.max('endsAt').as('endsAt'))
    .executeTakeFirst()
  return row?.endsAt ?? undefined
}

/** The packages that `packageState` calls active or past due. */
export function activeEntitlements(db: Db, now: Date) {
  return db
    .selectFrom('entitlement')
    .leftJoin('purchase', 'purchase.id', 'entitlement.purchaseId')
    .leftJoin('subscription', 'subscription.id', 'purchase.subscriptionId')
    .where('entitlement.cancelledAt', 'is', null)
    .where('entitlement.startsAt', '<=', now)
    .where((where) =>
      where.or([
        where('entitlement.endsAt', '>', now),
        where.and([
          where('entitlement.endsAt', '>', addSpan(now, { days: -GRACE_DAYS })),
          where.or([
            where('subscription.status', '=', 'past_due'),
            where.and([
              where('subscription.status', '=', 'active'),
              where('subscription.cancelsAtPeriodEnd', '=', false),
            ]),
          ]),
        ]),
      ]),
    )
    .where((where) =>
      where.or([where('purchase.status', 'is', null), where('purchase.status', 'not in', ['refunded', 'disputed'])]),
    )
}

/** Groups the months of a subscription, which count as one package. */
export const ownedPackageId = sql<string>`coalesce(purchase.subscription_id, entitlement.id)`

export async function countActiveEntitlements(db: Db, memberId: MemberId, now: Date): Promise<number> {
  const query = activeEntitlements(db, now)
    .where('entitlement.memberId', '=', memberId)
    .select(sql<number>`count(distinct ${ownedPackageId})`.as('count'))
  const [row] = await preparedRows(db, query)
  return row?.count ?? 0
}

/** The newest active package without sessions, in which the company could ask what it needs to know. */
export async function findPackageWithoutSessions(db: Db, memberId: MemberId, now: Date) {
  const query = activeEntitlements(db, now)
    .innerJoin('package', 'package.id', 'entitlement.packageId')
    .where('entitlement.memberId', '=', memberId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('packageLine')
            .whereRef('packageLine.packageId', '=', 'entitlement.packageId')
            .whereRef('packageLine.version', '=', 'entitlement.packageVersion')
            .where('packageLine.kind', '=', 'session')
            .select('packageLine.key'),
        ),
      ),
    )
    .select('package.serviceType')
    .select(sql<Date>`coalesce(purchase.created_at, entitlement.starts_at)`.as('boughtAt'))
    .orderBy('entitlement.startsAt', 'desc')
    .limit(1)
  const [row] = await preparedRows(db, query)
  return row
}

/** Packages that ended before the given time, cancelled or not, ordered by end. */
export async function listPackagesEndedBefore(db: Db, before: Date, page: Page): Promise<PagePosition[]> {
  const query = db.selectFrom('entitlement').where('endsAt', '<', before).select(['id', 'endsAt as at'])
  return takePage(query, ['endsAt', 'id'], 'asc', page).execute()
}
