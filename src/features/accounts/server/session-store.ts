import './tables.ts'
import { runPreparedText } from '#platform/server/db/prepared.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { Place } from '#platform/server/paging.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { Role } from '../contract.ts'
import { unusedSince } from '../rules.ts'
import { type Account, type AccountRow, accountColumns, toAccount } from './store.ts'

export type Tokens = { accessTokenHash: Buffer; accessExpiresAt: Date; refreshTokenHash: Buffer }

export type LiveSession = {
  id: string
  memberId: MemberId
  role: Role
  keepSignedIn: boolean
  lastUsedAt: Date
  expiresAt: Date
  accessExpiresAt: Date
  accessFirstUsedAt: Date | null
  confirmedAt: Date
  account: Account
}

/** Everything that is asked while logged in begins with this one: it is written out, so that nothing builds it anew. */
const sessionByAccessToken = `
  select session.id as session_id, session.keep_signed_in, session.last_used_at, session.expires_at,
    session.access_expires_at, session.access_first_used_at, session.confirmed_at, ${accountColumns}
  from session join account on account.id = session.account_id
  where session.access_token_hash = $1 and session.access_expires_at > $2
    and session.ended_at is null and account.disabled_at is null`

type SessionRow = AccountRow & {
  session_id: string
  keep_signed_in: boolean
  last_used_at: Date
  expires_at: Date
  access_expires_at: Date
  access_first_used_at: Date | null
  confirmed_at: Date
}

/** The session of an access token that is still good, of an account that may still use it. */
export async function findSessionByAccessToken(db: Db, tokenHash: Buffer, now: Date): Promise<LiveSession | undefined> {
  const [row] = await runPreparedText<SessionRow>(db, sessionByAccessToken, [tokenHash, now])
  return (
    row && {
      id: row.session_id,
      memberId: row.id as MemberId,
      role: row.role,
      keepSignedIn: row.keep_signed_in,
      lastUsedAt: row.last_used_at,
      expiresAt: row.expires_at,
      accessExpiresAt: row.access_expires_at,
      accessFirstUsedAt: row.access_first_used_at,
      confirmedAt: row.confirmed_at,
      account: toAccount(row),
    }
  )
}

export async function noteSessionUse(db: Db, sessionId: string, now: Date): Promise<void> {
  await db
    .updateTable('session')
    .set((update) => ({
      last_used_at: now,
      access_first_used_at: update.fn.coalesce('access_first_used_at', update.val(now)),
    }))
    .where('id', '=', sessionId)
    .execute()
}

export type ListedSession = {
  id: string
  userAgent: string
  keepSignedIn: boolean
  createdAt: Date
  lastUsedAt: Date
  expiresAt: Date
}

/** How long a session may be unused depends on whose it is. */
type Live = { now: Date; role: Role }

/** A member's sessions that go on, the latest login first, from just after a place in that order. */
export async function listLiveSessions(
  db: Db,
  accountId: MemberId,
  { limit, after, ...live }: Live & { limit: number; after: Place | undefined },
): Promise<ListedSession[]> {
  let query = liveSessions(db, accountId, live).select([
    'id',
    'user_agent',
    'keep_signed_in',
    'created_at',
    'last_used_at',
    'expires_at',
  ])
  if (after) {
    query = query.where((where) => where(where.refTuple('created_at', 'id'), '<', where.tuple(after.at, after.id)))
  }
  const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
  return rows.map((row) => ({
    id: row.id,
    userAgent: row.user_agent,
    keepSignedIn: row.keep_signed_in,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
  }))
}

/** Ends the one of a member's sessions that is named, or all but that one. @returns how many went on until now */
export async function endLiveSessions(
  db: Db,
  accountId: MemberId,
  { only, except, ...live }: Live & ({ only: string; except?: never } | { only?: never; except: string }),
): Promise<number> {
  const wanted = liveSessions(db, accountId, live)
  const ids = only === undefined ? wanted.where('id', '!=', except) : wanted.where('id', '=', only)
  const ended = await db
    .updateTable('session')
    .set({ ended_at: live.now })
    .where('id', 'in', ids.select('id'))
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return Number(ended.numUpdatedRows)
}

function liveSessions(db: Db, accountId: MemberId, { now, role }: Live) {
  return db
    .selectFrom('session')
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where((where) =>
      where.or(
        [true, false].map((keepSignedIn) =>
          where.and([
            where('keep_signed_in', '=', keepSignedIn),
            where('last_used_at', '>', unusedSince({ role, keepSignedIn }, now)),
          ]),
        ),
      ),
    )
}

/** Whether nobody has ended it yet; it may have ended by itself. */
export async function isSessionOpen(db: Db, sessionId: string): Promise<boolean> {
  const row = await db
    .selectFrom('session')
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function endSessionById(db: Db, sessionId: string, now: Date): Promise<void> {
  await db
    .updateTable('session')
    .set({ ended_at: now })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute()
}

/** Ends all of an account's sessions, but one where it is named. */
export async function endSessions(
  db: Db,
  accountId: MemberId,
  { now, except }: { now: Date; except: string | undefined },
): Promise<void> {
  const sessions = db
    .updateTable('session')
    .set({ ended_at: now })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
  await (except ? sessions.where('id', '!=', except) : sessions).execute()
}

/** The member has proved again who they are: the session goes on with another access token. */
export async function confirmSession(
  db: Db,
  sessionId: string,
  { accessTokenHash, accessExpiresAt, now }: { accessTokenHash: Buffer; accessExpiresAt: Date; now: Date },
): Promise<void> {
  await db
    .updateTable('session')
    .set({
      confirmed_at: now,
      access_token_hash: accessTokenHash,
      access_expires_at: accessExpiresAt,
      // Whoever confirms has the answer to the renewal before: the token from before that is not asked for again.
      access_first_used_at: now,
    })
    .where('id', '=', sessionId)
    .execute()
}
