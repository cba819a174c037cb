import '../../server/tables.ts'
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { DataKeys, StoredSecret } from '#platform/server/data-keys.ts'
import { runPreparedText } from '#platform/server/db/prepared-statements.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { Factors } from '../rules.ts'

// Every login runs this query, so it is written as text and planned once (docs/decisions/0012).
const factorsQuery = `
  select
    exists (select from authenticator where account_id = $1 and confirmed_at is not null) as has_authenticator,
    (select count(*)::integer from passkey where account_id = $1) as passkeys,
    (select trusted_until from device where account_id = $1 and token_hash = $2) as trusted_until`

/**
 * Call after the account is locked, as a separate statement. A locking statement would wait for a transaction that adds
 * a factor, but would still not see that factor.
 */
export async function getFactors(
  db: Db,
  accountId: MemberId,
  deviceHash?: Buffer,
): Promise<Factors & { trustedUntil: Date | null }> {
  type Row = { hasAuthenticator: boolean; passkeys: number; trustedUntil: Date | null }
  const [row] = await runPreparedText<Row>(db, factorsQuery, [accountId, deviceHash ?? null])
  if (!row) throw new Error('A select without a table has one row')
  return row
}

export type Authenticator = { id: string; secret: StoredSecret; confirmedAt: Date }

/** The confirmed app. */
export async function findAuthenticator(db: Db, accountId: MemberId): Promise<Authenticator | undefined> {
  const row = await authenticators(db, accountId).where('confirmedAt', 'is not', null).executeTakeFirst()
  return row?.confirmedAt ? { id: row.id, secret: toStoredSecret(row), confirmedAt: row.confirmedAt } : undefined
}

/** The app that is waiting for its first code. */
export async function findNewAuthenticator(db: Db, accountId: MemberId) {
  const row = await authenticators(db, accountId).where('confirmedAt', 'is', null).executeTakeFirst()
  return row && { id: row.id, secret: toStoredSecret(row) }
}

function toStoredSecret({ secret, sealed }: { secret: Buffer; sealed: Buffer | null }): StoredSecret {
  return { plain: sealed ? null : secret, sealed }
}

/** Stored for the previous release, which reads only this column. It matches no code. */
const placeholderSecret = () => randomBytes(20)

function authenticators(db: Db, accountId: MemberId) {
  return db.selectFrom('authenticator').where('accountId', '=', accountId).selectAll()
}

/** Call with the account locked, so that parallel requests run one after another. */
export async function replaceNewAuthenticator(
  db: Db,
  { accountId, sealed, now }: { accountId: MemberId; sealed: Buffer; now: Date },
): Promise<void> {
  await db.deleteFrom('authenticator').where('accountId', '=', accountId).where('confirmedAt', 'is', null).execute()
  await db
    .insertInto('authenticator')
    .values({ accountId, secret: placeholderSecret(), sealed, createdAt: now, confirmedAt: null, lastStep: null })
    .execute()
}

/** Lists secrets that are not sealed with the first key, by id. */
export async function listSecretsToSeal(db: Db, { firstId }: DataKeys, after: string | undefined, most: number) {
  const rows = await db
    .selectFrom('authenticator')
    .where((row) => row.or([row('sealed', 'is', null), row(sealKeyId, '!=', firstId)]))
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .select(['id', 'accountId', 'secret', 'sealed'])
    .orderBy('id')
    .limit(most)
    .execute()
  return rows.map((row) => ({ id: row.id, accountId: row.accountId, secret: toStoredSecret(row) }))
}

export async function saveSealedSecret(db: Db, id: string, sealed: Buffer): Promise<void> {
  await db.updateTable('authenticator').set({ secret: placeholderSecret(), sealed }).where('id', '=', id).execute()
}

/** Lists the ids of the keys with which secrets are sealed. */
export async function listKeyIds(db: Db): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('authenticator')
    .where('sealed', 'is not', null)
    .select(sealKeyId.as('keyId'))
    .distinct()
    .execute()
  return rows.map(({ keyId }) => keyId)
}

