import type { MemberContext } from '#platform/server/context.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import type { Session } from '../contract/session.ts'
import { kindOfDevice, nameDevice } from './name-device.ts'
import { type ListedSession, listLiveSessions } from './session-store.ts'

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
  const placeOf = ({ createdAt, id }: ListedSession) => ({ at: createdAt, id })
  return pageFrom(rows, limit, placeOf, (session) => showSession(session, actor.sessionId))
}

function showSession(session: ListedSession, thisSession: string): Session {
  return {
    id: session.id,
    device: nameDevice(session.userAgent),
    deviceKind: kindOfDevice(session.userAgent),
    signedInAt: session.createdAt.toISOString(),
    lastUsedAt: session.lastUsedAt.toISOString(),
    expiresAt: session.expiresAt.toISOString(),
    keepSignedIn: session.keepSignedIn,
    isThis: session.id === thisSession,
  }
}
