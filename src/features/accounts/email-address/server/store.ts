import '../../server/tables.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { canonicalEmailAddress } from '#platform/shared/email-address.ts'

type NewVerification = {
  tokenHash: Buffer
  accountId: MemberId
  email: string
  expiresAt: Date
  changesAddress?: boolean
  undoesChange?: boolean
}

/** Stores a link that confirms the account's address, changes it, or undoes a change. */
export async function insertVerification(
  db: Db,
  { changesAddress = false, undoesChange = false, ...link }: NewVerification,
): Promise<void> {
  await db
    .insertInto('emailVerification')
    .values({
      ...link,
      usedAt: null,
      changesAddress,
      undoesChange,
      emailCanonical: undoesChange ? canonicalEmailAddress(link.email) : null,
    })
    .execute()
}

/** Finds a link that confirms or changes an address, even if it was used or has expired. */
export async function findVerification(db: Db, tokenHash: Buffer) {
  const row = await db
    .selectFrom('emailVerification')
    .where('tokenHash', '=', tokenHash)
    .where('undoesChange', '=', false)
    .select(['accountId', 'email', 'changesAddress'])
    .executeTakeFirst()
  return row && { accountId: row.accountId as MemberId, email: row.email, changesAddress: row.changesAddress }
}

type LinkState = 'usable' | 'used' | 'expired'

/** Call with the account locked. Otherwise the link may be used or replaced in the meantime. */
export async function getLinkState(db: Db, tokenHash: Buffer, now: Date): Promise<LinkState> {
  const row = await db
    .selectFrom('emailVerification')
    .where('tokenHash', '=', tokenHash)
    .select(['usedAt', 'expiresAt'])
    .executeTakeFirstOrThrow()
  if (row.usedAt) return 'used'
  return row.expiresAt > now ? 'usable' : 'expired'
}

const usableLinks = (db: Db, now: Date) =>
  db.selectFrom('emailVerification').where('usedAt', 'is', null).where('expiresAt', '>', now)

/** @returns the address that the member asked to change to, while its link is valid */
export async function findPendingEmail(db: Db, accountId: MemberId, now: Date): Promise<string | undefined> {
  const row = await usableLinks(db, now)
    .where('accountId', '=', accountId)
    .where('changesAddress', '=', true)
    .select('email')
    .executeTakeFirst()
  return row?.email
}

/** Revokes the links that would change the account's address, or those that confirm the current one. */
export async function revokeLinks(
  db: Db,
  accountId: MemberId,
  { changesAddress, now }: { changesAddress: boolean; now: Date },
): Promise<void> {
  await db
    .updateTable('emailVerification')
    .set({ expiresAt: now })
    .where('accountId', '=', accountId)
    .where('changesAddress', '=', changesAddress)
    .where('undoesChange', '=', false)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .execute()
}

/** Finds a valid undo link and the address that it restores. */
export async function findEmailUndo(db: Db, tokenHash: Buffer, now: Date) {
  const row = await usableLinks(db, now)
    .where('tokenHash', '=', tokenHash)
    .where('undoesChange', '=', true)
    .select(['accountId', 'email', 'expiresAt'])
    .executeTakeFirst()
  return row && { accountId: row.accountId as MemberId, email: row.email, expiresAt: row.expiresAt }
}

/** True while an account can still reclaim this address by undoing a change. */
export async function isAddressReserved(db: Db, email: string, now: Date): Promise<boolean> {
  const row = await usableLinks(db, now)
    .where('emailCanonical', '=', canonicalEmailAddress(email))
    .where('undoesChange', '=', true)
    .select('tokenHash')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** @returns false if the link was already used or has expired */
export async function consumeLink(db: Db, tokenHash: Buffer, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('emailVerification')
    .set({ usedAt: now })
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Undoing a change also revokes the undo links of later changes, which expire later. Undo links of earlier changes stay
 * valid for the owners of those addresses.
 */
export async function revokeLaterEmailUndos(
  db: Db,
  accountId: MemberId,
  { expiresAt, now }: { expiresAt: Date; now: Date },
): Promise<void> {
  await db
    .updateTable('emailVerification')
    .set({ expiresAt: now })
    .where('accountId', '=', accountId)
    .where('undoesChange', '=', true)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', expiresAt)
    .execute()
}
