import { readCompany } from '#features/company/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { Limit } from '#platform/server/limits.ts'
import { queueMail } from '#platform/server/mail/queue-mail.ts'
import { canonicalEmailAddress } from '#platform/shared/email-address.ts'
import { Refused } from '#platform/shared/refused.ts'
import { emailChangeEnd } from '../rules.ts'
import { emailChangeLetter, emailChangeNotice } from './emails/email-change.ts'
import { lockOwnAccount } from './lock-own-account.ts'
import { makeVerificationLink } from './make-verification-link.ts'
import { readAccountDetails } from './profile-store.ts'
import { requireFreshIdentity } from './require-fresh-identity.ts'
import { type Account, findAccountByEmail } from './store.ts'
import { endEmailChanges, findPendingEmail } from './verification-store.ts'

/** Enough for a mistyped address and a lost mail; too few to try which addresses have an account. */
const inAnHour: Limit = { name: 'email-change-hour', attempts: 5, seconds: 3_600 }
const inAMonth: Limit = { name: 'email-change-month', attempts: 20, seconds: 30 * 86_400 }
/** However many members name it: nobody's mailbox is filled. */
const byMailbox: Limit = { name: 'email-change-mailbox', attempts: 5, seconds: 86_400 }

/** The new address counts once the link that is sent to it is opened (PRODUCT D14). */
export async function requestEmailChange(context: MemberContext, email: string): Promise<{ pendingEmail: string }> {
  requireFreshIdentity(context)
  const { db, limits, actor, now } = context
  await limits.count(inAnHour, actor.memberId)
  await limits.count(inAMonth, actor.memberId)
  await limits.count(byMailbox, canonicalEmailAddress(email))
  return db.transaction().execute(async (tx) => {
    const account = await lockOwnAccount(tx, actor)
    await requireFreeAddress(tx, account, email)
    const isSentAgain = (await findPendingEmail(tx, account.id, now())) === email
    await endEmailChanges(tx, account.id, now())
    await sendLink(tx, context, account, { email, isSentAgain })
    return { pendingEmail: email }
  })
}

async function requireFreeAddress(tx: Db, account: Account, email: string): Promise<void> {
  if (email === account.email) throw new Refused('email-unchanged')
  const owner = await findAccountByEmail(tx, email)
  // The own mailbox, spelled differently, is no other account's.
  if (owner && owner.id !== account.id) throw new Refused('email-taken')
  const { guardian } = await readAccountDetails(tx, account.id)
  const isGuardians = guardian && canonicalEmailAddress(guardian.email) === canonicalEmailAddress(email)
  if (isGuardians) throw new Refused('email-is-guardians')
}

async function sendLink(
  tx: Db,
  context: MemberContext,
  account: Account,
  { email, isSentAgain }: { email: string; isSentAgain: boolean },
): Promise<void> {
  const expiresAt = emailChangeEnd(context.now())
  const wanted = { accountId: account.id, email, expiresAt, changesAddress: true }
  const { url: link, id } = await makeVerificationLink(tx, context, wanted)
  const company = await readCompany(tx)
  const letter = emailChangeLetter(account, company, { email, link })
  await queueMail(tx, context, `address-change:${id}`, letter, { expiresAt })
  if (isSentAgain) return
  const notice = emailChangeNotice(account, company, { email, publicUrl: context.publicUrl })
  await queueMail(tx, context, `address-change-notice:${id}`, notice)
}
