import { sendEmail } from '#features/company/server/public.ts'
import { recordAction } from '#platform/server/audit/record-action.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import { notifyStaffAccountChanged } from '../../server/notify-administrators.ts'
import { lockMember } from '../../server/require-account.ts'
import { revokeAllAccess } from '../../server/revoke-all-access.ts'
import { saveRole } from '../../server/store.ts'
import type { changeRole as endpoint } from '../contract.ts'
import { roleChangedEmail } from './emails.ts'

/**
 * Ends all the member's sessions, because a session keeps the duration and rules of the role it was opened with.
 * Administrators cannot change their own role, so there is always at least one.
 */
export async function changeRole(
  context: MemberContext,
  memberId: string,
  { role, from, reason }: BodyOf<typeof endpoint>,
): Promise<null> {
  const { actor } = context
  if (memberId === actor.memberId) throw new Refused('own-account')
  const now = context.now()
  return context.db.transaction().execute(async (tx) => {
    const member = await lockMember(tx, actor, memberId)
    if (member.role !== from || role === from) throw new Refused('edited-elsewhere')
    if (!member.emailVerified && role !== 'member') throw new Refused('email-unverified')
    await saveRole(tx, member.id, role)
    await revokeAllAccess(tx, member.id, { now })
    await recordAction(tx, context, {
      action: 'member.role-changed',
      object: { kind: 'member', id: member.id },
      reason,
      before: { role: from },
      after: { role },
    })
    if (role === 'administrator') await notifyStaffAccountChanged(tx, context, 'new-administrator', member)
    await sendEmail(tx, context, `role-changed:${member.id}:${now.toISOString()}`, ({ company, publicUrl }) =>
      roleChangedEmail(member, company, { role, publicUrl }),
    )
    return null
  })
}
