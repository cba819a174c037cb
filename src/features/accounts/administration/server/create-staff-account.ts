import { z } from 'zod'
import { sendEmail } from '#features/company/server/public.ts'
import { recordAction } from '#platform/server/audit/record-action.ts'
import type { Context } from '#platform/server/context.ts'
import { CommandRefused } from '#platform/server/operator-errors.ts'
import { makeToken } from '#platform/server/token.ts'
import { EmailAddress } from '#platform/shared/email-address.ts'
import { personName } from '../../contract.ts'
import { operatorLinkExpiry } from '../../passwords/rules.ts'
import { createPasswordLink, type PasswordLink } from '../../passwords/server/create-password-link.ts'
import { hashPassword } from '../../passwords/server/hash-password.ts'
import { notifyStaffAccountChanged } from '../../server/notify-administrators.ts'
import { findAccountByEmail, insertAccount } from '../../server/store.ts'
import { staffAccountEmail } from './emails.ts'

export const NewStaffAccount = z.strictObject({
  email: EmailAddress,
  role: z.enum(['administrator', 'consultant'], 'The role must be administrator or consultant'),
  firstName: personName('First name is required'),
  lastName: personName('Last name is required'),
})

/**
 * Creates a staff account that cannot be used until its owner sets a password (PRODUCT D9).
 * @throws CommandRefused if the email address already has an account
 */
export async function createStaffAccount(
  context: Context,
  { email, role, firstName, lastName }: z.infer<typeof NewStaffAccount>,
): Promise<PasswordLink> {
  const passwordHash = await hashPassword(makeToken().token)
  const now = context.now()
  const { id, link } = await context.db.transaction().execute(async (tx) => {
    const person = { firstName, lastName, email, mobile: '' }
    const id = await insertAccount(tx, { ...person, passwordHash, role, createdAt: now })
    if (!id) throw new CommandRefused(addressInUseMessage(email, (await findAccountByEmail(tx, email))?.role))
    await recordAction(
      tx,
      { now: context.now, actor: 'operator' },
      { action: 'staff.created', object: { kind: 'member', id }, after: { role } },
    )
    if (role === 'administrator') await notifyStaffAccountChanged(tx, context, 'new-administrator', { ...person, id })
    const link = await createPasswordLink(tx, context, id, { now, expiresAt: operatorLinkExpiry(now) })
    await sendEmail(tx, context, `staff-account:${id}`, ({ company, publicUrl }) =>
      staffAccountEmail({ ...person, role }, company, publicUrl),
    )
    return { id, link }
  })
  context.log.info({ accountId: id, role }, 'staff account created by the operator')
  return link
}

function addressInUseMessage(email: string, role = 'member'): string {
  if (role === 'member') return `${email} already has a member account. Choose another address.`
  return `${email} already has a staff account (${role}). Run "account reset ${email}" for a new link.`
}
