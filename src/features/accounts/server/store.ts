import './tables.ts'
import { violatedConstraint } from '#platform/server/db/database-errors.ts'
import { runPreparedText } from '#platform/server/db/prepared-statements.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { canonicalEmailAddress } from '#platform/shared/email-address.ts'
import type { Role, User } from '../contract.ts'
import { getPicture } from '../profile/contract.ts'

/** The current account, for a caller that has just changed it. */
export async function getUser(db: Db, id: MemberId): Promise<User> {
  return toUser(await getAccount(db, id))
}

/** The fields of an account that its owner may see. */
export function toUser({ passwordHash: _, isDisabled: __, timeZone: ___, ...user }: Account): User {
  return user
}

export type Account = User & { id: MemberId; passwordHash: string; isDisabled: boolean; timeZone: string }

export async function findAccountByEmail(db: Db, email: string): Promise<Account | undefined> {
  const row = await accounts(db).where('account.emailCanonical', '=', canonicalEmailAddress(email)).executeTakeFirst()
  return row && toAccount(row)
}

export async function findAccount(db: Db, id: MemberId): Promise<Account | undefined> {
  const row = await accounts(db).where('account.id', '=', id).executeTakeFirst()
  return row && toAccount(row)
}

/** @returns undefined if there is no such account or it was deleted */
export async function findPresentAccount(db: Db, id: MemberId): Promise<Account | undefined> {
  const row = await accounts(db).where('account.id', '=', id).where('account.deletedAt', 'is', null).executeTakeFirst()
  return row && toAccount(row)
}

/** For an account that is known to exist, from a session or because it was just created. */
export async function getAccount(db: Db, id: MemberId): Promise<Account> {
  const account = await findAccount(db, id)
  if (!account) throw new Error(`Account ${id} is missing`)
  return account
}

/** Blocks other changes and locks until the transaction ends. Rows that refer to the account can still be added. */
export async function lockAccount(db: Db, id: MemberId): Promise<Account> {
  const [row] = await runPreparedText<AccountRow>(db, lockAccountQuery, [id])
  if (!row) throw new Error(`Account ${id} is missing`)
  return toAccount(row)
}

function accounts(db: Db) {
  return db
    .selectFrom('account')
    .leftJoin('accountPicture', 'accountPicture.accountId', 'account.id')
    .selectAll('account')
    .select('accountPicture.version as pictureVersion')
}

export type AccountRow = Pick<
  Awaited<ReturnType<ReturnType<typeof accounts>['executeTakeFirstOrThrow']>>,
  | 'id'
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'mobile'
  | 'role'
  | 'emailVerifiedAt'
  | 'passwordHash'
  | 'disabledAt'
  | 'timeZone'
  | 'pictureVersion'
>

/** The columns that `toAccount` needs, for prepared statements. */
export const accountColumns = `account.id, account.first_name, account.last_name, account.email, account.mobile,
    account.role, account.email_verified_at, account.password_hash, account.disabled_at, account.time_zone,
    (select version from account_picture where account_id = account.id) as picture_version`

const lockAccountQuery = `select ${accountColumns} from account where account.id = $1 for no key update`

export function toAccount(row: AccountRow): Account {
  return {
    id: row.id as MemberId,
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    mobile: row.mobile,
    profilePicture: row.pictureVersion && `${getPicture.path}?v=${row.pictureVersion}`,
    role: row.role,
    emailVerified: row.emailVerifiedAt !== null,
    passwordHash: row.passwordHash,
    isDisabled: row.disabledAt !== null,
    timeZone: row.timeZone,
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

/** @returns the new account's id, or undefined if the mailbox already has an account */
export async function insertAccount(db: Db, account: NewAccount): Promise<MemberId | undefined> {
  const row = await db
    .insertInto('account')
    .values({
      email: account.email,
      emailCanonical: canonicalEmailAddress(account.email),
      emailVerifiedAt: null,
      firstName: account.firstName,
      lastName: account.lastName,
      mobile: account.mobile,
      passwordHash: account.passwordHash,
      role: account.role,
      disabledAt: null,
      deletedAt: null,
      guardianName: null,
      guardianEmail: null,
      createdAt: account.createdAt,
    })
    .onConflict((conflict) => conflict.column('emailCanonical').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row && (row.id as MemberId)
}

export async function hasAdministrator(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('account')
    .select('id')
    .where('role', '=', 'administrator')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Administrators whose account is not disabled. */
export async function listAdministrators(db: Db): Promise<Account[]> {
  const rows = await accounts(db)
    .where('account.role', '=', 'administrator')
    .where('account.disabledAt', 'is', null)
    .where('account.deletedAt', 'is', null)
    .orderBy('account.id')
    .execute()
  return rows.map(toAccount)
}

export async function savePasswordHash(db: Db, accountId: MemberId, passwordHash: string): Promise<void> {
  await db.updateTable('account').set({ passwordHash }).where('id', '=', accountId).execute()
}

/** @param at null to re-enable the account */
export async function saveDisabledAt(tx: Db, accountId: MemberId, at: Date | null): Promise<void> {
  await tx.updateTable('account').set({ disabledAt: at }).where('id', '=', accountId).execute()
}

export async function saveRole(tx: Db, accountId: MemberId, role: Role): Promise<void> {
  await tx.updateTable('account').set({ role }).where('id', '=', accountId).execute()
}

export async function hasLoggedIn(db: Db, accountId: MemberId): Promise<boolean> {
  const row = await db
    .selectFrom('account')
    .where('id', '=', accountId)
    .where('lastLoginAt', 'is not', null)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Opening the link proves access to the mailbox, so the address counts as confirmed. Throws if another account has it.
 */
export async function saveAddress(db: Db, accountId: MemberId, email: string, now: Date): Promise<void> {
  await db
    .updateTable('account')
    .set({ email, emailCanonical: canonicalEmailAddress(email), emailVerifiedAt: now })
    .where('id', '=', accountId)
    .execute()
}

/**
 * True if `saveAddress` failed because another account has the address, even if that account took it only a moment ago.
 */
export function isAddressTaken(error: unknown): boolean {
  return violatedConstraint(error)?.includes('email_canonical') ?? false
}

/** Opening a link proves that the member can read the mailbox. */
export async function confirmAddress(db: Db, accountId: MemberId, now: Date): Promise<void> {
  await db
    .updateTable('account')
    .set({ emailVerifiedAt: now })
    .where('id', '=', accountId)
    .where('emailVerifiedAt', 'is', null)
    .execute()
}
