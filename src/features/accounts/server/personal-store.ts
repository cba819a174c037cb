import './tables.ts'
import { sql } from 'kysely'
import type { Db } from '#platform/server/db/tables.ts'
import type { DataSubject } from '#platform/server/personal-data.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { canonicalEmailAddress } from '#platform/shared/email-address.ts'
import { deleteViews } from './view-store.ts'

// All that stands here about one person, for the file they may ask for and for the day on which they leave.

export async function findDataSubject(db: Db, memberId: MemberId): Promise<DataSubject | undefined> {
  const account = await db
    .selectFrom('account')
    .where('id', '=', memberId)
    .select(['email', 'email_verified_at', 'guardian_email', 'created_at'])
    .executeTakeFirst()
  if (!account) return undefined
  const links = await db.selectFrom('email_verification').where('account_id', '=', memberId).select('email').execute()
  const others = [...links.map(({ email }) => email), account.guardian_email].filter((email) => email !== null)
  return {
    memberId,
    email: account.email,
    isEmailVerified: account.email_verified_at !== null,
    openedAt: account.created_at,
    addresses: [account.email, ...(await withoutOtherAccounts(db, memberId, others))],
  }
}

/** A guardian, or whoever has a former address now, may be a member too: their letters are their own. */
async function withoutOtherAccounts(db: Db, memberId: MemberId, emails: string[]): Promise<string[]> {
  if (emails.length === 0) return []
  const rows = await db
    .selectFrom('account')
    .where('email_canonical', 'in', emails.map(canonicalEmailAddress))
    .where('id', '!=', memberId)
    .select('email_canonical')
    .execute()
  const taken = new Set(rows.map((row) => row.email_canonical))
  return emails.filter((email) => !taken.has(canonicalEmailAddress(email)))
}

/** For who is known to have an account by their session. */
export async function getDataSubject(db: Db, memberId: MemberId): Promise<DataSubject> {
  const subject = await findDataSubject(db, memberId)
  if (!subject) throw new Error(`Account ${memberId} is missing`)
  return subject
}

export async function readAccountRow(db: Db, memberId: MemberId) {
  return db.selectFrom('account').where('id', '=', memberId).selectAll().executeTakeFirstOrThrow()
}

export async function listAllSessions(db: Db, memberId: MemberId) {
  return db
    .selectFrom('session')
    .where('account_id', '=', memberId)
    .select(['user_agent', 'keep_signed_in', 'created_at', 'last_used_at', 'expires_at', 'ended_at', 'confirmed_at'])
    .orderBy('created_at')
    .execute()
}

export async function listAllDevices(db: Db, memberId: MemberId) {
  return db
    .selectFrom('device')
    .where('account_id', '=', memberId)
    .select(['user_agent', 'created_at', 'last_used_at', 'trusted_until'])
    .orderBy('created_at')
    .execute()
}

export async function listAllChoices(db: Db, memberId: MemberId) {
  return db
    .selectFrom('notification_choice')
    .where('account_id', '=', memberId)
    .select(['kind', 'channel', 'is_on', 'chosen_at'])
    .orderBy('chosen_at')
    .execute()
}

export async function listAllVerifications(db: Db, memberId: MemberId) {
  return db
    .selectFrom('email_verification')
    .where('account_id', '=', memberId)
    .select(['email', 'changes_address', 'expires_at', 'used_at'])
    .orderBy('expires_at')
    .execute()
}

export async function listAllResets(db: Db, memberId: MemberId) {
  return db
    .selectFrom('password_reset')
    .where('account_id', '=', memberId)
    .select(['created_at', 'expires_at', 'used_at'])
    .orderBy('created_at')
    .execute()
}

/** Everything by which somebody can log in beside the password: what it is, never its secret. */
export async function readSecondFactors(db: Db, memberId: MemberId) {
  const authenticator = await db
    .selectFrom('authenticator')
    .where('account_id', '=', memberId)
    .select(['created_at', 'confirmed_at'])
    .executeTakeFirst()
  const recoveryCodes = await db
    .selectFrom('recovery_code')
    .where('account_id', '=', memberId)
    .select('used_at')
    .execute()
  const passkeys = await db
    .selectFrom('passkey')
    .where('account_id', '=', memberId)
    .select(['name', 'created_at', 'last_used_at'])
    .orderBy('created_at')
    .execute()
  return { authenticator, recoveryCodes, passkeys }
}

export async function findFeedRow(db: Db, memberId: MemberId) {
  return db.selectFrom('calendar_feed').where('account_id', '=', memberId).select('created_at').executeTakeFirst()
}

export async function findPictureRow(db: Db, memberId: MemberId) {
  return db
    .selectFrom('account_picture')
    .where('account_id', '=', memberId)
    .select(['content', 'content_type', 'updated_at'])
    .executeTakeFirst()
}

// Whoever comes later refers to those before.
const ownTables = [
  'login_challenge',
  'session',
  'device',
  'email_verification',
  'password_reset',
  'authenticator',
  'recovery_code',
  'passkey',
  'notification_choice',
  'account_picture',
  'calendar_feed',
] as const

export async function deleteBelongings(tx: Db, memberId: MemberId): Promise<void> {
  await deleteViews(tx, memberId)
  for (const table of ownTables) await tx.deleteFrom(table).where('account_id', '=', memberId).execute()
}

/** What is left of an account: a number that invoices refer to. */
export async function emptyAccount(tx: Db, memberId: MemberId, passwordHash: string, now: Date): Promise<void> {
  await tx
    .updateTable('account')
    .set((update) => ({
      // Nobody's mailbox; and with the space in it, the canonical form is one that no address has.
      email: `deleted-${memberId}@deleted.invalid`,
      email_canonical: `deleted ${memberId}`,
      email_verified_at: null,
      first_name: '',
      last_name: '',
      mobile: '',
      password_hash: passwordHash,
      time_zone: 'Europe/London',
      guardian_name: null,
      guardian_email: null,
      last_login_at: null,
      disabled_at: update.fn.coalesce('disabled_at', update.val(now)),
      deleted_at: update.fn.coalesce('deleted_at', update.val(now)),
    }))
    .where('id', '=', memberId)
    .execute()
}

/** @returns false where the erasure is listed already */
export async function insertErasure(tx: Db, memberId: MemberId, now: Date): Promise<boolean> {
  const row = await tx
    .insertInto('erasure')
    .values({ account_id: memberId, erased_at: now })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .returning('account_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Those that are listed already stay as they are. */
export async function insertErasures(db: Db, erasures: { accountId: string; erasedAt: Date }[]): Promise<void> {
  const ids = erasures.map(({ accountId }) => accountId)
  const times = erasures.map(({ erasedAt }) => erasedAt)
  await sql`insert into erasure (account_id, erased_at)
    select * from unnest(${ids}::uuid[], ${times}::timestamptz[])
    on conflict (account_id) do nothing`.execute(db)
}

/** Everybody who was ever erased. */
export async function listErasures(db: Db): Promise<{ accountId: string; erasedAt: Date }[]> {
  const rows = await db.selectFrom('erasure').selectAll().orderBy('erased_at').orderBy('account_id').execute()
  return rows.map((row) => ({ accountId: row.account_id, erasedAt: row.erased_at }))
}

/** Of those who were erased, the ones whose row is there. */
export async function listErasedAccounts(db: Db): Promise<MemberId[]> {
  const rows = await db
    .selectFrom('erasure')
    .innerJoin('account', 'account.id', 'erasure.account_id')
    .select('erasure.account_id')
    .orderBy('erasure.erased_at')
    .execute()
  return rows.map((row) => row.account_id as MemberId)
}
