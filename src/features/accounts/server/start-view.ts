import type { MemberContext } from '#platform/server/context.ts'
import { recordAction } from '#platform/server/record-action.ts'
import { Refused } from '#platform/shared/refused.ts'
import { VIEW_PREFIX } from '#platform/shared/view-token.ts'
import type { MemberView } from '../contract/view.ts'
import { viewEnd } from '../rules/view.ts'
import { lockOwnAccount } from './lock-own-account.ts'
import { hashToken, makeToken } from './make-token.ts'
import { requireFreshIdentity } from './require-fresh-identity.ts'
import { requireMember } from './require-member.ts'
import { userOf } from './user-of.ts'
import { insertView } from './view-store.ts'

/** The token goes to the tab that asks, and is another than that of the login: who looks stays logged in as they are. */
export async function startView(
  context: MemberContext,
  memberId: string,
  { reason }: { reason: string },
): Promise<MemberView> {
  requireFreshIdentity(context)
  const { db, actor } = context
  const startedAt = context.now()
  const expiresAt = viewEnd(startedAt)
  const token = `${VIEW_PREFIX}${makeToken().token}`
  return db.transaction().execute(async (tx) => {
    await lockOwnAccount(tx, actor)
    const member = await requireMember(tx, memberId)
    if (member.role !== 'member') throw new Refused('staff-account')
    const id = await insertView(tx, {
      tokenHash: hashToken(token),
      memberId: member.id,
      administratorId: actor.memberId,
      sessionId: actor.sessionId,
      startedAt,
      expiresAt,
    })
    const after = { view: id, until: expiresAt.toISOString() }
    await recordAction(tx, context, {
      action: 'member.viewed',
      object: { kind: 'member', id: member.id },
      reason,
      after,
    })
    return { id, token, user: userOf(member), expiresAt: expiresAt.toISOString() }
  })
}
