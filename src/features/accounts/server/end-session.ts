import type { MemberContext } from '#platform/server/context.ts'
import { Refused } from '#platform/shared/refused.ts'
import { endTrust } from './device-store.ts'
import { lockOwnAccount } from './lock-own-account.ts'
import { logSecurityEvent } from './log-security-event.ts'
import { requireFreshIdentity } from './require-fresh-identity.ts'
import { endLiveSessions } from './session-store.ts'

/** @returns whether it is the one that asks: that one may always be ended, as by logging out */
export async function endSession(context: MemberContext, sessionId: string): Promise<{ isThis: boolean }> {
  const { db, now, actor } = context
  const isThis = sessionId === actor.sessionId
  if (!isThis) requireFreshIdentity(context)
  await db.transaction().execute(async (tx) => {
    await lockOwnAccount(tx, actor)
    const ended = await endLiveSessions(tx, actor.memberId, {
      only: sessionId,
      now: now(),
      role: actor.role,
    })
    if (ended === 0) throw new Refused('session-not-found')
    await endTrust(tx, actor.memberId, { ofSession: sessionId })
  })
  logSecurityEvent(context, 'session-ended', { memberId: actor.memberId })
  return { isThis }
}
