import './tables.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { findAccount } from './store.ts'

type NewView = {
  tokenHash: Buffer
  memberId: MemberId
  administratorId: MemberId
  /** The login by which the administrator looks. */
  sessionId: string
  startedAt: Date
  expiresAt: Date
}

export async function insertView(tx: Db, view: NewView): Promise<string> {
  const { id } = await tx
    .insertInto('member_view')
    .values({
      token_hash: view.tokenHash,
      member_id: view.memberId,
      administrator_id: view.administratorId,
      session_id: view.sessionId,
      started_at: view.startedAt,
      expires_at: view.expiresAt,
      ended_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * What somebody of the staff looks at by a token that is still good: of a member who is there, by a login that nobody
 * has ended, of somebody who is an administrator now.
 */
export async function findView(db: Db, tokenHash: Buffer, now: Date) {
  const row = await db
    .selectFrom('member_view')
    .innerJoin('session', 'session.id', 'member_view.session_id')
    .innerJoin('account as administrator', 'administrator.id', 'session.account_id')
    .innerJoin('account as member', 'member.id', 'member_view.member_id')
    .where('member_view.token_hash', '=', tokenHash)
    .where('member_view.ended_at', 'is', null)
    .where('member_view.expires_at', '>', now)
    .where('session.ended_at', 'is', null)
    .where('administrator.role', '=', 'administrator')
    .where('administrator.disabled_at', 'is', null)
    .where('member.role', '=', 'member')
    .where('member.deleted_at', 'is', null)
    .select(['member_view.id', 'member_view.member_id', 'member_view.expires_at', 'member_view.session_id'])
    .select(['session.keep_signed_in', 'session.last_used_at', 'session.expires_at as session_expires_at'])
    .executeTakeFirst()
  const member = row && (await findAccount(db, row.member_id as MemberId))
  return (
    member && {
      id: row.id,
      member,
      expiresAt: row.expires_at,
      login: {
        id: row.session_id,
        role: 'administrator' as const,
        keepSignedIn: row.keep_signed_in,
        lastUsedAt: row.last_used_at,
        expiresAt: row.session_expires_at,
      },
    }
  )
}

/** Whoever looks is there: their own login is in use. Not its access token, which a lost answer is judged by. */
export async function noteLoginUse(db: Db, sessionId: string, now: Date): Promise<void> {
  await db.updateTable('session').set({ last_used_at: now }).where('id', '=', sessionId).execute()
}

export async function endViewOf(db: Db, administratorId: MemberId, id: string, now: Date): Promise<void> {
  await db
    .updateTable('member_view')
    .set({ ended_at: now })
    .where('id', '=', id)
    .where('administrator_id', '=', administratorId)
    .where('ended_at', 'is', null)
    .execute()
}

/** Oldest first. */
export async function listViewsOf(db: Db, memberId: MemberId) {
  return db
    .selectFrom('member_view')
    .where('member_id', '=', memberId)
    .select(['started_at', 'expires_at', 'ended_at'])
    .orderBy('started_at')
    .execute()
}

/** Of the member's pages, and by the member's logins while they were staff. */
export async function deleteViews(tx: Db, memberId: MemberId): Promise<void> {
  await tx
    .deleteFrom('member_view')
    .where((where) => where.or([where('member_id', '=', memberId), where('administrator_id', '=', memberId)]))
    .execute()
}
