import { recordAction } from '#platform/server/audit/record-action.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { Refused } from '#platform/shared/refused.ts'
import { queuePasswordLink } from '../../passwords/server/request-password-reset.ts'
import { revokePasswordLinks } from '../../passwords/server/store.ts'
import { lockMember } from '../../server/require-account.ts'
import { hasLoggedIn } from '../../server/store.ts'
import { sendInvitation } from './invite-staff.ts'

/** Sends the reset email that members can request themselves. Staff who never logged in get a new invitation. */
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
      await revokePasswordLinks(tx, member.id, { now })
      await sendInvitation(tx, context, member)
    } else {
      await queuePasswordLink(tx, context, member.id)
    }
    const action = isInvited ? 'staff.invited' : 'member.password-link-sent'
    await recordAction(tx, context, { action, object: { kind: 'member', id: member.id }, reason })
    return null
  })
}
