import { sql } from 'kysely'
import '../../server/tables.ts'
import type { MarketId } from '#features/catalogue/contract.ts'
import { versionOf } from '#features/catalogue/server/public.ts'
import { deleteFirst } from '#platform/server/db/batches.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { type Currency, type MinorUnits, minorUnits } from '#platform/shared/money.ts'

/** True if the guardian has not answered yet. */
const isUnanswered = sql<boolean>`guardian_confirmation.confirmed_at is null and guardian_confirmation.refused_at is null`

/** A guardian's consent is valid only for exactly this offer. */
type RequestedOffer = { packageId: string; packageVersion: number; market: MarketId; total: MinorUnits }

export async function findLatestRequest(db: Db, memberId: MemberId, offer: RequestedOffer) {
  return db
    .selectFrom('guardianConfirmation')
    .where('memberId', '=', memberId)
    .where('packageId', '=', offer.packageId)
    .where('packageVersion', '=', offer.packageVersion)
    .where('market', '=', offer.market)
    .where('total', '=', offer.total)
    .orderBy('requestedAt', 'desc')
    .select(['guardianEmail', 'requestedAt', 'expiresAt', 'confirmedAt', 'refusedAt'])
    .executeTakeFirst()
}

type NewRequest = RequestedOffer & {
  memberId: MemberId
  currency: Currency
  tax: MinorUnits
  guardianEmail: string
  tokenHash: string
  requestedAt: Date
  expiresAt: Date
}

/** @returns the id of the request */
export async function insertRequest(db: Db, request: NewRequest): Promise<string> {
  const row = await db
    .insertInto('guardianConfirmation')
    .values({ ...request, confirmedAt: null, refusedAt: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** @returns the ids of the deleted unanswered requests, whose links no longer work */
export async function deleteUnansweredRequests(db: Db, memberId: MemberId, packageId: string): Promise<string[]> {
  const rows = await db
    .deleteFrom('guardianConfirmation')
    .where('memberId', '=', memberId)
    .where('packageId', '=', packageId)
    .where(isUnanswered)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Finds an unanswered, unexpired request and its member by the link, unless the account is disabled. */
export async function findOpenRequest(db: Db, tokenHash: string, now: Date) {
  const row = await db
    .selectFrom('guardianConfirmation')
    .innerJoin('account', 'account.id', 'guardianConfirmation.memberId')
    .innerJoin('packageVersion', versionOf('guardianConfirmation'))
    .where('guardianConfirmation.tokenHash', '=', tokenHash)
    .where(isUnanswered)
    .where('guardianConfirmation.expiresAt', '>', now)
    .where('account.disabledAt', 'is', null)
    .select(['account.firstName', 'account.email'])
    .select(['packageVersion.title', 'packageVersion.description', 'packageVersion.billing'])
    .select(['packageVersion.spanWeeks', 'packageVersion.spanMonths'])
    .select(['guardianConfirmation.id', 'guardianConfirmation.packageId', 'guardianConfirmation.market'])
    .select(['guardianConfirmation.currency', 'guardianConfirmation.tax', 'guardianConfirmation.total'])
    .executeTakeFirst()
  if (!row) return undefined
  const { packageId, title, description, billing, spanWeeks: weeks, spanMonths: months, firstName, email } = row
  return {
    id: row.id,
    member: { firstName, email },
    package: { id: packageId, title, description, span: { weeks, months }, billing },
    market: row.market,
    currency: row.currency,
    tax: minorUnits(row.tax),
    total: minorUnits(row.total),
  }
}

/** @returns false if the request was already answered or has expired; each link accepts one answer */
export async function recordAnswer(
  db: Db,
  id: string,
  { agrees, now }: { agrees: boolean; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('guardianConfirmation')
    .set(agrees ? { confirmedAt: now } : { refusedAt: now })
    .where('id', '=', id)
    .where(isUnanswered)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Deletes the oldest first.
 * @returns the number deleted
 */
export async function deleteGuardianRequestsBefore(db: Db, moment: Date, maxRows: number): Promise<number> {
  const oldest = db.selectFrom('guardianConfirmation').where('requestedAt', '<', moment).orderBy('requestedAt')
  return deleteFirst(db, 'guardianConfirmation', oldest, maxRows)
}

/** Returns the latest request for each package as it is sold now: consent to an earlier offer no longer counts. */
export async function listLatestRequests(db: Db, memberId: MemberId) {
  return db
    .selectFrom('guardianConfirmation')
    .innerJoin('packageVersion', versionOf('guardianConfirmation'))
    .innerJoin('package', (join) =>
      join
        .onRef('package.id', '=', 'guardianConfirmation.packageId')
        .onRef('package.currentVersion', '=', 'guardianConfirmation.packageVersion'),
    )
    .where('guardianConfirmation.memberId', '=', memberId)
    .distinctOn('guardianConfirmation.packageId')
    .orderBy('guardianConfirmation.packageId')
    .orderBy('guardianConfirmation.requestedAt', 'desc')
    .select(['guardianConfirmation.packageId', 'guardianConfirmation.market', 'packageVersion.title as packageTitle'])
    .select(['expiresAt', 'confirmedAt', 'refusedAt'])
    .execute()
}

export async function listMemberRequests(db: Db, memberId: MemberId) {
  return db
    .selectFrom('guardianConfirmation')
    .where('memberId', '=', memberId)
    .select(['packageId', 'guardianEmail', 'currency', 'total'])
    .select(['requestedAt', 'expiresAt', 'confirmedAt', 'refusedAt'])
    .orderBy('requestedAt')
    .execute()
}

/** @returns the ids of the deleted requests */
export async function deleteMemberRequests(db: Db, memberId: MemberId): Promise<string[]> {
  const rows = await db.deleteFrom('guardianConfirmation').where('memberId', '=', memberId).returning('id').execute()
  return rows.map(({ id }) => id)
}
