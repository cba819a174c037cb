import '../../server/tables.ts'
import { sql } from 'kysely'
import { versionOf } from '#features/catalogue/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'

/** Serialises grants and payments for one package and one member until the transaction ends. */
export async function lockMemberPackage(tx: Db, memberId: MemberId, packageId: string): Promise<void> {
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

/**
 * A package granted by staff has no purchase or invoice, and includes everything it promises from the start (PRODUCT
 * D11).
 */
export async function insertGrant(tx: Db, { at, ...grant }: Grant): Promise<string> {
  const { id } = await tx
    .insertInto('entitlement')
    .values({ ...grant, source: 'granted', purchaseId: null, cancelledAt: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('entitlementEntry')
    .columns(['entitlementId', 'lineKey', 'kind', 'quantity', 'occurredAt'])
    .expression((line) =>
      line
        .selectFrom('packageLine')
        .where('packageId', '=', grant.packageId)
        .where('version', '=', grant.packageVersion)
        .select((select) => [
          sql<string>`${id}::uuid`.as('entitlementId'),
          'packageLine.key',
          sql<'grant'>`'grant'`.as('kind'),
          select.ref('packageLine.quantity').as('quantity'),
          sql<Date>`${at}::timestamptz`.as('occurredAt'),
        ]),
    )
    .execute()
  return id
}

/** Locks a package and reads what determines whether it can be extended. */
export async function lockPackage(tx: Db, id: string) {
  const row = await tx
    .selectFrom('entitlement')
    .innerJoin('packageVersion', versionOf('entitlement'))
    .leftJoin('purchase', 'purchase.id', 'entitlement.purchaseId')
    .where('entitlement.id', '=', id)
    .select(['entitlement.memberId', 'entitlement.packageId', 'entitlement.endsAt', 'entitlement.cancelledAt'])
    .select(['packageVersion.title', 'purchase.status', 'purchase.subscriptionId'])
    // The line under which an extension is recorded in the ledger.
    .select((select) =>
      select
        .selectFrom('entitlementEntry')
        .whereRef('entitlementEntry.entitlementId', '=', 'entitlement.id')
        .where('entitlementEntry.kind', '=', 'grant')
        .select('entitlementEntry.lineKey')
        .orderBy('entitlementEntry.lineKey')
        .limit(1)
        .as('lineKey'),
    )
    .forUpdate('entitlement')
    .executeTakeFirst()
  return (
    row && {
      ...row,
      isCancelled: row.cancelledAt !== null || row.status === 'refunded' || row.status === 'disputed',
      isSubscription: row.subscriptionId !== null,
    }
  )
}
