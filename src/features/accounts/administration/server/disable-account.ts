import { sendEmail } from '#features/company/server/public.ts'
import { recordAction } from '#platform/server/audit/record-action.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import { lockMember } from '../../server/require-account.ts'
import { revokeAllAccess } from '../../server/revoke-all-access.ts'
import { saveDisabledAt } from '../../server/store.ts'
import type { updateAccountAccess as endpoint } from '../contract.ts'
import { accountDisabledEmail, accountEnabledEmail } from './emails.ts'

/**
 * Revokes every way into the account: sessions, links, pending logins and the calendar feed. Purchases and bookings
 * stay unchanged.
 */
export async function updateAccountAccess(
  context: MemberContext,
  memberId: string,
  { isAllowed, reason }: BodyOf<typeof endpoint>,
): Promise<null> {
  const { actor } = context
  if (memberId === actor.memberId) throw new Refused('own-account')
  const now = context.now()
  return context.db.transaction().execute(async (tx) => {
    const member = await lockMember(tx, actor, memberId)
    if (member.isDisabled !== isAllowed) throw new Refused('edited-elsewhere')
    await saveDisabledAt(tx, member.id, isAllowed ? null : now)
    if (!isAllowed) await revokeAllAccess(tx, member.id, { now })
    await recordAction(tx, context, {
      action: isAllowed ? 'member.enabled' : 'member.disabled',
      object: { kind: 'member', id: member.id },
      reason,
      before: { isDisabled: isAllowed },
      after: { isDisabled: !isAllowed },
    })
    await sendEmail(tx, context, `account-access:${member.id}:${now.toISOString()}`, ({ company, publicUrl }) =>
      isAllowed ? accountEnabledEmail(member, company, publicUrl) : accountDisabledEmail(member, company, publicUrl),
    )
    return null
  })
}
