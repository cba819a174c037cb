import type { MemberContext } from '#platform/server/context.ts'
import { logSecurityEvent } from './log-security-event.ts'
import { endSession } from './session-store.ts'

export async function logOut(context: MemberContext): Promise<void> {
  const { db, now, actor } = context
  await endSession(db, actor.sessionId, now())
  logSecurityEvent(context, 'logged-out', { memberId: actor.memberId })
}
