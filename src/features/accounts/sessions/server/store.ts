import '../../server/tables.ts'
import { runPreparedText } from '#platform/server/db/prepared-statements.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { takePage } from '#platform/server/db/take-page.ts'
import type { Page } from '#platform/server/paging.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { Role } from '../../contract.ts'
import { type Account, type AccountRow, accountColumns, toAccount } from '../../server/store.ts'
import { idleCutoff } from '../rules.ts'

export type Tokens = { accessTokenHash: Buffer; accessExpiresAt: Date; refreshTokenHash: Buffer }

type LiveSession = {
  sessionId: string
  role: Role
  keepSignedIn: boolean
  lastUsedAt: Date
  expiresAt: Date
  accessExpiresAt: Date
  accessFirstUsedAt: Date | null
  confirmedAt: Date
  factorConfirmedAt: Date | null
  account: Account
}

/** Every authenticated request begins with this query, so it is written as text rather than built each time. */
const sessionByAccessTokenQuery = `
  select session.id as session_id, session.keep_signed_in, session.last_used_at, session.expires_at,
    session.access_expires_at, session.access_first_used_at, session.confirmed_at, session.factor_confirmed_at,
    ${accountColumns}
  from session join account on account.id = session.account_id
  where session.access_token_hash = $1 and session.access_expires_at > $2
    and session.ended_at is null and account.disabled_at is null`

type SessionRow = AccountRow & Omit<LiveSession, 'account'>

/** Finds the session of a valid access token, unless its account is disabled. */
export async function findSessionByAccessToken(db: Db, tokenHash: Buffer, now: Date): Promise<LiveSession | undefined> {
  const [row] = await runPreparedText<SessionRow>(db, sessionByAccessTokenQuery, [tokenHash, now])
  return row && { ...row, account: toAccount(row) }
}

export async function recordSessionUse(db: Db, sessionId: string, now: Date): Promise<void> {
  await db
    .updateTable('session')
    .set((update) => ({
      lastUsedAt: now,
      accessFirstUsedAt: update.fn.coalesce('accessFirstUsedAt', update.val(now)),
    }))
    .where('id', '=', sessionId)
    .execute()
}

/** The idle limit depends on the role. */
type LiveCriteria = { now: Date; role: Role }

/** A page of the member's open sessions, latest login first. */
export async function listLiveSessions(db: Db, accountId: MemberId, { limit, after, ...live }: LiveCriteria & Page) {
  const columns = ['id', 'userAgent', 'keepSignedIn', 'createdAt', 'lastUsedAt', 'expiresAt'] as const
  const query = liveSessions(db, accountId, live).select(columns)
  return takePage(query, ['createdAt', 'id'], 'desc', { limit, after }).execute()
}

export type ListedSession = Awaited<ReturnType<typeof listLiveSessions>>[number]

/**
 * Ends the given session of a member, or all of the member's sessions except that one.
 * @returns how many were open
 */
export async function revokeLiveSessions(
  db: Db,
  accountId: MemberId,
  { only, except, ...live }: LiveCriteria & ({ only: string; except?: never } | { only?: never; except: string }),
): Promise<number> {
  const sessions = liveSessions(db, accountId, live)
  const ids = only === undefined ? sessions.where('id', '!=', except) : sessions.where('id', '=', only)
  const ended = await db
    .updateTable('session')
    .set({ endedAt: live.now })
    .where('id', 'in', ids.select('id'))
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  return Number(ended.numUpdatedRows)
}

function liveSessions(db: Db, accountId: MemberId, { now, role }: LiveCriteria) {
  return db
    .selectFrom('session')
    .where('accountId', '=', accountId)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now)
    .where((where) =>
      where.or(
        [true, false].map((keepSignedIn) =>
          where.and([
            where('keepSignedIn', '=', keepSignedIn),
            where('lastUsedAt', '>', idleCutoff({ role, keepSignedIn }, now)),
          ]),
        ),
      ),
    )
}

/** True unless the session has been ended, even if it has expired. */
export async function isSessionOpen(db: Db, sessionId: string): Promise<boolean> {
  const row = await db
    .selectFrom('session')
    .where('id', '=', sessionId)
    .where('endedAt', 'is', null)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function revokeSessionById(db: Db, sessionId: string, now: Date): Promise<void> {
  await db
    .updateTable('session')
    .set({ endedAt: now })
    .where('id', '=', sessionId)
    .where('endedAt', 'is', null)
    .execute()
}

/** Ends all sessions of an account, except the given one. */
export async function revokeSessions(
  db: Db,
  accountId: MemberId,
  { now, except }: { now: Date; except: string | undefined },
): Promise<void> {
  const sessions = db
    .updateTable('session')
    .set({ endedAt: now })
    .where('accountId', '=', accountId)
    .where('endedAt', 'is', null)
  await (except ? sessions.where('id', '!=', except) : sessions).execute()
}

/** Records the new proof of identity. The session continues with a new access token. */
export async function markReauthenticated(
  db: Db,
  sessionId: string,
  {
    byFactor,
    accessTokenHash,
    accessExpiresAt,
    now,
  }: { byFactor: boolean; accessTokenHash: Buffer; accessExpiresAt: Date; now: Date },
): Promise<void> {
  await db
    .updateTable('session')
    .set({
      confirmedAt: now,
      ...(byFactor && { factorConfirmedAt: now }),
      accessTokenHash,
      accessExpiresAt,
      // The caller received the response to the last refresh, so the previous refresh token must not work again.
      accessFirstUsedAt: now,
    })
    .where('id', '=', sessionId)
    .execute()
}

/** A user who has just set up a second factor has proved that they have it. */
export async function recordFactorProof(db: Db, sessionId: string, now: Date): Promise<void> {
  await db.updateTable('session').set({ factorConfirmedAt: now }).where('id', '=', sessionId).execute()
}

/** Locks a session until the transaction ends, so that concurrent refreshes run one after another. */
export async function lockSessionByFamily(db: Db, familyHash: Buffer) {
  return db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.accountId')
    .where('session.refreshFamilyHash', '=', familyHash)
    .where('account.disabledAt', 'is', null)
    .selectAll('session')
    .select('account.role')
    .forUpdate('session')
    .executeTakeFirst()
}

/** Replaces the session's tokens. The new access token has not been used yet. */
export async function updateSessionTokens(
  db: Db,
  sessionId: string,
  tokens: Tokens & {
    previousRefreshTokenHash: Buffer | null
    previousRefreshValidUntil: Date | null
    lastUsedAt: Date
  },
): Promise<void> {
  await db
    .updateTable('session')
    .set({ ...tokens, accessFirstUsedAt: null })
    .where('id', '=', sessionId)
    .execute()
}
