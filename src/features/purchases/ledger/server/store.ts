import '../../server/tables.ts'
import { sql } from 'kysely'
import type { ServiceType } from '#features/catalogue/contract.ts'
import { linesOf } from '#features/catalogue/server/public.ts'
import { preparedRows } from '#platform/server/db/prepared-statements.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { takePage } from '#platform/server/db/take-page.ts'
import type { Page } from '#platform/server/paging.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { endOfSessions, ledgerOfOwned, usablePackages } from './usable-store.ts'

/** A session type in a package with the number of sessions left, from the ledger (PRODUCT D22). */
export type SessionLine = {
  entitlementId: string
  /** Null if staff granted the package. */
  purchaseId: string | null
  /** All months of a subscription count as one package. */
  subscriptionId: string | null
  packageId: string
  packageTitle: string
  serviceType: ServiceType
  lineKey: string
  title: string
  minutes: number
  /** The session type's position in the intended order. */
  position: number
  isUnlimited: boolean
  left: number
  startsAt: Date
  /**
   * Sessions must start before this time. Sessions granted once per subscription can be used until its last paid month
   * ends.
   */
  endsAt: Date
}

/**
 * The sessions a member can book now, in packages that have started and are not cancelled, refunded, disputed or over.
 * Packages that end first are listed first.
 */
export async function listSessionLines(db: Db, memberId: MemberId, now: Date): Promise<SessionLine[]> {
  const query = sql<SessionLine>`
    with owned as (${usablePackages(sql`entitlement.member_id = ${memberId}`, ['refunded', 'disputed'])})
    select
      owned.id as "entitlementId",
      owned.purchase_id as "purchaseId",
      owned.subscription_id as "subscriptionId",
      owned.package_id as "packageId",
      package_version.title as "packageTitle",
      package.service_type as "serviceType",
      package_line.key as "lineKey",
      package_line.title,
      package_line.minutes,
      package_line.position,
      bool_or(entitlement_entry.quantity is null) as "isUnlimited",
      coalesce(sum(entitlement_entry.quantity), 0)::int as "left",
      owned.starts_at as "startsAt",
      ${endOfSessions} as "endsAt"
    from owned
    join package on package.id = owned.package_id
    join package_version
      on package_version.package_id = owned.package_id and package_version.version = owned.package_version
    ${ledgerOfOwned}
    where package_line.kind = 'session'
      and owned.starts_at <= ${now}
      and ${endOfSessions} > ${now}
    group by
      owned.id, owned.purchase_id, owned.subscription_id, owned.package_id, owned.starts_at, owned.ends_at,
      owned.last_end,
      package_version.title, package.service_type, package_line.key, package_line.title, package_line.minutes,
      package_line.position, package_line.granted_per
    order by "endsAt", owned.starts_at, owned.id, package_line.position
  `
  return preparedRows(db, query)
}

/** Locks a package, so that only one transaction at a time counts its remaining sessions. */
export async function lockEntitlement(tx: Db, id: string): Promise<void> {
  await tx.selectFrom('entitlement').where('id', '=', id).select('id').forUpdate().execute()
}

type Cause = {
  /** The id of the booking or item. */
  causeId: string
  entitlementId: string
  lineKey: string
  at: Date
  reason?: string
}

/** Takes one session for a booking at `startsAt`. The database rejects a second call for the same booking. */
export async function consumeSession(tx: Db, { startsAt, ...cause }: Cause & { startsAt: Date }): Promise<void> {
  await insertEntry(tx, { ...cause, kind: 'use', quantity: -1 })
  const { causeId, entitlementId } = cause
  await tx.insertInto('reservedSession').values({ causeId, entitlementId, startsAt }).execute()
}

/** Saves the new time of a session that was moved. */
export async function moveSession(tx: Db, causeId: string, startsAt: Date): Promise<void> {
  await tx.updateTable('reservedSession').set({ startsAt }).where('causeId', '=', causeId).execute()
}

/** Gives back the session for a cancelled booking. The database rejects a second call for the same booking. */
export async function returnSession(tx: Db, cause: Cause): Promise<void> {
  await insertEntry(tx, { ...cause, kind: 'return', quantity: 1 })
  await tx.deleteFrom('reservedSession').where('causeId', '=', cause.causeId).execute()
  // If the package has already ended, the session expires again.
  await tx.updateTable('entitlement').set({ isSettled: false }).where('id', '=', cause.entitlementId).execute()
}

/**
 * The session counts as used although it did not take place (PRODUCT D21). The entry records that with a quantity of
 * zero. Calling it again changes nothing.
 */
