import './tables.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'

export type StoredPasskey = {
  id: string
  accountId: MemberId
  credentialId: Buffer
  publicKey: Buffer
  counter: number
  transports: string[]
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

export async function listPasskeys(db: Db, accountId: MemberId): Promise<StoredPasskey[]> {
  const rows = await passkeys(db).where('account_id', '=', accountId).orderBy('created_at').orderBy('id').execute()
  return rows.map(toPasskey)
}

export async function countPasskeys(db: Db, accountId: MemberId): Promise<number> {
  const { known } = await db
    .selectFrom('passkey')
    .where('account_id', '=', accountId)
    .select(({ fn }) => fn.countAll().as('known'))
    .executeTakeFirstOrThrow()
  return Number(known)
}

export async function findPasskey(db: Db, credentialId: Buffer): Promise<StoredPasskey | undefined> {
  const row = await passkeys(db).where('credential_id', '=', credentialId).executeTakeFirst()
  return row && toPasskey(row)
}

function passkeys(db: Db) {
  return db.selectFrom('passkey').selectAll()
}

type Row = Awaited<ReturnType<ReturnType<typeof passkeys>['executeTakeFirstOrThrow']>>

function toPasskey(row: Row): StoredPasskey {
  return {
    id: row.id,
    accountId: row.account_id as MemberId,
    credentialId: row.credential_id,
    publicKey: row.public_key,
    counter: Number(row.counter),
    transports: row.transports,
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }
}

type NewPasskey = Omit<StoredPasskey, 'id' | 'lastUsedAt'>

/** @returns the passkey's id, or undefined where somebody has it already */
export async function insertPasskey(db: Db, passkey: NewPasskey): Promise<string | undefined> {
  const row = await db
    .insertInto('passkey')
    .values({
      account_id: passkey.accountId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: passkey.transports,
      name: passkey.name,
      created_at: passkey.createdAt,
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** False where the passkey was removed in between, or has counted further: then it was copied. */
export async function notePasskeyUse(db: Db, id: string, counter: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkey')
    .set({ counter, last_used_at: now })
    .where('id', '=', id)
    .where((row) => row.or([row('counter', '=', '0'), row('counter', '<', String(counter))]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function setPasskeyName(
  db: Db,
  { accountId, id, name }: { accountId: MemberId; id: string; name: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkey')
    .set({ name })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** @returns the name of the passkey that is gone, or undefined where the account has no such */
export async function deletePasskey(db: Db, accountId: MemberId, id: string): Promise<string | undefined> {
  const row = await db
    .deleteFrom('passkey')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()
  return row?.name
}

export async function deletePasskeys(db: Db, accountId: MemberId): Promise<void> {
  await db.deleteFrom('passkey').where('account_id', '=', accountId).execute()
}
