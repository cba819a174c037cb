import { type EmailSite, sendEmail } from '#features/company/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { RateLimit } from '#platform/server/rate-limit/rate-limits.ts'
import { canonicalEmailAddress } from '#platform/shared/email-address.ts'
import { Refused } from '#platform/shared/refused.ts'
import { getAccountDetails } from '../../profile/server/store.ts'
import { recordOwnAction } from '../../server/record-own-action.ts'
import { lockOwnAccount } from '../../server/require-account.ts'
import { type Account, findAccountByEmail } from '../../server/store.ts'
import { emailChangeExpiry } from '../rules.ts'
import { confirmEmailChangeEmail, emailChangeRequestedEmail } from './emails.ts'
import { createVerificationLink } from './send-verification.ts'
import { findPendingEmail, revokeLinks } from './store.ts'

/** Succeeds even if no change is pending. */
export async function cancelEmailChange({ db, now, actor }: MemberContext): Promise<null> {
  await db.transaction().execute(async (tx) => {
    // Lock the account, because the link may be opened at the same moment.
    await lockOwnAccount(tx, actor)
    await revokeLinks(tx, actor.memberId, { changesAddress: true, now: now() })
  })
  return null
}

/** Allows for a typo and a lost email, but not for finding out which addresses have accounts. */
const hourlyLimit: RateLimit = { name: 'email-change-hour', attempts: 5, seconds: 3_600 }
const monthlyLimit: RateLimit = { name: 'email-change-month', attempts: 20, seconds: 30 * 86_400 }
/** Counts requests from all members, so that no mailbox can be flooded. */
const mailboxLimit: RateLimit = { name: 'email-change-mailbox', attempts: 5, seconds: 86_400 }

/** The new address takes effect when the link sent to it is opened (PRODUCT D14). */
export async function requestEmailChange(context: MemberContext, email: string): Promise<{ pendingEmail: string }> {
  const { db, limits, actor, now } = context
  await limits.count(hourlyLimit, actor.memberId)
  await limits.count(monthlyLimit, actor.memberId)
  await limits.count(mailboxLimit, canonicalEmailAddress(email))
  return db.transaction().execute(async (tx) => {
    const account = await lockOwnAccount(tx, actor)
    await requireFreeAddress(tx, account, email)
    const isSentAgain = (await findPendingEmail(tx, account.id, now())) === email
    await revokeLinks(tx, account.id, { changesAddress: true, now: now() })
    await recordOwnAction(tx, context, account.id, 'email-change-requested')
    await sendLink(tx, context, account, { email, isSentAgain })
    return { pendingEmail: email }
  })
}

async function requireFreeAddress(tx: Db, account: Account, email: string): Promise<void> {
  if (email === account.email) throw new Refused('email-unchanged')
  const owner = await findAccountByEmail(tx, email)
  // A different spelling of the member's own address does not count as taken.
  if (owner && owner.id !== account.id) throw new Refused('email-taken')
  const { guardian } = await getAccountDetails(tx, account.id)
  const isGuardianAddress = guardian && canonicalEmailAddress(guardian.email) === canonicalEmailAddress(email)
  if (isGuardianAddress) throw new Refused('email-of-guardian')
}

async function sendLink(
  tx: Db,
  context: MemberContext,
  account: Account,
  { email, isSentAgain }: { email: string; isSentAgain: boolean },
): Promise<void> {
  const expiresAt = emailChangeExpiry(context.now())
  const verification = { accountId: account.id, email, expiresAt, changesAddress: true }
  const { url: link, id } = await createVerificationLink(tx, context, verification)
  const write = ({ company }: EmailSite) => confirmEmailChangeEmail(account, company, { email, link })
  await sendEmail(tx, context, `address-change:${id}`, write, { expiresAt })
  if (isSentAgain) return
  await sendEmail(tx, context, `address-change-notice:${id}`, ({ company, publicUrl }) =>
    emailChangeRequestedEmail(account, company, { email, publicUrl }),
  )
}