export async function forfeitSession(tx: Db, cause: Cause): Promise<void> {
  await tx
    .insertInto('entitlementEntry')
    .values({ ...toColumns(cause), kind: 'forfeit', quantity: 0 })
    .onConflict((conflict) => conflict.columns(['causeId', 'kind']).where('causeId', 'is not', null).doNothing())
    .execute()
  await tx.deleteFrom('reservedSession').where('causeId', '=', cause.causeId).execute()
}

/** Records a corrected attendance mark and its reason. The quantity is zero, because the session is used either way. */
export async function recordCorrection(
  tx: Db,
  { causeId: _, ...correction }: Cause & { reason: string },
): Promise<void> {
  await insertEntry(tx, { ...correction, kind: 'use', quantity: 0 })
}

/** Records an item that was delivered. The database rejects a second call for the same item. */
export async function recordDelivery(tx: Db, cause: Cause): Promise<void> {
  await insertEntry(tx, { ...cause, kind: 'use', quantity: -1 })
}

/**
 * Extends a package and records the reason (PRODUCT D22). Never shortens it. The end as purchased is kept for refunds.
 */
export async function extendPackage(
  tx: Db,
  { entitlementId, lineKey, until, at, reason }: Omit<Cause, 'causeId'> & { until: Date; reason: string },
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('entitlement')
    .set({
      endsAt: until,
      boughtUntil: sql`coalesce(bought_until, ends_at)`,
      isSettled: false,
      isEndNotified: false,
    })
    .where('id', '=', entitlementId)
    .where('endsAt', '<', until)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  const line = { entitlementId, lineKey, quantity: 0, occurredAt: at, reason }
  await tx
    .insertInto('entitlementEntry')
    .values({ ...line, kind: 'extension', extendsUntil: until })
    .execute()
}

/**
 * True if the package has been extended for this reason fewer times than the line grants sessions. An unlimited line
 * allows one extension.
 */
export async function hasExtensionLeft(
  db: Db,
  { entitlementId, lineKey, reason }: Pick<Required<Cause>, 'entitlementId' | 'lineKey' | 'reason'>,
): Promise<boolean> {
  const { rows } = await sql<{ isLeft: boolean }>`
    select count(*) filter (where kind = 'extension' and reason = ${reason})
      < coalesce(sum(quantity) filter (where kind = 'grant'), 1) as "isLeft"
    from entitlement_entry
    where entitlement_id = ${entitlementId} and line_key = ${lineKey}
  `.execute(db)
  return rows[0]?.isLeft ?? false
}

type NewEntry = Omit<Cause, 'causeId'> & { causeId?: string; kind: 'use' | 'return'; quantity: number }

async function insertEntry(tx: Db, { kind, quantity, ...cause }: NewEntry): Promise<void> {
  await tx
    .insertInto('entitlementEntry')
    .values({ ...toColumns(cause), kind, quantity })
    .execute()
}

function toColumns({ causeId, entitlementId, lineKey, at, reason }: Omit<Cause, 'causeId'> & Partial<Cause>) {
  return {
    causeId: causeId ?? null,
    entitlementId,
    lineKey,
    occurredAt: at,
    reason: reason ?? null,
  }
}

/** A package's ledger entries, newest first. */
export async function listPackageEntries(db: Db, months: string[], { now, ...page }: Page & { now: Date }) {
  const query = db
    .selectFrom('entitlementEntry')
    .innerJoin('entitlement', 'entitlement.id', 'entitlementEntry.entitlementId')
    .innerJoin('packageLine', (join) =>
      linesOf('entitlement')(join).onRef('packageLine.key', '=', 'entitlementEntry.lineKey'),
    )
    .where('entitlementEntry.entitlementId', '=', sql<string>`any(${months})`)
    .select([
      'entitlementEntry.id',
      'entitlementEntry.kind',
      'entitlementEntry.quantity',
      'entitlementEntry.occurredAt',
      'entitlementEntry.reason',
      'entitlementEntry.extendsUntil',
      'entitlementEntry.causeId',
      'packageLine.title',
      'packageLine.kind as lineKind',
    ])
    // Only sessions that were neither returned nor forfeited are still reserved.
    .select(
      sql<boolean>`exists (
        select from reserved_session
        where reserved_session.cause_id = entitlement_entry.cause_id
          and reserved_session.starts_at + make_interval(mins => package_line.minutes) <= ${now})`.as('isHeld'),
    )
  return takePage(query, ['entitlementEntry.occurredAt', 'entitlementEntry.id'], 'desc', page).execute()
}

/** The ledger entries for one session or item, oldest first. */
export async function listEntriesCausedBy(db: Db, causeId: string) {
  return db
    .selectFrom('entitlementEntry')
    .where('causeId', '=', causeId)
    .select(['kind', 'occurredAt', 'reason'])
    .orderBy('occurredAt')
    .orderBy('id')
    .execute()
}

export type EntryRow = Awaited<ReturnType<typeof listPackageEntries>>[number]
