import { type EmailSite, sendEmail } from '#features/company/server/public.ts'
import { recordAction } from '#platform/server/audit/record-action.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { makeToken } from '#platform/server/token.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import { invitationExpiry } from '../../passwords/rules.ts'
import { createPasswordLink } from '../../passwords/server/create-password-link.ts'
import { hashPassword } from '../../passwords/server/hash-password.ts'
import { notifyStaffAccountChanged } from '../../server/notify-administrators.ts'
import { type Account, getAccount, insertAccount } from '../../server/store.ts'
import type { inviteStaff as endpoint } from '../contract.ts'
import { invitationEmail } from './emails.ts'

/** Creates a staff account that cannot be used until its owner sets a password through the emailed link. */
export async function inviteStaff(
  context: MemberContext,
  { firstName, lastName, email, role }: BodyOf<typeof endpoint>,
): Promise<{ memberId: string }> {
  const passwordHash = await hashPassword(makeToken().token)
  const now = context.now()
  return context.db.transaction().execute(async (tx) => {
    const person = { firstName, lastName, email, mobile: '' }
    const id = await insertAccount(tx, { ...person, passwordHash, role, createdAt: now })
    if (!id) throw new Refused('email-taken')
    await recordAction(tx, context, { action: 'staff.invited', object: { kind: 'member', id }, after: { role } })
    if (role === 'administrator') await notifyStaffAccountChanged(tx, context, 'new-administrator', { ...person, id })
    await sendInvitation(tx, context, await getAccount(tx, id))
    return { memberId: id }
  })
}

/** Does not revoke earlier links. A caller that resends an invitation does that first. */
export async function sendInvitation(tx: Db, context: MemberContext, account: Account): Promise<void> {
  const now = context.now()
  const until = invitationExpiry(now)
  const { url } = await createPasswordLink(tx, context, account.id, { now, expiresAt: until })
  const write = ({ company }: EmailSite) => invitationEmail(account, company, { role: account.role, url, until })
  await sendEmail(tx, context, `invitation:${account.id}:${now.toISOString()}`, write, { expiresAt: until })
}
