import { readCompany } from '#features/company/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { queueMail } from '#platform/server/mail/queue-mail.ts'
import { recordAction } from '#platform/server/record-action.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { changeRole as endpoint } from '../contract/staff.ts'
import { closeEveryWayIn } from './close-every-way-in.ts'
import { roleChangedLetter } from './emails/staff.ts'
import { lockMember } from './lock-member.ts'
import { requireFreshIdentity } from './require-fresh-identity.ts'
import { saveRole } from './store.ts'

/**
 * Whoever gets another role logs in anew: a session has the length and the rules of the role it was opened with. Nobody
 * changes their own, so an administrator is always left.
 */
export async function changeRole(
  context: MemberContext,
  memberId: string,
  { role, from, reason }: BodyOf<typeof endpoint>,
): Promise<null> {
  requireFreshIdentity(context)
  const { actor, publicUrl } = context
  if (memberId === actor.memberId) throw new Refused('own-account')
  const now = context.now()
  return context.db.transaction().execute(async (tx) => {
    const member = await lockMember(tx, actor, memberId)
    if (member.role !== from || role === from) throw new Refused('changed-meanwhile')
    if (!member.emailVerified && role !== 'member') throw new Refused('address-unconfirmed')
    await saveRole(tx, member.id, role)
    await closeEveryWayIn(tx, member.id, { now })
    await recordAction(tx, context, {
      action: 'member.role-changed',
      object: { kind: 'member', id: member.id },
      reason,
      before: { role: from },
      after: { role },
    })
    const letter = roleChangedLetter(member, await readCompany(tx), { role, publicUrl })
    await queueMail(tx, context, `role:${member.id}:${now.toISOString()}`, letter)
    return null
  })
}
