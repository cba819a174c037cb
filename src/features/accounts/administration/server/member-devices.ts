import { recordAction } from '#platform/server/audit/record-action.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { QueryOf, ResponseOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import { actForMember, lockMember } from '../../server/require-account.ts'
import { logSecurityEvent } from '../../server/security-log.ts'
import { revokeTrustedDevices } from '../../sessions/server/device-store.ts'
import { listSessions } from '../../sessions/server/sessions.ts'
import { revokeLiveSessions } from '../../sessions/server/store.ts'
import type { listMemberDevices as endpoint } from '../contract.ts'

export async function revokeMemberDevice(
  context: MemberContext,
  { memberId, sessionId }: { memberId: string; sessionId: string },
  { reason }: { reason: string },
): Promise<null> {
  const now = context.now()
  await context.db.transaction().execute(async (tx) => {
    const { id, role } = await lockMember(tx, context.actor, memberId)
    const ended = await revokeLiveSessions(tx, id, { only: sessionId, now, role })
    if (ended === 0) throw new Refused('session-not-found')
    await revokeTrustedDevices(tx, id, { ofSession: sessionId })
    const after = { device: sessionId }
    await recordAction(tx, context, { action: 'member.logged-out', object: { kind: 'member', id }, reason, after })
  })
  logSecurityEvent(context, 'session-ended', { memberId })
  return null
}

export async function listMemberDevices(
  context: MemberContext,
  memberId: string,
  page: QueryOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  return listSessions(await actForMember(context, memberId), page)
}
