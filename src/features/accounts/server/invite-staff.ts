import { readCompany } from '#features/company/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { queueMail } from '#platform/server/mail/queue-mail.ts'
import { recordAction } from '#platform/server/record-action.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { inviteStaff as endpoint } from '../contract/staff.ts'
import { invitationEnd } from '../rules.ts'
import { invitationLetter } from './emails/staff.ts'
import { hashPassword } from './hash-password.ts'
import { makePasswordLink } from './make-password-link.ts'
import { makeToken } from './make-token.ts'
import { requireFreshIdentity } from './require-fresh-identity.ts'
import { type Account, getAccount, insertAccount } from './store.ts'

/** Makes an account that nobody can enter before its owner has set a password by the link of the letter. */
export async function inviteStaff(
  context: MemberContext,
  { firstName, lastName, email, role }: BodyOf<typeof endpoint>,
): Promise<{ memberId: string }> {
  requireFreshIdentity(context)
  const passwordHash = await hashPassword(makeToken().token)
  const now = context.now()
  return context.db.transaction().execute(async (tx) => {
    const person = { firstName, lastName, email, mobile: '' }
    const id = await insertAccount(tx, { ...person, passwordHash, role, createdAt: now })
    if (!id) throw new Refused('email-taken')
    await recordAction(tx, context, { action: 'staff.invited', object: { kind: 'member', id }, after: { role } })
    await sendInvitation(tx, context, await getAccount(tx, id))
    return { memberId: id }
  })
}

/** The links before it end. */
export async function sendInvitation(tx: Db, context: MemberContext, account: Account): Promise<void> {
  const now = context.now()
  const until = invitationEnd(now)
  const { url } = await makePasswordLink(tx, context, account.id, { now, expiresAt: until })
  const letter = invitationLetter(account, await readCompany(tx), { role: account.role, url, until })
  await queueMail(tx, context, `invitation:${account.id}:${now.toISOString()}`, letter, { expiresAt: until })
}
