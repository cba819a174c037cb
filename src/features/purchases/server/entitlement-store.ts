import './tables.ts'
import { sql } from 'kysely'
import { preparedRows } from '#platform/server/db/prepared.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { addSpan } from '#platform/shared/calendar.ts'
import { GRACE_DAYS } from '../rules.ts'

/** The one question behind every package that is shown. */
function entitlements(db: Db) {
  return db
    .selectFrom('entitlement')
    .innerJoin('package', 'package.id', 'entitlement.package_id')
    .innerJoin('package_version', (join) =>
      join
        .onRef('package_version.package_id', '=', 'entitlement.package_id')
        .onRef('package_version.version', '=', 'entitlement.package_version'),
    )
    .leftJoin('purchase', 'purchase.id', 'entitlement.purchase_id')
    .select([
      'entitlement.id',
      'entitlement.purchase_id',
      'entitlement.package_id',
      'entitlement.starts_at',
      'entitlement.ends_at',
      'entitlement.cancelled_at',
      'package.service_type',
      'package_version.title',
      'package_version.description',
      'package_version.billing',
      'package_version.span_weeks',
      'package_version.span_months',
      'package_version.image',
      'purchase.status',
      'purchase.reference',
      'purchase.subscription_id',
    ])
}

export type EntitlementRow = Awaited<ReturnType<ReturnType<typeof entitlements>['executeTakeFirstOrThrow']>>

export async function findEntitlementOf(db: Db, memberId: MemberId, id: string): Promise<EntitlementRow | undefined> {
  return entitlements(db)
    .where('entitlement.member_id', '=', memberId)
    .where('entitlement.id', '=', id)
    .executeTakeFirst()
}

/** The package that a purchase has brought. */
export async function findBought(db: Db, purchaseId: string) {
  return db
    .selectFrom('entitlement')
    .where('purchase_id', '=', purchaseId)
    .select(['id', 'starts_at', 'ends_at', 'bought_until', 'cancelled_at'])
    .executeTakeFirst()
}

/** It brought a package that has neither ended nor been ended. */
export async function isRunning(db: Db, purchaseId: string, now: Date): Promise<boolean> {
  const bought = await findBought(db, purchaseId)
  return bought !== undefined && bought.cancelled_at === null && bought.ends_at > now
}

/** Cancelled or refunded: nothing of it can be used any more. */
export async function isPackageCancelled(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('entitlement')
    .leftJoin('purchase', 'purchase.id', 'entitlement.purchase_id')
    .where('entitlement.id', '=', id)
    .select(['entitlement.cancelled_at', 'purchase.status'])
    .executeTakeFirstOrThrow()
  return row.cancelled_at !== null || row.status === 'refunded'
}

/** What a package was granted, and the sum of its ledger: nulls are without limit (PRODUCT D22). */
export async function listLinesOf(db: Db, entitlementId: string) {
  return db
    .selectFrom('entitlement')
    .innerJoin('package_line', (join) =>
      join
        .onRef('package_line.package_id', '=', 'entitlement.package_id')
        .onRef('package_line.version', '=', 'entitlement.package_version'),
    )
    .innerJoin('entitlement_entry', (join) =>
      join
        .onRef('entitlement_entry.entitlement_id', '=', 'entitlement.id')
        .onRef('entitlement_entry.line_key', '=', 'package_line.key'),
    )
    .where('entitlement.id', '=', entitlementId)
    .groupBy(['package_line.key', 'package_line.kind', 'package_line.title', 'package_line.minutes'])
    .groupBy(['package_line.unit', 'package_line.position'])
    .orderBy('package_line.position')
    .select([
      'package_line.key',
      'package_line.kind',
      'package_line.title',
      'package_line.minutes',
      'package_line.unit',
    ])
    .select([
      sql<boolean>`bool_or(entitlement_entry.quantity is null)`.as('is_unlimited'),
      sql<number>`coalesce(sum(entitlement_entry.quantity) filter (where entitlement_entry.kind = 'grant'), 0)::int`.as(
        'granted',
      ),
      sql<number>`coalesce(sum(entitlement_entry.quantity), 0)::int`.as('left'),
    ])
    .execute()
}

