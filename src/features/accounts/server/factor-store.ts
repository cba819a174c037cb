import './tables.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'

export type Authenticator = { id: string; secret: Buffer; confirmedAt: Date }

/** The app that counts. */
export async function findAuthenticator(db: Db, accountId: MemberId): Promise<Authenticator | undefined> {
  const row = await authenticators(db, accountId).where('confirmed_at', 'is not', null).executeTakeFirst()
  return row?.confirmed_at ? { id: row.id, secret: row.secret, confirmedAt: row.confirmed_at } : undefined
}

/** The app that waits for its first code. */
export async function findNewAuthenticator(db: Db, accountId: MemberId) {
  const row = await authenticators(db, accountId).where('confirmed_at', 'is', null).executeTakeFirst()
  return row && { id: row.id, secret: row.secret }
}

function authenticators(db: Db, accountId: MemberId) {
  return db.selectFrom('authenticator').where('account_id', '=', accountId).selectAll()
}

/** To be called with the account locked: of two at once, the later one is to follow. */
export async function replaceNewAuthenticator(
  db: Db,
  { accountId, secret, now }: { accountId: MemberId; secret: Buffer; now: Date },
): Promise<void> {
  await db.deleteFrom('authenticator').where('account_id', '=', accountId).where('confirmed_at', 'is', null).execute()
  await db
    .insertInto('authenticator')
    .values({ account_id: accountId, secret, created_at: now, confirmed_at: null, last_step: null })
    .execute()
}

/** The new app takes the place of the one before. Its first code is used with it. */
export async function confirmNewAuthenticator(
  db: Db,
  { accountId, id, step, now }: { accountId: MemberId; id: string; step: number; now: Date },
): Promise<void> {
  await db.deleteFrom('authenticator').where('account_id', '=', accountId).where('id', '!=', id).execute()
  await db.updateTable('authenticator').set({ confirmed_at: now, last_step: step }).where('id', '=', id).execute()
}

/** A code counts once, and none from before it: of many at once, the database lets one through. */
export async function takeStep(db: Db, id: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('authenticator')
    .set({ last_step: step })
    .where('id', '=', id)
    .where((row) => row.or([row('last_step', 'is', null), row('last_step', '<', String(step))]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The app that counts and the one that waits. Recovery codes stand in for it, and go with it. */
export async function deleteAuthenticators(db: Db, accountId: MemberId): Promise<void> {
  await db.deleteFrom('authenticator').where('account_id', '=', accountId).execute()
  await db.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
}

export async function replaceRecoveryHashes(db: Db, accountId: MemberId, hashes: Buffer[]): Promise<void> {
  await db.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
  await db
    .insertInto('recovery_code')
    .values(hashes.map((hash) => ({ account_id: accountId, code_hash: hash, used_at: null })))
    .execute()
}

export async function takeRecoveryCode(db: Db, accountId: MemberId, hash: Buffer, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recovery_code')
    .set({ used_at: now })
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function countRecoveryCodes(db: Db, accountId: MemberId): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_code')
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .select(({ fn }) => fn.countAll().as('left'))
    .executeTakeFirstOrThrow()
  return Number(left)
}
