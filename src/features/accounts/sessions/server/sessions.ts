import type { MemberContext } from '#platform/server/context.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import { Refused } from '#platform/shared/refused.ts'
import { lockOwnAccount } from '../../server/require-account.ts'
import { logSecurityEvent } from '../../server/security-log.ts'
import type { Session } from '../contract.ts'
import { getDeviceKind, getDeviceName } from './device-name.ts'
import { revokeTrustedDevices } from './device-store.ts'
import { type ListedSession, listLiveSessions, revokeLiveSessions, revokeSessionById } from './store.ts'

export async function revokeOtherSessions(context: MemberContext): Promise<{ ended: number }> {
  const { db, now, actor } = context
  const ended = await db.transaction().execute(async (tx) => {
    await lockOwnAccount(tx, actor)
    // Includes devices without an open session, because they would otherwise still skip the second factor.
    await revokeTrustedDevices(tx, actor.memberId, { exceptOfSession: actor.sessionId })
    return revokeLiveSessions(tx, actor.memberId, { except: actor.sessionId, now: now(), role: actor.role })
  })
  logSecurityEvent(context, 'other-sessions-ended', { memberId: actor.memberId, ended })
  return { ended }
}

/** @returns whether it is the caller's own session, which may always be ended, just as by logging out */
export async function revokeSession(context: MemberContext, sessionId: string): Promise<{ isOwnSession: boolean }> {
  const { db, now, actor } = context
  const isOwnSession = sessionId === actor.sessionId
  await db.transaction().execute(async (tx) => {
    await lockOwnAccount(tx, actor)
    const ended = await revokeLiveSessions(tx, actor.memberId, { only: sessionId, now: now(), role: actor.role })
    if (ended === 0) throw new Refused('session-not-found')
    await revokeTrustedDevices(tx, actor.memberId, { ofSession: sessionId })
  })
  logSecurityEvent(context, 'session-ended', { memberId: actor.memberId })
  return { isOwnSession }
}

export async function listSessions(
  { db, now, actor }: MemberContext,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ items: Session[]; nextCursor: string | null }> {
  const rows = await listLiveSessions(db, actor.memberId, {
    now: now(),
    role: actor.role,
    limit: limit + 1,
    after: afterCursor(cursor),
  })
  const toPosition = ({ createdAt, id }: ListedSession) => ({ at: createdAt, id })
  return pageFrom(rows, limit, toPosition, (session) => showSession(session, actor.sessionId))
}

function showSession(session: ListedSession, thisSession: string): Session {
  return {
    id: session.id,
    device: getDeviceName(session.userAgent),
    deviceKind: getDeviceKind(session.userAgent),
    signedInAt: session.createdAt.toISOString(),
    lastUsedAt: session.lastUsedAt.toISOString(),
    expiresAt: session.expiresAt.toISOString(),
    keepSignedIn: session.keepSignedIn,
    isThis: session.id === thisSession,
  }
}

export async function logOut(context: MemberContext): Promise<void> {
  const { db, now, actor } = context
  await revokeSessionById(db, actor.sessionId, now())
  logSecurityEvent(context, 'logged-out', { memberId: actor.memberId })
}
