import type { MemberContext } from '#platform/server/context.ts'
import { recordAction } from '#platform/server/record-action.ts'
import { Refused } from '#platform/shared/refused.ts'
import { endTrust } from './device-store.ts'
import { lockMember } from './lock-member.ts'
import { logSecurityEvent } from './log-security-event.ts'
import { endLiveSessions } from './session-store.ts'

export async function endMemberDevice(
  context: MemberContext,
  { memberId, sessionId }: { memberId: string; sessionId: string },
  { reason }: { reason: string },
): Promise<null> {
  const now = context.now()
  await context.db.transaction().execute(async (tx) => {
    const { id, role } = await lockMember(tx, context.actor, memberId)
    const ended = await endLiveSessions(tx, id, { only: sessionId, now, role })
    if (ended === 0) throw new Refused('session-not-found')
    await endTrust(tx, id, { ofSession: sessionId })
    const after = { device: sessionId }
    await recordAction(tx, context, { action: 'member.logged-out', object: { kind: 'member', id }, reason, after })
  })
  logSecurityEvent(context, 'session-ended', { memberId })
  return null
}
