import { z } from 'zod'
import { readCompany } from '#features/company/server/public.ts'
import { CommandRefused } from '#platform/server/command-refused.ts'
import type { Context } from '#platform/server/context.ts'
import { queueMail } from '#platform/server/mail/queue-mail.ts'
import { EmailAddress } from '#platform/shared/email-address.ts'
import { personName } from '../contract.ts'
import { operatorLinkEnd } from '../rules.ts'
import { staffAccountLetter } from './emails/operator.ts'
import { hashPassword } from './hash-password.ts'
import { makePasswordLink, type PasswordLink } from './make-password-link.ts'
import { makeToken } from './make-token.ts'
import { findAccountByEmail, insertAccount } from './store.ts'

export const NewStaffAccount = z.strictObject({
  email: EmailAddress,
  role: z.enum(['administrator', 'consultant'], 'The role must be administrator or consultant'),
  firstName: personName('First name is required'),
  lastName: personName('Last name is required'),
})

/**
 * Makes an account of staff, which nobody can enter before its owner has set a password of their own (PRODUCT D9).
 * @throws CommandRefused where the address has an account already
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
    if (!id) throw new CommandRefused(inUse(email, (await findAccountByEmail(tx, email))?.role))
    const link = await makePasswordLink(tx, context, id, { now, expiresAt: operatorLinkEnd(now) })
    const letter = staffAccountLetter({ ...person, role }, await readCompany(tx), context.publicUrl)
    await queueMail(tx, context, `staff-account:${id}`, letter)
    return { id, link }
  })
  context.log.info({ accountId: id, role }, 'the operator made an account of staff')
  return link
}

function inUse(email: string, role = 'member'): string {
  if (role === 'member') return `${email} has an account already, as a member. Choose another address.`
  return `${email} has an account already, as staff (${role}). "reset ${email}" makes a new link for it.`
}
