import './tables.ts'
import type { MarketId } from '#features/catalogue/contract.ts'
import { deleteFirst } from '#platform/server/db/in-batches.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { type MinorUnits, minorUnits } from '#platform/shared/money.ts'

/** What a guardian is asked for: a yes counts for this and for nothing else. */
type Offered = { packageId: string; packageVersion: number; market: MarketId; total: MinorUnits }

export async function findLatestRequest(db: Db, memberId: MemberId, offered: Offered) {
  const row = await db
    .selectFrom('guardian_confirmation')
    .where('member_id', '=', memberId)
    .where('package_id', '=', offered.packageId)
    .where('package_version', '=', offered.packageVersion)
    .where('market', '=', offered.market)
    .where('total', '=', offered.total)
    .orderBy('requested_at', 'desc')
    .select(['guardian_email', 'requested_at', 'expires_at', 'confirmed_at', 'refused_at'])
    .executeTakeFirst()
  return (
    row && {
      email: row.guardian_email,
      requestedAt: row.requested_at,
      expiresAt: row.expires_at,
      confirmedAt: row.confirmed_at,
      refusedAt: row.refused_at,
    }
  )
}

type NewRequest = Offered & {
  memberId: MemberId
  currency: 'GBP' | 'USD'
  tax: MinorUnits
  email: string
  tokenHash: string
  requestedAt: Date
  expiresAt: Date
}

/** @returns its id */
export async function insertRequest(db: Db, request: NewRequest): Promise<string> {
  const row = await db
    .insertInto('guardian_confirmation')
    .values({
      member_id: request.memberId,
      package_id: request.packageId,
      package_version: request.packageVersion,
      market: request.market,
      currency: request.currency,
      tax: request.tax,
      total: request.total,
      guardian_email: request.email,
      token_hash: request.tokenHash,
      requested_at: request.requestedAt,
      expires_at: request.expiresAt,
      confirmed_at: null,
      refused_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** @returns the ids of those that nobody has answered and nobody can answer now */
export async function deleteOpenRequests(db: Db, memberId: MemberId, packageId: string): Promise<string[]> {
  const rows = await db
    .deleteFrom('guardian_confirmation')
    .where('member_id', '=', memberId)
    .where('package_id', '=', packageId)
    .where('confirmed_at', 'is', null)
    .where('refused_at', 'is', null)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** What the holder of a link may still answer, with who asks: nothing of somebody whose account is closed. */
export async function findOpenRequest(db: Db, tokenHash: string, now: Date) {
  const row = await db
    .selectFrom('guardian_confirmation')
    .innerJoin('account', 'account.id', 'guardian_confirmation.member_id')
    .innerJoin('package_version', (join) =>
      join
        .onRef('package_version.package_id', '=', 'guardian_confirmation.package_id')
        .onRef('package_version.version', '=', 'guardian_confirmation.package_version'),
    )
    .where('guardian_confirmation.token_hash', '=', tokenHash)
    .where('guardian_confirmation.confirmed_at', 'is', null)
    .where('guardian_confirmation.refused_at', 'is', null)
    .where('guardian_confirmation.expires_at', '>', now)
    .where('account.disabled_at', 'is', null)
    .select(['account.first_name', 'account.email'])
    .select(['package_version.title', 'package_version.description', 'package_version.billing'])
    .select(['package_version.span_weeks', 'package_version.span_months'])
    .select(['guardian_confirmation.id', 'guardian_confirmation.package_id', 'guardian_confirmation.market'])
    .select(['guardian_confirmation.currency', 'guardian_confirmation.tax', 'guardian_confirmation.total'])
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      member: { firstName: row.first_name, email: row.email },
      package: {
        id: row.package_id,
        title: row.title,
        description: row.description,
        span: { weeks: row.span_weeks, months: row.span_months },
        billing: row.billing,
      },
      market: row.market,
      currency: row.currency,
      tax: minorUnits(row.tax),
      total: minorUnits(row.total),
    }
  )
}

/** @returns false where somebody was faster, or it is too late: a link takes one answer */
export async function writeAnswer(
  db: Db,
  id: string,
  { agrees, now }: { agrees: boolean; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('guardian_confirmation')
    .set(agrees ? { confirmed_at: now } : { refused_at: now })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .where('refused_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** @returns how many were asked before that moment, and are gone: the first so many */
export async function deleteOldRequests(db: Db, before: Date, most: number): Promise<number> {
  const old = db.selectFrom('guardian_confirmation').where('requested_at', '<', before).orderBy('requested_at')
  return deleteFirst(db, 'guardian_confirmation', old, most)
}

export async function listRequestsOf(db: Db, memberId: MemberId) {
  return db
    .selectFrom('guardian_confirmation')
    .where('member_id', '=', memberId)
    .select(['package_id', 'guardian_email', 'currency', 'total'])
    .select(['requested_at', 'expires_at', 'confirmed_at', 'refused_at'])
    .orderBy('requested_at')
    .execute()
}

/** @returns the ids of those that are gone */
export async function deleteRequestsOf(db: Db, memberId: MemberId): Promise<string[]> {
  const rows = await db.deleteFrom('guardian_confirmation').where('member_id', '=', memberId).returning('id').execute()
  return rows.map(({ id }) => id)
}
