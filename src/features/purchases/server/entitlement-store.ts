import './tables.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'

export async function listEntitlementsOf(
  db: Db,
  memberId: MemberId,
  { limit, after }: { limit: number; after: { at: Date; id: string } | undefined },
) {
  let query = db
    .selectFrom('entitlement')
    .innerJoin('package', 'package.id', 'entitlement.package_id')
    .innerJoin('package_version', (join) =>
      join
        .onRef('package_version.package_id', '=', 'entitlement.package_id')
        .onRef('package_version.version', '=', 'entitlement.package_version'),
    )
    .leftJoin('purchase', 'purchase.id', 'entitlement.purchase_id')
    .where('entitlement.member_id', '=', memberId)
  if (after) {
    query = query.where((where) =>
      where(where.refTuple('entitlement.starts_at', 'entitlement.id'), '<', where.tuple(after.at, after.id)),
    )
  }
  return query
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
    ])
    .orderBy('entitlement.starts_at', 'desc')
    .orderBy('entitlement.id', 'desc')
    .limit(limit)
    .execute()
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

/** How many packages run at a moment, apart from those that a refund or a dispute took back. */
export async function countActiveEntitlements(db: Db, memberId: MemberId, now: Date): Promise<number> {
  const row = await db
    .selectFrom('entitlement')
    .leftJoin('purchase', 'purchase.id', 'entitlement.purchase_id')
    .where('entitlement.member_id', '=', memberId)
    .where('entitlement.cancelled_at', 'is', null)
    .where('entitlement.starts_at', '<=', now)
    .where('entitlement.ends_at', '>', now)
    .where((where) =>
      where.or([where('purchase.status', 'is', null), where('purchase.status', 'not in', ['refunded', 'disputed'])]),
    )
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}
