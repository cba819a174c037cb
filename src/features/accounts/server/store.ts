import './tables.ts'
import { brokenConstraint } from '#platform/server/db/broken-constraint.ts'
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

/** Undefined as well where they have left. */
export async function findPresentAccount(db: Db, id: MemberId): Promise<Account | undefined> {
  const row = await accounts(db).where('account.id', '=', id).where('account.deleted_at', 'is', null).executeTakeFirst()
  return row && toAccount(row)
}

/** For who is known to have an account, by their session or because it was made just now. */
export async function getAccount(db: Db, id: MemberId): Promise<Account> {
  const account = await findAccount(db, id)
  if (!account) throw new Error(`Account ${id} is missing`)
  return account
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

export async function savePasswordHash(db: Db, accountId: MemberId, passwordHash: string): Promise<void> {
  await db.updateTable('account').set({ password_hash: passwordHash }).where('id', '=', accountId).execute()
}

/** @param at null: it may be entered again */
export async function saveDisabled(tx: Db, accountId: MemberId, at: Date | null): Promise<void> {
  await tx.updateTable('account').set({ disabled_at: at }).where('id', '=', accountId).execute()
}

export async function saveRole(tx: Db, accountId: MemberId, role: Role): Promise<void> {
  await tx.updateTable('account').set({ role }).where('id', '=', accountId).execute()
}

/** Whether its owner has ever been in it. */
export async function hasLoggedIn(db: Db, accountId: MemberId): Promise<boolean> {
  const row = await db
    .selectFrom('account')
    .where('id', '=', accountId)
    .where('last_login_at', 'is not', null)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Whoever opened the link has the mailbox: the address is confirmed. Fails where another account has it. */
export async function saveAddress(db: Db, accountId: MemberId, email: string, now: Date): Promise<void> {
  await db
    .updateTable('account')
    .set({ email, email_canonical: canonicalEmailAddress(email), email_verified_at: now })
    .where('id', '=', accountId)
    .execute()
}

/** Whether `saveAddress` failed because another account has the address: it may have got it a moment before. */
export function isAddressTaken(error: unknown): boolean {
  return brokenConstraint(error)?.includes('email_canonical') ?? false
}

/** Whoever opened a link of ours reads the mailbox. */
export async function confirmAddress(db: Db, accountId: MemberId, now: Date): Promise<void> {
  await db
    .updateTable('account')
    .set({ email_verified_at: now })
    .where('id', '=', accountId)
    .where('email_verified_at', 'is', null)
    .execute()
}
