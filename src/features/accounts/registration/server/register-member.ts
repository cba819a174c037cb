import { sendEmail } from '#features/company/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { findEmailReasons } from '#platform/server/email/store.ts'
import { addressKey } from '#platform/server/rate-limit/client-address.ts'
import type { RateLimit } from '#platform/server/rate-limit/rate-limits.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import { sendVerification } from '../../email-address/server/send-verification.ts'
import { isAddressReserved } from '../../email-address/server/store.ts'
import type { Caller } from '../../login/server/known-devices.ts'
import { type Admission, logIn } from '../../login/server/log-in.ts'
import { type OpenedSession, openSession } from '../../login/server/open-session.ts'
import { hashPassword } from '../../passwords/server/hash-password.ts'
import { requireStrongPassword } from '../../passwords/server/require-strong-password.ts'
import { saveNotificationPreference } from '../../profile/server/store.ts'
import { logSecurityEvent } from '../../server/security-log.ts'
import { findAccountByEmail, getAccount, insertAccount } from '../../server/store.ts'
import type * as contract from '../contract.ts'
import { accountExistsEmail, registrationEmail } from './emails.ts'

/**
 * High enough for a school or an office where everyone shares one IP address, too low to probe many email addresses.
 */
const registrationLimit: RateLimit = { name: 'register', attempts: 60, seconds: 3_600 }

type NewAccount = Omit<BodyOf<typeof contract.register>, 'mobile'> & { mobile: string }

export async function registerMember(context: Context, person: NewAccount, caller: Caller): Promise<OpenedSession> {
  await context.limits.count(registrationLimit, addressKey(caller.address))
  const session = await createAccount(context, person, caller)
  if (session) return session
  await notifyAccountExists(context, person.email)
  throw new Refused('email-taken')
}

/** Opens an account for a buyer, without a mobile number. An address that already has an account logs in instead. */
export async function openAccount(
  context: Context,
  person: BodyOf<typeof contract.openAccount>,
  caller: Caller,
): Promise<Admission> {
  // Before the address is looked up, so that the limit does not tell which addresses have accounts.
  await context.limits.count(registrationLimit, addressKey(caller.address))
  const existing = await findAccountByEmail(context.db, person.email)
  const session = existing ? undefined : await createAccount(context, { ...person, mobile: '' }, caller)
  if (session) return { session }
  const admission = await logIn(context, { ...person, keepSignedIn: false }, caller)
  if (existing && 'session' in admission && !person.marketing) await refuseNews(context.db, context, existing.id)
  return admission
}

/** @returns undefined if the email address already has an account */
async function createAccount(
  context: Context,
  { password, marketing, ...person }: NewAccount,
  caller: Caller,
): Promise<OpenedSession | undefined> {
  await requireStrongPassword(context, password, { ...person, role: 'member' })
  const passwordHash = await hashPassword(password)

  return context.db.transaction().execute(async (tx) => {
    const id = await insertAccount(tx, { ...person, passwordHash, role: 'member', createdAt: context.now() })
    if (!id) return undefined
    // Check after the insert, which waits for any concurrent change. Registering does not prove who owns the mailbox.
    if (await isAddressReserved(tx, person.email, context.now())) throw new Refused('email-taken')
    // Store only an explicit choice. By default a member has not made one (PRODUCT D14).
    if (!marketing) await refuseNews(tx, context, id)
    const account = await getAccount(tx, id)
    await sendVerification(tx, context, account, (link, { company, publicUrl }) =>
      registrationEmail(account, company, link, publicUrl),
    )
    logSecurityEvent(context, 'registered', { memberId: account.id, address: caller.address })
    return openSession(tx, context, account, { keepSignedIn: false, caller })
  })
}

function refuseNews(db: Db, { now }: Context, memberId: MemberId) {
  return saveNotificationPreference(db, memberId, { kind: 'news', channel: 'email', isOn: false }, now())
}

/** Helps members who forgot that they have an account. Sends at most one email a day, however many people try. */
async function notifyAccountExists(context: Context, email: string): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const account = await findAccountByEmail(tx, email)
    if (!account || account.isDisabled) return
    const reason = `account-exists:${account.id}:${context.now().toISOString().slice(0, 10)}`
    const earlierNotices = await findEmailReasons(tx, [reason])
    if (earlierNotices.size > 0) return
    await sendEmail(tx, context, reason, ({ company, publicUrl }) => accountExistsEmail(account, company, publicUrl))
  })
}
