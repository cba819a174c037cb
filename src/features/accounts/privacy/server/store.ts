import '../../server/tables.ts'
import { sql } from 'kysely'
import { deleteFirst } from '#platform/server/db/batches.ts'
import type { Db, Tables } from '#platform/server/db/tables.ts'
import type { DataSubject } from '#platform/server/personal-data.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { canonicalEmailAddress } from '#platform/shared/email-address.ts'
import { deleteImpersonations } from '../../impersonation/server/store.ts'

// All rows about one person, used to export their data and to erase their account.

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

/** Leaves out addresses of other members, such as a guardian, because emails to them are not this person's data. */
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

/** The member's rows, with the property names used in the export and without hashes or secrets. */
export async function getAccountFacts(db: Db, memberId: MemberId) {
  const account = db.selectFrom('account').where('id', '=', memberId)
  const sessions = db.selectFrom('session').where('accountId', '=', memberId).orderBy('createdAt')
  const devices = db.selectFrom('device').where('accountId', '=', memberId).orderBy('createdAt')
  const notificationChoices = db.selectFrom('notificationChoice').where('accountId', '=', memberId).orderBy('chosenAt')
  const emailConfirmations = db.selectFrom('emailVerification').where('accountId', '=', memberId).orderBy('expiresAt')
  const passwordResets = db.selectFrom('passwordReset').where('accountId', '=', memberId).orderBy('createdAt')
  const authenticator = db.selectFrom('authenticator').where('accountId', '=', memberId)
  const recoveryCodes = db.selectFrom('recoveryCode').where('accountId', '=', memberId)
  const factorRecovery = db.selectFrom('factorRecovery').where('accountId', '=', memberId)
  const passkeys = db.selectFrom('passkey').where('accountId', '=', memberId).orderBy('createdAt')
  const calendarFeed = db.selectFrom('calendarFeed').where('accountId', '=', memberId)
  return {
    account: await account
      .select(['firstName', 'lastName', 'email', 'emailVerifiedAt as emailConfirmedAt', 'mobile', 'timeZone'])
      .select(['guardianName', 'guardianEmail', 'role', 'createdAt as openedAt', 'lastLoginAt', 'disabledAt'])
      .select('id as memberNumber')
      .executeTakeFirstOrThrow(),
    sessions: await sessions
      .select(['userAgent as browserDetails', 'keepSignedIn as keptSignedIn', 'createdAt as startedAt'])
      .select(['confirmedAt as identityConfirmedAt', 'factorConfirmedAt as twoFactorConfirmedAt'])
      .select(['lastUsedAt', 'expiresAt', 'endedAt'])
      .execute(),
    devices: await devices
      .select(['userAgent as browserDetails', 'createdAt as firstUsedAt', 'lastUsedAt', 'trustedUntil'])
      .execute(),
    notificationChoices: await notificationChoices.select(['kind as about', 'channel', 'isOn', 'chosenAt']).execute(),
    emailConfirmations: await emailConfirmations.select(['email', 'changesAddress', 'expiresAt', 'usedAt']).execute(),
    passwordResets: await passwordResets.select(['createdAt as requestedAt', 'expiresAt', 'usedAt']).execute(),
    authenticator: await authenticator.select(['createdAt as setUpAt', 'confirmedAt']).execute(),
    recoveryCodes: await recoveryCodes.select('usedAt').execute(),
    factorRecovery: await factorRecovery.select('dueAt as removalDate').execute(),
    passkeys: await passkeys.select(['name', 'createdAt', 'lastUsedAt']).execute(),
    calendarFeed: await calendarFeed.select('createdAt').execute(),
  }
}

export async function findPictureRow(db: Db, memberId: MemberId) {
  return db
    .selectFrom('accountPicture')
    .where('accountId', '=', memberId)
    .select(['content', 'contentType', 'updatedAt'])
    .executeTakeFirst()
}

// In order of deletion, because a table refers only to later ones. Sessions come first, with the rows that refer to
// them, as in the nightly purge. Locking in the opposite order could deadlock with that purge.
const accountTables = [
  'session',
  'loginChallenge',
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
  for (const table of accountTables) await tx.deleteFrom(table).where('accountId', '=', memberId).execute()
  await deleteImpersonations(tx, memberId)
}

/** The columns that erasure keeps. The search words are computed from the erased names. */
type KeptColumn = 'id' | 'role' | 'createdAt' | 'searchWords'

/** Every other column. If a new column is neither erased nor listed as kept, the code does not compile. */
type ErasedColumns = Record<Exclude<keyof Tables['account'], KeptColumn>, unknown>

/** Removes all personal data and leaves only an id that invoices refer to. */
export async function anonymiseAccount(tx: Db, memberId: MemberId, passwordHash: string, now: Date): Promise<void> {
  await tx
    .updateTable('account')
    .set(
      (update) =>
        ({
          // No mailbox has this address. The space in the canonical form keeps it from matching any real address.
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

/** @returns the number of deleted sessions, at most `most`, that ended before the given time */
export async function deleteExpiredSessions(db: Db, before: Date, most: number): Promise<number> {
  const expired = db
    .selectFrom('session')
    .where((session) => session(session.fn.coalesce('endedAt', 'expiresAt'), '<', before))
    .orderBy((session) => session.fn.coalesce('endedAt', 'expiresAt'))
  return deleteFirst(db, 'session', expired, most)
}

/** @returns the number of deleted devices, at most `most`, that were last used before the given time */
export async function deleteUnusedDevices(db: Db, before: Date, most: number): Promise<number> {
  const unused = db.selectFrom('device').where('lastUsedAt', '<', before).orderBy('lastUsedAt')
  return deleteFirst(db, 'device', unused, most)
}

/** One-time links and unfinished logins. */
export const linkTables = ['emailVerification', 'passwordReset', 'loginChallenge'] as const

/** @returns the number of deleted rows, at most `most`, that were used or expired before the given time */
export async function deleteExpiredLinks(
  db: Db,
  table: (typeof linkTables)[number],
  before: Date,
  most: number,
): Promise<number> {
  const expired = db
    .selectFrom(table)
    .where((link) => link(link.fn('least', ['usedAt', 'expiresAt']), '<', before))
    .orderBy((link) => link.fn('least', ['usedAt', 'expiresAt']))
  return deleteFirst(db, table, expired, most)
}
