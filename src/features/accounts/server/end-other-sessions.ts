import type { MemberContext } from '#platform/server/context.ts'
import { endTrust } from './device-store.ts'
import { lockOwnAccount } from './lock-own-account.ts'
import { logSecurityEvent } from './log-security-event.ts'
import { requireFreshIdentity } from './require-fresh-identity.ts'
import { endLiveSessions } from './session-store.ts'

export async function endOtherSessions(context: MemberContext): Promise<{ ended: number }> {
  requireFreshIdentity(context)
  const { db, now, actor } = context
  const ended = await db.transaction().execute(async (tx) => {
    await lockOwnAccount(tx, actor)
    // Also where nobody is logged in at the moment: whoever found the device would be asked for a password alone.
    await endTrust(tx, actor.memberId, { exceptOfSession: actor.sessionId })
    return endLiveSessions(tx, actor.memberId, {
      except: actor.sessionId,
      now: now(),
      role: actor.role,
    })
  })
  logSecurityEvent(context, 'other-sessions-ended', { memberId: actor.memberId, ended })
  return { ended }
}
