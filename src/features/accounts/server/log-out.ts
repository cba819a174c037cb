import type { MemberContext } from '#platform/server/context.ts'
import { logSecurityEvent } from './log-security-event.ts'
import { endSessionById } from './session-store.ts'

export async function logOut(context: MemberContext): Promise<void> {
  const { db, now, actor } = context
  await endSessionById(db, actor.sessionId, now())
  logSecurityEvent(context, 'logged-out', { memberId: actor.memberId })
}
