import { readCompany } from '#features/company/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import { addressKey, type Limit } from '#platform/server/limits.ts'
import { queueMail } from '#platform/server/mail/queue-mail.ts'
import { findMailReasons } from '#platform/server/mail/store.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type * as contract from '../contract.ts'
import type { User } from '../contract.ts'
import { accountExistsLetter, registrationLetter } from './emails.ts'
import { hashPassword } from './hash-password.ts'
import { logSecurityEvent } from './log-security-event.ts'
import { saveNotificationChoice } from './notification-store.ts'
import { requireGoodPassword } from './require-good-password.ts'
import { sendVerification } from './send-verification.ts'
import { findAccountByEmail, getAccount, insertAccount } from './store.ts'
import { userOf } from './user-of.ts'

/** A school or an office shares one address; a script that tries addresses does not get far. */
const registrations: Limit = { name: 'register', attempts: 60, seconds: 3_600 }

export async function registerMember(
  context: Context,
  { password, marketing, ...person }: BodyOf<typeof contract.register>,
  address: string,
): Promise<{ user: User }> {
  await context.limits.count(registrations, addressKey(address))
  await requireGoodPassword(context, password, { ...person, role: 'member' })
  const passwordHash = await hashPassword(password)

  const user = await context.db.transaction().execute(async (tx) => {
    const id = await insertAccount(tx, { ...person, passwordHash, role: 'member', createdAt: context.now() })
    if (!id) return undefined
    // Only a choice is written down: the default is none (PRODUCT D14).
    if (!marketing) await saveNotificationChoice(tx, id, { kind: 'news', channel: 'email', isOn: false }, context.now())
    const account = await getAccount(tx, id)
    const company = await readCompany(tx)
    await sendVerification(tx, context, account, (link) =>
      registrationLetter(account, company, link, context.publicUrl),
    )
    return userOf(account)
  })
  if (!user) {
    await remindOfAccount(context, person.email)
    throw new Refused('email-taken')
  }
  logSecurityEvent(context, 'registered', { memberId: user.id, address })
  return { user }
}

/** Whoever forgot that they have an account finds the way back to it; once a day at most, whoever tries. */
async function remindOfAccount(context: Context, email: string): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const account = await findAccountByEmail(tx, email)
    if (!account || account.isDisabled) return
    const reason = `account-exists:${account.id}:${context.now().toISOString().slice(0, 10)}`
    const told = await findMailReasons(tx, [reason])
    if (told.size > 0) return
    await queueMail(tx, context, reason, accountExistsLetter(account, await readCompany(tx), context.publicUrl))
  })
}
