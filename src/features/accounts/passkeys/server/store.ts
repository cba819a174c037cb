import '../../server/tables.ts'
import type { Selectable } from 'kysely'
import type { Db, Tables } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'

export type StoredPasskey = Selectable<Tables['passkey']>

export async function listPasskeys(db: Db, accountId: MemberId): Promise<StoredPasskey[]> {
  const passkeys = db.selectFrom('passkey').selectAll().where('accountId', '=', accountId)
  return passkeys.orderBy('createdAt').orderBy('id').execute()
}

export async function findPasskey(db: Db, credentialId: Buffer): Promise<StoredPasskey | undefined> {
  return db.selectFrom('passkey').selectAll().where('credentialId', '=', credentialId).executeTakeFirst()
}

type NewPasskey = Omit<StoredPasskey, 'id' | 'lastUsedAt'>

/** @returns the passkey's id, or undefined if it is already registered */
export async function insertPasskey(db: Db, passkey: NewPasskey): Promise<string | undefined> {
  const row = await db
    .insertInto('passkey')
    .values({ ...passkey, lastUsedAt: null })
    .onConflict((conflict) => conflict.column('credentialId').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/**
 * @returns false if the passkey was removed in the meantime, or if its counter did not increase because it was copied
 */
export async function recordPasskeyUse(db: Db, id: string, counter: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkey')
    .set({ counter, lastUsedAt: now })
    .where('id', '=', id)
    .where((row) => row.or([row('counter', '=', 0), row('counter', '<', counter)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function updatePasskeyName(
  db: Db,
  { accountId, id, name }: { accountId: MemberId; id: string; name: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkey')
    .set({ name })
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** @returns the name of the deleted passkey, or undefined if the account does not have it */
export async function deletePasskey(db: Db, accountId: MemberId, id: string): Promise<string | undefined> {
  const row = await db
    .deleteFrom('passkey')
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()
  return row?.name
}

export async function deletePasskeys(db: Db, accountId: MemberId): Promise<void> {
  await db.deleteFrom('passkey').where('accountId', '=', accountId).execute()
}
