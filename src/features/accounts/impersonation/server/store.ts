import '../../server/tables.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { findAccount } from '../../server/store.ts'

type NewImpersonation = {
  tokenHash: Buffer
  memberId: MemberId
  administratorId: MemberId
  /** The administrator's own session. */
  sessionId: string
  startedAt: Date
  expiresAt: Date
}

export async function insertImpersonation(tx: Db, impersonation: NewImpersonation): Promise<string> {
  const { id } = await tx
    .insertInto('impersonation')
    .values({ ...impersonation, endedAt: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Finds a valid impersonation with the administrator's session, which must be open. The member must exist, and the
 * administrator must still be one.
 */
export async function findImpersonationByToken(db: Db, tokenHash: Buffer, now: Date) {
  const row = await db
    .selectFrom('impersonation')
    .innerJoin('session', 'session.id', 'impersonation.sessionId')
    .innerJoin('account as administrator', 'administrator.id', 'session.accountId')
    .innerJoin('account as member', 'member.id', 'impersonation.memberId')
    .where('impersonation.tokenHash', '=', tokenHash)
    .where('impersonation.endedAt', 'is', null)
    .where('impersonation.expiresAt', '>', now)
    .where('session.endedAt', 'is', null)
    .where('administrator.role', '=', 'administrator')
    .where('administrator.disabledAt', 'is', null)
    .where('member.role', '=', 'member')
    .where('member.deletedAt', 'is', null)
    .select(['impersonation.id', 'impersonation.memberId', 'impersonation.expiresAt as accessExpiresAt'])
    .select(['session.id as sessionId', 'session.keepSignedIn', 'session.lastUsedAt', 'session.expiresAt'])
    .select('administrator.role')
    .executeTakeFirst()
  const member = row && (await findAccount(db, row.memberId as MemberId))
  return member && { ...row, member }
}

/**
 * Records that an impersonation uses the administrator's session. `access_first_used_at` is not set, because it shows
 * whether a refreshed token arrived.
 */
export async function recordLoginUse(db: Db, sessionId: string, now: Date): Promise<void> {
  await db.updateTable('session').set({ lastUsedAt: now }).where('id', '=', sessionId).execute()
}

export async function markImpersonationEnded(db: Db, administratorId: MemberId, id: string, now: Date): Promise<void> {
  await db
    .updateTable('impersonation')
    .set({ endedAt: now })
    .where('id', '=', id)
    .where('administratorId', '=', administratorId)
    .where('endedAt', 'is', null)
    .execute()
}

/** Oldest first. */
export async function listImpersonations(db: Db, memberId: MemberId) {
  return db
    .selectFrom('impersonation')
    .where('memberId', '=', memberId)
    .select(['startedAt', 'expiresAt', 'endedAt'])
    .orderBy('startedAt')
    .execute()
}

/** Deletes impersonations of the member, and any that the member started as an administrator. */
export async function deleteImpersonations(tx: Db, memberId: MemberId): Promise<void> {
  await tx
    .deleteFrom('impersonation')
    .where((where) => where.or([where('memberId', '=', memberId), where('administratorId', '=', memberId)]))
    .execute()
}
