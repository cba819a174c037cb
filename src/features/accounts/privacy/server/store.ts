import '../../server/tables.ts'
import { sql } from 'kysely'
import type { Db, Tables } from '#platform/server/db/tables.ts'
import type { DataSubject } from '#platform/server/personal-data.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { canonicalEmailAddress } from '#platform/shared/email-address.ts'
import { deleteImpersonations } from '../../impersonation/server/store.ts'

// All rows about one person, for their data export and for the erasure of their account.

export async function findDataSubject(db: Db, memberId: MemberId): Promise<DataSubject | undefined> {
  const account = await db
    .selectFrom('account')
    .where('id', '=', memberId)
    .select(['email', 'emailVerifiedAt', 'guardianEmail', 'createdAt'])
    .executeTakeFirst()
  if (!account) return undefined
  const links = await db.selectFrom('emailVerification').where('accountId', '=', memberId).select('email').execute()
  const otherEmails = [...links.map(({ email }) => email), account.guardianEmail].filter((email) => email !== null)
  return {
    memberId,
    email: account.email,
    isEmailVerified: account.emailVerifiedAt !== null,
    openedAt: account.createdAt,
    addresses: [account.email, ...(await withoutOtherAccounts(db, memberId, otherEmails))],
  }
}

/** A guardian or the new owner of a former address may be a member too, whose emails are not this person's. */
async function withoutOtherAccounts(db: Db, memberId: MemberId, emails: string[]): Promise<string[]> {
  if (emails.length === 0) return []
  const rows = await db
    .selectFrom('account')
    .where('emailCanonical', 'in', emails.map(canonicalEmailAddress))
    .where('id', '!=', memberId)
    .select('emailCanonical')
    .execute()
  const ownedByOthers = new Set(rows.map((row) => row.emailCanonical))
  return emails.filter((email) => !ownedByOthers.has(canonicalEmailAddress(email)))
}

/** For a member who is known to exist, because they have a session. */
export async function getDataSubject(db: Db, memberId: MemberId): Promise<DataSubject> {
  const subject = await findDataSubject(db, memberId)
  if (!subject) throw new Error(`Account ${memberId} is missing`)
  return subject
}

export async function getAccountRow(db: Db, memberId: MemberId) {
  return db.selectFrom('account').where('id', '=', memberId).selectAll().executeTakeFirstOrThrow()
}

export async function listAllSessions(db: Db, memberId: MemberId) {
  return db
    .selectFrom('session')
    .where('accountId', '=', memberId)
    .select([
      'userAgent',
      'keepSignedIn',
      'createdAt',
      'lastUsedAt',
      'expiresAt',
      'endedAt',
      'confirmedAt',
      'factorConfirmedAt',
    ])
    .orderBy('createdAt')
    .execute()
}

export async function listAllDevices(db: Db, memberId: MemberId) {
  return db
    .selectFrom('device')
    .where('accountId', '=', memberId)
    .select(['userAgent', 'createdAt', 'lastUsedAt', 'trustedUntil'])
    .orderBy('createdAt')
    .execute()
}

export async function listAllNotificationPreferences(db: Db, memberId: MemberId) {
  return db
    .selectFrom('notificationChoice')
    .where('accountId', '=', memberId)
    .select(['kind', 'channel', 'isOn', 'chosenAt'])
    .orderBy('chosenAt')
    .execute()
}

export async function listAllVerifications(db: Db, memberId: MemberId) {
  return db
    .selectFrom('emailVerification')
    .where('accountId', '=', memberId)
    .select(['email', 'changesAddress', 'expiresAt', 'usedAt'])
    .orderBy('expiresAt')
    .execute()
}

export async function listAllPasswordResets(db: Db, memberId: MemberId) {
  return db
    .selectFrom('passwordReset')
    .where('accountId', '=', memberId)
    .select(['createdAt', 'expiresAt', 'usedAt'])
    .orderBy('createdAt')
    .execute()
}

