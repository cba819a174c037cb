import { type EmailSite, sendEmail } from '#features/company/server/public.ts'
import type { Context, MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { Email } from '#platform/server/email/email.ts'
import type { RateLimit } from '#platform/server/rate-limit/rate-limits.ts'
import { makeToken } from '#platform/server/token.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { Refused } from '#platform/shared/refused.ts'
import { lockOwnAccount } from '../../server/require-account.ts'
import type { Account } from '../../server/store.ts'
import { verificationExpiry } from '../rules.ts'
import { verificationEmail } from './emails.ts'
import { insertVerification, revokeLinks } from './store.ts'

/** Allows for one lost and one overlooked email, but not for flooding another person's mailbox. */
const hourlyLimit: RateLimit = { name: 'resend-verification-hour', attempts: 3, seconds: 3_600 }
const monthlyLimit: RateLimit = { name: 'resend-verification-month', attempts: 10, seconds: 30 * 86_400 }

export async function resendVerification(context: MemberContext): Promise<null> {
  const { db, limits, actor } = context
  await limits.countBoth({ limit: hourlyLimit, key: actor.memberId }, { limit: monthlyLimit, key: actor.memberId })
  await db.transaction().execute(async (tx) => {
    // Lock the account, so that the second of two parallel requests revokes the first one's link.
    const account = await lockOwnAccount(tx, actor)
    if (account.emailVerified) throw new Refused('email-already-verified')
    await revokeLinks(tx, account.id, { changesAddress: false, now: context.now() })
    await sendVerification(tx, context, account, (link, { company }) => verificationEmail(account, company, link))
  })
  return null
}

/** Creates a link that confirms the account's address, and sends it in the given email. */
export async function sendVerification(
  tx: Db,
  context: Context,
  account: Account,
  writeEmail: (link: string, site: EmailSite) => Email,
): Promise<void> {
  const expiresAt = verificationExpiry(context.now())
  const verification = { accountId: account.id, email: account.email, expiresAt, changesAddress: false }
  const { url, id } = await createVerificationLink(tx, context, verification)
  await sendEmail(tx, context, `verification:${id}`, (site) => writeEmail(url, site), { expiresAt })
}

/**
 * Creates a link that proves access to a mailbox. It confirms the account's address, or replaces it.
 * @returns the link, and an id that identifies its emails but cannot open it
 */
export async function createVerificationLink(
  tx: Db,
  { publicUrl }: Context,
  link: { accountId: MemberId; email: string; expiresAt: Date; changesAddress: boolean },
): Promise<{ url: string; id: string }> {
  const { token, hash: tokenHash } = makeToken()
  await insertVerification(tx, { tokenHash, ...link })
  return { url: `${publicUrl}/verify-email?token=${token}`, id: tokenHash.toString('hex') }
}
