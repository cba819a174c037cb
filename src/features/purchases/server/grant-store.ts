import './tables.ts'
import { sql } from 'kysely'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'

/** Of several grants and payments of one package to one member, one at a time until the transaction ends. */
export async function lockPackageOf(tx: Db, memberId: MemberId, packageId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${memberId} || ' ' || ${packageId}, 0))`.execute(tx)
}

type Grant = {
  memberId: MemberId
  packageId: string
  packageVersion: number
  startsAt: Date
  endsAt: Date
  at: Date
}

/** What is given away has no purchase and no invoice, and grants all that the package promises (PRODUCT D11). */
export async function insertGrant(tx: Db, grant: Grant): Promise<string> {
  const { id } = await tx
    .insertInto('entitlement')
    .values({
      member_id: grant.memberId,
      package_id: grant.packageId,
      package_version: grant.packageVersion,
      source: 'granted',
      purchase_id: null,
      starts_at: grant.startsAt,
      ends_at: grant.endsAt,
      cancelled_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('entitlement_entry')
    .columns(['entitlement_id', 'line_key', 'kind', 'quantity', 'occurred_at'])
    .expression((line) =>
      line
        .selectFrom('package_line')
        .where('package_id', '=', grant.packageId)
        .where('version', '=', grant.packageVersion)
        .select((of) => [
          sql<string>`${id}::uuid`.as('entitlement_id'),
          'package_line.key',
          sql<'grant'>`'grant'`.as('kind'),
          of.ref('package_line.quantity').as('quantity'),
          sql<Date>`${grant.at}::timestamptz`.as('occurred_at'),
        ]),
    )
    .execute()
  return id
}

/** A package held until the transaction ends, with what decides whether it can run longer. */
export async function lockPackage(tx: Db, id: string) {
  const row = await tx
    .selectFrom('entitlement')
    .innerJoin('package_version', (join) =>
      join
        .onRef('package_version.package_id', '=', 'entitlement.package_id')
        .onRef('package_version.version', '=', 'entitlement.package_version'),
    )
    .leftJoin('purchase', 'purchase.id', 'entitlement.purchase_id')
    .where('entitlement.id', '=', id)
    .select(['entitlement.member_id', 'entitlement.package_id', 'entitlement.ends_at', 'entitlement.cancelled_at'])
    .select(['package_version.title', 'purchase.status', 'purchase.subscription_id'])
    .select((of) =>
      of
        .selectFrom('entitlement_entry')
        .whereRef('entitlement_entry.entitlement_id', '=', 'entitlement.id')
        .where('entitlement_entry.kind', '=', 'grant')
        .select('entitlement_entry.line_key')
        .orderBy('entitlement_entry.line_key')
        .limit(1)
        .as('line_key'),
    )
    .forUpdate('entitlement')
    .executeTakeFirst()
  return (
    row && {
      memberId: row.member_id as MemberId,
      packageId: row.package_id,
      title: row.title,
      endsAt: row.ends_at,
      isCancelled: row.cancelled_at !== null || row.status === 'refunded' || row.status === 'disputed',
      isSubscription: row.subscription_id !== null,
      /** Under which its extension stands in the ledger. */
      lineKey: row.line_key,
    }
  )
}
