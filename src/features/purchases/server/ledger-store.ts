import './tables.ts'
import { sql } from 'kysely'
import type { ServiceType } from '#features/catalogue/contract.ts'
import { preparedRows } from '#platform/server/db/prepared.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { endOfSessions, ledgerOfOwned, usablePackages } from './usable-store.ts'

/** A kind of session that a package holds, with what is left of it: the sum of its lines in the ledger (PRODUCT D22). */
export type SessionLine = {
  entitlementId: string
  /** null: given away by staff. */
  purchaseId: string | null
  /** The months of one subscription are one package. */
  subscriptionId: string | null
  packageId: string
  packageTitle: string
  serviceType: ServiceType
  lineKey: string
  title: string
  minutes: number
  /** In which order the sessions of a package are meant to be held. */
  position: number
  isUnlimited: boolean
  left: number
  startsAt: Date
  /** A session must start before. What is granted once a subscription may be used as long as a month of it is paid. */
  endsAt: Date
}

/**
 * What a member may use now or later: of packages that are neither cancelled, refunded, disputed nor over.
 * Those that end first come first, and within a package its own order.
 */
export async function listSessionLines(db: Db, memberId: MemberId, now: Date): Promise<SessionLine[]> {
  const question = sql<SessionLine>`
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
      and ${endOfSessions} > ${now}
    group by
      owned.id, owned.purchase_id, owned.subscription_id, owned.package_id, owned.starts_at, owned.ends_at,
      owned.last_end,
      package_version.title, package.service_type, package_line.key, package_line.title, package_line.minutes,
      package_line.position, package_line.granted_per
    order by "endsAt", owned.starts_at, owned.id, package_line.position
  `
  return preparedRows(db, question)
}

/** Held until the transaction ends: what is left of a package is counted by one at a time. */
export async function lockEntitlement(tx: Db, id: string): Promise<void> {
  await tx.selectFrom('entitlement').where('id', '=', id).select('id').forUpdate().execute()
}

type Cause = {
  /** The booking, or the item. */
  causeId: string
  entitlementId: string
  lineKey: string
  at: Date
  reason?: string
}

/** Takes one session away for a booking; `startsAt` is when it is held. A second time the database refuses it. */
export async function useSession(tx: Db, { startsAt, ...cause }: Cause & { startsAt: Date }): Promise<void> {
  await insertLine(tx, { ...cause, kind: 'use', quantity: -1 })
  const { causeId, entitlementId } = cause
  await tx
    .insertInto('reserved_session')
    .values({ cause_id: causeId, entitlement_id: entitlementId, starts_at: startsAt })
    .execute()
}

/** The session is held at another time. */
export async function moveSession(tx: Db, causeId: string, startsAt: Date): Promise<void> {
  await tx.updateTable('reserved_session').set({ starts_at: startsAt }).where('cause_id', '=', causeId).execute()
}

/** Gives back what a booking took; once. */
export async function returnSession(tx: Db, cause: Cause): Promise<void> {
  await insertLine(tx, { ...cause, kind: 'return', quantity: 1 })
  await tx.deleteFrom('reserved_session').where('cause_id', '=', cause.causeId).execute()
  // Where the package has ended already it expires once more.
  await tx.updateTable('entitlement').set({ is_settled: false }).where('id', '=', cause.entitlementId).execute()
}

/**
 * What was taken stays taken although the session was not held (PRODUCT D21): the line says so and counts nothing.
 * Said again it is one line.
 */
export async function forfeitSession(tx: Db, cause: Cause): Promise<void> {
  await tx
    .insertInto('entitlement_entry')
    .values({ ...columnsOf(cause), kind: 'forfeit', quantity: 0 })
    .onConflict((conflict) => conflict.columns(['cause_id', 'kind']).where('cause_id', 'is not', null).doNothing())
    .execute()
  await tx.deleteFrom('reserved_session').where('cause_id', '=', cause.causeId).execute()
}

/** How a session is marked was put right: the line has the reason and counts nothing, for it is used either way. */
export async function noteCorrection(tx: Db, { causeId: _, ...correction }: Cause & { reason: string }): Promise<void> {
  await tx
    .insertInto('entitlement_entry')
    .values({ ...columnsOf(correction), kind: 'use', quantity: 0 })
    .execute()
}

/** One of what the package promises beside sessions was delivered: its cause is the item. A second time the database refuses it. */
export async function recordDelivery(tx: Db, cause: Cause): Promise<void> {
  await insertLine(tx, { ...cause, kind: 'use', quantity: -1 })
}

/**
 * A package runs longer, with its reason in the ledger (PRODUCT D22). Never shorter. What was bought stays known: a
 * refund is counted with that.
 */
export async function extendPackage(
  tx: Db,
  { entitlementId, lineKey, until, at, reason }: Omit<Cause, 'causeId'> & { until: Date; reason: string },
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('entitlement')
    .set({ ends_at: until, bought_until: sql`coalesce(bought_until, ends_at)`, is_settled: false })
    .where('id', '=', entitlementId)
    .where('ends_at', '<', until)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  const line = { entitlement_id: entitlementId, line_key: lineKey, quantity: 0, occurred_at: at, reason }
  await tx
    .insertInto('entitlement_entry')
    .values({ ...line, kind: 'extension', extends_until: until })
    .execute()
}

/** Whether it was extended for this reason less often than it has sessions of a kind; once where they have no limit. */
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

async function insertLine(
  tx: Db,
  { kind, quantity, ...cause }: Cause & { kind: 'use' | 'return'; quantity: number },
): Promise<void> {
  await tx
    .insertInto('entitlement_entry')
    .values({ ...columnsOf(cause), kind, quantity })
    .execute()
}

function columnsOf({ causeId, entitlementId, lineKey, at, reason }: Omit<Cause, 'causeId'> & Partial<Cause>) {
  return {
    cause_id: causeId ?? null,
    entitlement_id: entitlementId,
    line_key: lineKey,
    occurred_at: at,
    reason: reason ?? null,
  }
}
