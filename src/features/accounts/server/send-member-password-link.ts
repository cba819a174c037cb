import { randomUUID } from 'node:crypto'
import type { MemberContext } from '#platform/server/context.ts'
import { recordAction } from '#platform/server/record-action.ts'
import { Refused } from '#platform/shared/refused.ts'
import { sendInvitation } from './invite-staff.ts'
import { lockMember } from './lock-member.ts'
import { sendPasswordLinkJob } from './request-password-reset.ts'
import { endPasswordLinks } from './reset-store.ts'
import { hasLoggedIn } from './store.ts'

/** The letter that they could ask for themselves; to staff who have never been here, the invitation once more. */
export async function sendMemberPasswordLink(
  context: MemberContext,
  memberId: string,
  { reason }: { reason: string },
): Promise<null> {
  const now = context.now()
  return context.db.transaction().execute(async (tx) => {
    const member = await lockMember(tx, context.actor, memberId)
    if (member.isDisabled) throw new Refused('account-disabled')
    const isInvited = member.role !== 'member' && !(await hasLoggedIn(tx, member.id))
    if (isInvited) {
      await endPasswordLinks(tx, member.id, { now })
      await sendInvitation(tx, context, member)
    } else {
      const asked = { requestId: randomUUID(), accountId: member.id, askedAt: now.toISOString(), from: null }
      await context.jobs.send(tx, sendPasswordLinkJob, asked)
    }
    const action = isInvited ? 'staff.invited' : 'member.password-link-sent'
    await recordAction(tx, context, { action, object: { kind: 'member', id: member.id }, reason })
    return null
  })
}
