import './tables.ts'
import { runPreparedText } from '#platform/server/db/prepared.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { canonicalEmailAddress } from '#platform/shared/email-address.ts'
import { getPicture } from '../contract/profile.ts'
import type { Role, User } from '../contract.ts'

export type Account = User & { id: MemberId; passwordHash: string; isDisabled: boolean }

export async function findAccountByEmail(db: Db, email: string): Promise<Account | undefined> {
  const row = await accounts(db).where('account.email_canonical', '=', canonicalEmailAddress(email)).executeTakeFirst()
  return row && toAccount(row)
}

export async function findAccount(db: Db, id: MemberId): Promise<Account | undefined> {
  const row = await accounts(db).where('account.id', '=', id).executeTakeFirst()
  return row && toAccount(row)
}

/** Nobody else changes the account, or locks it, until the transaction ends. Rows that refer to it may be added. */
export async function lockAccount(db: Db, id: MemberId): Promise<Account> {
  const [row] = await runPreparedText<AccountRow>(db, lockingAccount, [id])
  if (!row) throw new Error(`Account ${id} is missing`)
  return toAccount(row)
}

function accounts(db: Db) {
  return db
    .selectFrom('account')
    .leftJoin('account_picture', 'account_picture.account_id', 'account.id')
    .selectAll('account')
    .select('account_picture.version as picture_version')
}

export type AccountRow = Pick<
  Awaited<ReturnType<ReturnType<typeof accounts>['executeTakeFirstOrThrow']>>,
  | 'id'
  | 'first_name'
  | 'last_name'
  | 'email'
  | 'mobile'
  | 'role'
  | 'email_verified_at'
  | 'password_hash'
  | 'disabled_at'
  | 'picture_version'
>

/** What `toAccount` needs, for a statement that is prepared. */
export const accountColumns = `account.id, account.first_name, account.last_name, account.email, account.mobile,
    account.role, account.email_verified_at, account.password_hash, account.disabled_at,
    (select version from account_picture where account_id = account.id) as picture_version`

const lockingAccount = `select ${accountColumns} from account where account.id = $1 for no key update`

export function toAccount(row: AccountRow): Account {
  return {
    id: row.id as MemberId,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    mobile: row.mobile,
    profilePicture: row.picture_version && `${getPicture.path}?v=${row.picture_version}`,
    role: row.role,
    emailVerified: row.email_verified_at !== null,
    passwordHash: row.password_hash,
    isDisabled: row.disabled_at !== null,
  }
}

type NewAccount = {
  firstName: string
  lastName: string
  email: string
  mobile: string
  passwordHash: string
  role: Role
  createdAt: Date
}

/** @returns the new account's id, or undefined where the mailbox has an account already */
export async function insertAccount(db: Db, account: NewAccount): Promise<MemberId | undefined> {
  const row = await db
    .insertInto('account')
    .values({
      email: account.email,
      email_canonical: canonicalEmailAddress(account.email),
      email_verified_at: null,
      first_name: account.firstName,
      last_name: account.lastName,
      mobile: account.mobile,
      password_hash: account.passwordHash,
      role: account.role,
      disabled_at: null,
      deleted_at: null,
      guardian_name: null,
      guardian_email: null,
      created_at: account.createdAt,
    })
    .onConflict((conflict) => conflict.column('email_canonical').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row && (row.id as MemberId)
}

export async function hasStaff(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('account')
    .select('id')
    .where('role', '=', 'administrator')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertVerification(
  db: Db,
  verification: { tokenHash: Buffer; accountId: MemberId; email: string; expiresAt: Date; changesAddress: boolean },
): Promise<void> {
  await db
    .insertInto('email_verification')
    .values({
      token_hash: verification.tokenHash,
      account_id: verification.accountId,
      email: verification.email,
      expires_at: verification.expiresAt,
      used_at: null,
      changes_address: verification.changesAddress,
    })
    .execute()
}

/** The links that were sent to an account so far confirm its address no more. */
export async function endVerifications(db: Db, accountId: MemberId, now: Date): Promise<void> {
  await db
    .updateTable('email_verification')
    .set({ expires_at: now })
    .where('account_id', '=', accountId)
    .where('changes_address', '=', false)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .execute()
}

/** Whose address a link is about, whether it still works or not. */
export async function findVerification(db: Db, tokenHash: Buffer) {
  const row = await db
    .selectFrom('email_verification')
    .where('token_hash', '=', tokenHash)
    .select(['account_id', 'email', 'changes_address'])
    .executeTakeFirst()
  return row && { accountId: row.account_id as MemberId, email: row.email, changesAddress: row.changes_address }
}

export type LinkState = 'usable' | 'used' | 'over'

/** To be asked with the account locked: a link may be used or replaced until then. */
export async function readLinkState(db: Db, tokenHash: Buffer, now: Date): Promise<LinkState> {
  const row = await db
    .selectFrom('email_verification')
    .where('token_hash', '=', tokenHash)
    .select(['used_at', 'expires_at'])
    .executeTakeFirstOrThrow()
  if (row.used_at) return 'used'
  return row.expires_at > now ? 'usable' : 'over'
}

export async function markEmailVerified(db: Db, tokenHash: Buffer, accountId: MemberId, now: Date): Promise<void> {
  await db.updateTable('email_verification').set({ used_at: now }).where('token_hash', '=', tokenHash).execute()
  await db
    .updateTable('account')
    .set({ email_verified_at: now })
    .where('id', '=', accountId)
    .where('email_verified_at', 'is', null)
    .execute()
}
