import { recordAction } from '#platform/server/audit/record-action.ts'
import type { Context, MemberContext } from '#platform/server/context.ts'
import { IMPERSONATION_PREFIX } from '#platform/server/http/bearer-token.ts'
import { hashToken, makeToken } from '#platform/server/token.ts'
import type { Actor } from '#platform/shared/actor.ts'
import { addMilliseconds, MINUTE_MS } from '#platform/shared/durations.ts'
import { Refused } from '#platform/shared/refused.ts'
import { lockOwnAccount, requireMember } from '../../server/require-account.ts'
import { toUser } from '../../server/store.ts'
import { isSessionExpired, isUseWorthRecording } from '../../sessions/rules.ts'
import { IMPERSONATION_MINUTES, type Impersonation } from '../contract.ts'
import { findImpersonationByToken, insertImpersonation, markImpersonationEnded, recordLoginUse } from './store.ts'

/** Does nothing if the impersonation belongs to another administrator or has already ended. */
export async function stopImpersonation({ db, actor, now }: MemberContext, impersonationId: string): Promise<null> {
  await markImpersonationEnded(db, actor.memberId, impersonationId, now())
  return null
}

/** Ensures that an impersonation never passes a check for a recent login. */
const NEVER = new Date(0)

/** Finds the member whose pages are shown for an impersonation token. Changes are refused in request-guard.ts. */
export async function findImpersonatedMember(context: Context, token: string): Promise<Actor | undefined> {
  const impersonation = await findOpenImpersonation(context, token)
  if (!impersonation) return undefined
  const { id, member, sessionId, lastUsedAt } = impersonation
  const now = context.now()
  if (isUseWorthRecording(lastUsedAt, now)) await recordLoginUse(context.db, sessionId, now)
  return {
    memberId: member.id,
    sessionId: id,
    role: 'member',
    confirmedAt: NEVER,
    factorConfirmedAt: null,
    isImpersonated: true,
    user: toUser(member),
  }
}

/** Finds a valid impersonation, with the administrator's session. Does not count as use of that session. */
export async function findOpenImpersonation({ db, now }: Context, token: string) {
  const moment = now()
  const impersonation = await findImpersonationByToken(db, hashToken(token), moment)
  return impersonation && !isSessionExpired(impersonation, moment) ? impersonation : undefined
}

/** The tab gets a separate token, so the administrator's own login stays unchanged. */
export async function startImpersonation(
  context: MemberContext,
  memberId: string,
  { reason }: { reason: string },
): Promise<Impersonation> {
  const { db, actor } = context
  const startedAt = context.now()
  const expiresAt = addMilliseconds(startedAt, IMPERSONATION_MINUTES * MINUTE_MS)
  const token = `${IMPERSONATION_PREFIX}${makeToken().token}`
  return db.transaction().execute(async (tx) => {
    await lockOwnAccount(tx, actor)
    const member = await requireMember(tx, memberId)
    if (member.role !== 'member') throw new Refused('staff-account')
    const id = await insertImpersonation(tx, {
      tokenHash: hashToken(token),
      memberId: member.id,
      administratorId: actor.memberId,
      sessionId: actor.sessionId,
      startedAt,
      expiresAt,
    })
    await recordAction(tx, context, {
      action: 'member.impersonated',
      object: { kind: 'member', id: member.id },
      reason,
      after: { impersonation: id, until: expiresAt.toISOString() },
    })
    return { id, token, user: toUser(member), expiresAt: expiresAt.toISOString() }
  })
}
