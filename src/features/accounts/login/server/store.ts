import '../../server/tables.ts'
import { runPreparedText } from '#platform/server/db/prepared-statements.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { canonicalEmailAddress } from '#platform/shared/email-address.ts'
import { type Account, type AccountRow, accountColumns, toAccount } from '../../server/store.ts'
import type { Tokens } from '../../sessions/server/store.ts'

// Logins come in bursts, so there are only a few queries, written as text and planned once (docs/decisions/0012).

/** One query in either case, so that an unknown address takes as long as a known one. */
const loginQuery = `
  select ${accountColumns},
    (select id from device where account_id = account.id and token_hash = $2) as device_id
  from account where account.email_canonical = $1`

/** Finds the account with this email address, and the browser if that account has used it before. */
export async function findLogin(
  db: Db,
  email: string,
  deviceHash: Buffer | undefined,
): Promise<{ account: Account | undefined; deviceId: string | undefined }> {
  type Row = AccountRow & { deviceId: string | null }
  const [row] = await runPreparedText<Row>(db, loginQuery, [canonicalEmailAddress(email), deviceHash ?? null])
  return { account: row && toAccount(row), deviceId: row?.deviceId ?? undefined }
}

// A statement does not see its own changes, so `account` is read as it was before this login.
const saveLoginQuery = `
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
      refresh_token_hash, keep_signed_in, user_agent, created_at, last_used_at, expires_at, confirmed_at,
      factor_confirmed_at)
    select $1, saved.id, $5, $6, $7, $8, $9, $3, $4, $4, $10, $4, $11 from saved
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
  /** Set if the login included a second factor. */
  factorConfirmedAt: Date | null
}

/**
 * Stores the browser, or updates its row if it is known, and opens a session with a fresh proof of identity. Ends the
 * browser's previous session, because its cookie is replaced and only a thief could still use it. Call with the account
 * locked.
 */
export async function saveLogin(db: Db, login: NewLogin): Promise<{ deviceId: string; isFirstLogin: boolean }> {
  type Row = { deviceId: string; isFirstLogin: boolean }
  const [row] = await runPreparedText<Row>(db, saveLoginQuery, [
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
    login.factorConfirmedAt,
  ])
  if (!row) throw new Error(`Account ${login.accountId} is missing`)
  return { deviceId: row.deviceId, isFirstLogin: row.isFirstLogin }
}