/** Lists the other ways to log in apart from the password, without their secrets. */
export async function getSecondFactors(db: Db, memberId: MemberId) {
  const authenticator = await db
    .selectFrom('authenticator')
    .where('accountId', '=', memberId)
    .select(['createdAt', 'confirmedAt'])
    .executeTakeFirst()
  const recoveryCodes = await db.selectFrom('recoveryCode').where('accountId', '=', memberId).select('usedAt').execute()
  const passkeys = await db
    .selectFrom('passkey')
    .where('accountId', '=', memberId)
    .select(['name', 'createdAt', 'lastUsedAt'])
    .orderBy('createdAt')
    .execute()
  return { authenticator, recoveryCodes, passkeys }
}

export async function findPictureRow(db: Db, memberId: MemberId) {
  return db
    .selectFrom('accountPicture')
    .where('accountId', '=', memberId)
    .select(['content', 'contentType', 'updatedAt'])
    .executeTakeFirst()
}

// In order of deletion, because a table refers only to later ones.
const accountTables = [
  'loginChallenge',
  'session',
  'device',
  'emailVerification',
  'passwordReset',
  'authenticator',
  'recoveryCode',
  'factorRecovery',
  'passkey',
  'notificationChoice',
  'accountPicture',
  'calendarFeed',
] as const

export async function deleteAccountData(tx: Db, memberId: MemberId): Promise<void> {
  await deleteImpersonations(tx, memberId)
  for (const table of accountTables) await tx.deleteFrom(table).where('accountId', '=', memberId).execute()
}

/** What an erased account keeps. The search words are computed from the erased names. */
type KeptColumn = 'id' | 'role' | 'createdAt' | 'searchWords'

/** Every other column: the compiler refuses a new one until it is erased or listed as kept. */
type ErasedColumns = Record<Exclude<keyof Tables['account'], KeptColumn>, unknown>

/** Removes all personal data and leaves an id that invoices refer to. */
export async function anonymiseAccount(tx: Db, memberId: MemberId, passwordHash: string, now: Date): Promise<void> {
  await tx
    .updateTable('account')
    .set(
      (update) =>
        ({
          // No mailbox has this address, and the space makes the canonical form one that no address can have.
          email: `deleted-${memberId}@deleted.invalid`,
          emailCanonical: `deleted ${memberId}`,
          emailVerifiedAt: null,
          firstName: '',
          lastName: '',
          mobile: '',
          passwordHash,
          timeZone: 'Europe/London',
          guardianName: null,
          guardianEmail: null,
          lastLoginAt: null,
          disabledAt: update.fn.coalesce('disabledAt', update.val(now)),
          deletedAt: update.fn.coalesce('deletedAt', update.val(now)),
        }) satisfies ErasedColumns,
    )
    .where('id', '=', memberId)
    .execute()
}

/** @returns false if the erasure is already recorded */
export async function insertErasure(tx: Db, memberId: MemberId, now: Date): Promise<boolean> {
  const row = await tx
    .insertInto('erasure')
    .values({ accountId: memberId, erasedAt: now })
    .onConflict((conflict) => conflict.column('accountId').doNothing())
    .returning('accountId')
    .executeTakeFirst()
  return row !== undefined
}

/** Erasures that are already recorded stay unchanged. */
export async function insertErasures(db: Db, erasures: { accountId: string; erasedAt: Date }[]): Promise<void> {
  const ids = erasures.map(({ accountId }) => accountId)
  const times = erasures.map(({ erasedAt }) => erasedAt)
  await sql`insert into erasure (account_id, erased_at)
    select * from unnest(${ids}::uuid[], ${times}::timestamptz[])
    on conflict (account_id) do nothing`.execute(db)
}

export async function listErasures(db: Db): Promise<{ accountId: string; erasedAt: Date }[]> {
  return db.selectFrom('erasure').select(['accountId', 'erasedAt']).orderBy('erasedAt').orderBy('accountId').execute()
}

/** Erased accounts that have a row in this database. */
export async function listErasedAccounts(db: Db): Promise<MemberId[]> {
  const rows = await db
    .selectFrom('erasure')
    .innerJoin('account', 'account.id', 'erasure.accountId')
    .select('erasure.accountId')
    .orderBy('erasure.erasedAt')
    .execute()
  return rows.map((row) => row.accountId as MemberId)
}