/** Extracts the same bytes as `keyIdOfSealed`. */
const sealKeyId = sql<Buffer>`substring(sealed from 2 for 8)`

/** The new app replaces the previous one. Its first code counts as used. */
export async function confirmNewAuthenticator(
  db: Db,
  { accountId, id, step, now }: { accountId: MemberId; id: string; step: number; now: Date },
): Promise<void> {
  await db.deleteFrom('authenticator').where('accountId', '=', accountId).where('id', '!=', id).execute()
  await db.updateTable('authenticator').set({ confirmedAt: now, lastStep: step }).where('id', '=', id).execute()
}

/** A code works once and invalidates earlier codes. The database accepts only one of several parallel attempts. */
export async function consumeTimeStep(db: Db, id: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('authenticator')
    .set({ lastStep: step })
    .where('id', '=', id)
    .where((row) => row.or([row('lastStep', 'is', null), row('lastStep', '<', step)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Deletes the confirmed app, any app waiting for its first code, and the recovery codes, which are useless without an
 * app.
 */
export async function deleteAuthenticators(db: Db, accountId: MemberId): Promise<void> {
  await db.deleteFrom('authenticator').where('accountId', '=', accountId).execute()
  await db.deleteFrom('recoveryCode').where('accountId', '=', accountId).execute()
}

/** Deletes factors completed since the given time, even if started earlier, and the recovery codes of a deleted app. */
export async function deleteFactorsSince(db: Db, accountId: MemberId, since: Date): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('authenticator')
    .where('accountId', '=', accountId)
    .where(({ fn }) => fn.coalesce('confirmedAt', 'createdAt'), '>=', since)
    .executeTakeFirst()
  if (numDeletedRows > 0n) await db.deleteFrom('recoveryCode').where('accountId', '=', accountId).execute()
  await db.deleteFrom('passkey').where('accountId', '=', accountId).where('createdAt', '>=', since).execute()
}

export async function replaceRecoveryHashes(db: Db, accountId: MemberId, hashes: Buffer[]): Promise<void> {
  await db.deleteFrom('recoveryCode').where('accountId', '=', accountId).execute()
  await db
    .insertInto('recoveryCode')
    .values(hashes.map((hash) => ({ accountId, codeHash: hash, usedAt: null })))
    .execute()
}

export async function consumeRecoveryCode(db: Db, accountId: MemberId, hash: Buffer, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recoveryCode')
    .set({ usedAt: now })
    .where('accountId', '=', accountId)
    .where('codeHash', '=', hash)
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function countRecoveryCodes(db: Db, accountId: MemberId): Promise<number> {
  const { count } = await db
    .selectFrom('recoveryCode')
    .where('accountId', '=', accountId)
    .where('usedAt', 'is', null)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function findRecovery(db: Db, accountId: MemberId): Promise<{ dueAt: Date } | undefined> {
  return db.selectFrom('factorRecovery').where('accountId', '=', accountId).select('dueAt').executeTakeFirst()
}

export async function insertRecovery(
  db: Db,
  recovery: { accountId: MemberId; requestedAt: Date; dueAt: Date },
): Promise<void> {
  await db.insertInto('factorRecovery').values(recovery).execute()
}

/** Call after a removal has been cancelled or carried out. */
export async function deleteRecovery(db: Db, accountId: MemberId): Promise<void> {
  await db.deleteFrom('factorRecovery').where('accountId', '=', accountId).execute()
}

/** Lists the accounts whose second factor is due for removal by the given time. */
export async function listRecoveries(db: Db, dueBy: Date): Promise<MemberId[]> {
  const rows = await db
    .selectFrom('factorRecovery')
    .where('dueAt', '<=', dueBy)
    .orderBy('dueAt')
    .select('accountId')
    .execute()
  return rows.map(({ accountId }) => accountId)
}
