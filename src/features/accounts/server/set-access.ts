import { readCompany } from '#features/company/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { queueMail } from '#platform/server/mail/queue-mail.ts'
import { recordAction } from '#platform/server/record-action.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { setAccess as endpoint } from '../contract/member-account.ts'
import { closeEveryWayIn } from './close-every-way-in.ts'
import { accessEndedLetter, accessGivenLetter } from './emails/staff.ts'
import { lockMember } from './lock-member.ts'
import { requireFreshIdentity } from './require-fresh-identity.ts'
import { saveDisabled } from './store.ts'

/**
 * Disabled, nothing lets anybody into the account: no session, link or login under way, no address for calendars. What
 * was bought and booked stays as it is.
 */
export async function setAccess(
  context: MemberContext,
  memberId: string,
  { isAllowed, reason }: BodyOf<typeof endpoint>,
): Promise<null> {
  requireFreshIdentity(context)
  const { actor, publicUrl } = context
  if (memberId === actor.memberId) throw new Refused('own-account')
  const now = context.now()
  return context.db.transaction().execute(async (tx) => {
    const member = await lockMember(tx, actor, memberId)
    if (member.isDisabled !== isAllowed) throw new Refused('changed-meanwhile')
    await saveDisabled(tx, member.id, isAllowed ? null : now)
    if (!isAllowed) await closeEveryWayIn(tx, member.id, { now })
    await recordAction(tx, context, {
      action: isAllowed ? 'member.enabled' : 'member.disabled',
      object: { kind: 'member', id: member.id },
      reason,
      before: { isDisabled: isAllowed },
      after: { isDisabled: !isAllowed },
    })
    const company = await readCompany(tx)
    const letter = isAllowed ? accessGivenLetter(member, company, publicUrl) : accessEndedLetter(member, company)
    await queueMail(tx, context, `access:${member.id}:${now.toISOString()}`, letter)
    return null
  })
}
