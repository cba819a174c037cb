import './tables.ts'
import { runPreparedText } from '#platform/server/db/prepared.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { canonicalEmailAddress } from '#platform/shared/email-address.ts'
import type { Factors } from '../rules/second-factor.ts'
import type { Tokens } from './session-store.ts'
import { type Account, type AccountRow, accountColumns, toAccount } from './store.ts'

// A storm of logins comes here: few statements, written out and planned once (docs/decisions/0012).

/** One question, so that an address nobody has costs what one costs that somebody has. */
const login = `
  select ${accountColumns},
    (select id from device where account_id = account.id and token_hash = $2) as device_id
  from account where account.email_canonical = $1`

/** Whose address it is, and that member's name for the browser, where it is one of theirs. */
export async function findLogin(
  db: Db,
  email: string,
  deviceHash: Buffer | undefined,
): Promise<{ account: Account | undefined; deviceId: string | undefined }> {
  type Row = AccountRow & { device_id: string | null }
  const [row] = await runPreparedText<Row>(db, login, [canonicalEmailAddress(email), deviceHash ?? null])
  return { account: row && toAccount(row), deviceId: row?.device_id ?? undefined }
}

const standing = `
  select
    exists (select from authenticator where account_id = $1 and confirmed_at is not null) as has_authenticator,
    (select count(*)::integer from passkey where account_id = $1) as passkeys,
    (select trusted_until from device where account_id = $1 and token_hash = $2) as trusted_until`

/**
 * To be asked once the account is locked, and not by the statement that locks it: that one would wait for whoever
 * adds a factor, and then not see it.
 */
export async function readStanding(
  db: Db,
  accountId: MemberId,
  deviceHash: Buffer | undefined,
): Promise<{ factors: Factors; trustedUntil: Date | null }> {
  type Row = { has_authenticator: boolean; passkeys: number; trusted_until: Date | null }
  const [row] = await runPreparedText<Row>(db, standing, [accountId, deviceHash ?? null])
  if (!row) throw new Error('A select without a table has one row')
  const factors = { hasAuthenticator: row.has_authenticator, passkeys: row.passkeys }
  return { factors, trustedUntil: row.trusted_until }
}

// What a statement changes it does not see itself: the account is read as it was before.
const savingLogin = `
  with saved as (
    insert into device (account_id, token_hash, user_agent, created_at, last_used_at) values ($1, $2, $3, $4, $4)
    on conflict (token_hash, account_id)
      do update set user_agent = excluded.user_agent, last_used_at = excluded.last_used_at
    returning id
  ), noted as (
    update account set last_login_at = $4 where id = $1
  ), ended as (
    update session set ended_at = $4
    where account_id = $1 and ended_at is null and device_id = (select id from saved)
  ), opened as (
    insert into session (account_id, device_id, access_token_hash, access_expires_at, refresh_family_hash,
      refresh_token_hash, keep_signed_in, user_agent, created_at, last_used_at, expires_at, confirmed_at)
    select $1, saved.id, $5, $6, $7, $8, $9, $3, $4, $4, $10, $4 from saved
  )
  select saved.id as device_id, account.last_login_at is null as is_first_login
  from saved cross join account where account.id = $1`

type NewLogin = Tokens & {
  accountId: MemberId
  deviceTokenHash: Buffer
  refreshFamilyHash: Buffer
  keepSignedIn: boolean
  userAgent: string
  now: Date
  expiresAt: Date
}

/**
 * Keeps the browser, as the row that it is where it is known, and opens a session: whoever has just logged in has just
 * proved who they are. The session before is over: its cookie is replaced, and nobody but a thief could go on with it.
 * To be called with the account locked.
 */
export async function saveLogin(db: Db, login: NewLogin): Promise<{ deviceId: string; isFirstLogin: boolean }> {
  type Row = { device_id: string; is_first_login: boolean }
  const [row] = await runPreparedText<Row>(db, savingLogin, [
    login.accountId,
    login.deviceTokenHash,
    login.userAgent,
    login.now,
    login.accessTokenHash,
    login.accessExpiresAt,
    login.refreshFamilyHash,
    login.refreshTokenHash,
    login.keepSignedIn,
    login.expiresAt,
  ])
  if (!row) throw new Error(`Account ${login.accountId} is missing`)
  return { deviceId: row.device_id, isFirstLogin: row.is_first_login }
}