export async function listEntitlementsOf(
  db: Db,
  memberId: MemberId,
  { now, limit, after }: { now: Date; limit: number; after: { at: Date; id: string } | undefined },
) {
  let query = entitlements(db)
    .where('entitlement.member_id', '=', memberId)
    // Of a subscription the month that runs or ran last, or its first that is still to come.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('entitlement as other')
            .innerJoin('purchase as bought', 'bought.id', 'other.purchase_id')
            .whereRef('bought.subscription_id', '=', 'purchase.subscription_id')
            .where(({ and, or, ref, eb }) =>
              or([
                and([eb('other.starts_at', '<=', now), eb('other.starts_at', '>', ref('entitlement.starts_at'))]),
                and([eb('entitlement.starts_at', '>', now), eb('other.starts_at', '<', ref('entitlement.starts_at'))]),
              ]),
            )
            .select('other.id'),
        ),
      ),
    )
  if (after) {
    query = query.where((where) =>
      where(where.refTuple('entitlement.starts_at', 'entitlement.id'), '<', where.tuple(after.at, after.id)),
    )
  }
  return query.orderBy('entitlement.starts_at', 'desc').orderBy('entitlement.id', 'desc').limit(limit).execute()
}

/** The end of what the member has of a package already, now or later. */
export async function findEndOfPackage(
  db: Db,
  { memberId, packageId, now }: { memberId: MemberId; packageId: string; now: Date },
): Promise<Date | undefined> {
  const row = await db
    .selectFrom('entitlement')
    .where('member_id', '=', memberId)
    .where('package_id', '=', packageId)
    .where('cancelled_at', 'is', null)
    .where('ends_at', '>', now)
    .select((select) => select.fn.max('ends_at').as('ends_at'))
    .executeTakeFirst()
  return row?.ends_at ?? undefined
}

/**
 * Packages that may be used at a moment, as `packageState` says, apart from those that a refund or a dispute took back.
 */
export function activeEntitlements(db: Db, now: Date) {
  return db
    .selectFrom('entitlement')
    .leftJoin('purchase', 'purchase.id', 'entitlement.purchase_id')
    .leftJoin('subscription', 'subscription.id', 'purchase.subscription_id')
    .where('entitlement.cancelled_at', 'is', null)
    .where('entitlement.starts_at', '<=', now)
    .where((where) =>
      where.or([
        where('entitlement.ends_at', '>', now),
        where.and([
          where('entitlement.ends_at', '>', addSpan(now, { days: -GRACE_DAYS })),
          where.or([
            where('subscription.status', '=', 'past_due'),
            where.and([
              where('subscription.status', '=', 'active'),
              where('subscription.cancels_at_period_end', '=', false),
            ]),
          ]),
        ]),
      ]),
    )
    .where((where) =>
      where.or([where('purchase.status', 'is', null), where('purchase.status', 'not in', ['refunded', 'disputed'])]),
    )
}

/** Of an active entitlement: what its months have in common. */
export const packageOfEntitlement = sql<string>`coalesce(purchase.subscription_id, entitlement.id)`

export async function countActiveEntitlements(db: Db, memberId: MemberId, now: Date): Promise<number> {
  const question = activeEntitlements(db, now)
    .where('entitlement.member_id', '=', memberId)
    .select(sql<number>`count(distinct ${packageOfEntitlement})`.as('count'))
  const [row] = await preparedRows(db, question)
  return row?.count ?? 0
}

export type EndedPackage = { id: string; endsAt: Date }

/** Packages that ended before a moment, cancelled or not: by their ends, from just after a place in that order. */
export async function listPackagesEndedBefore(
  db: Db,
  before: Date,
  { after, most }: { after: EndedPackage | undefined; most: number },
): Promise<EndedPackage[]> {
  let query = db.selectFrom('entitlement').where('ends_at', '<', before)
  if (after) {
    query = query.where((where) => where(where.refTuple('ends_at', 'id'), '>', where.tuple(after.endsAt, after.id)))
  }
  return query.select(['id', 'ends_at as endsAt']).orderBy('ends_at').orderBy('id').limit(most).execute()
}
