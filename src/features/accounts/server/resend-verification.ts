import { readCompany } from '#features/company/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { Limit } from '#platform/server/limits.ts'
import { Refused } from '#platform/shared/refused.ts'
import { verificationLetter } from './emails.ts'
import { lockOwnAccount } from './lock-own-account.ts'
import { sendVerification } from './send-verification.ts'
import { endVerifications } from './verification-store.ts'

/** Enough for a mail that got lost and one that was overlooked; too few to fill somebody else's mailbox. */
const inAnHour: Limit = { name: 'resend-verification-hour', attempts: 3, seconds: 3_600 }
const inAMonth: Limit = { name: 'resend-verification-month', attempts: 10, seconds: 30 * 86_400 }

export async function resendVerification(context: MemberContext): Promise<void> {
  const { db, limits, actor } = context
  await limits.countBoth({ limit: inAnHour, key: actor.memberId }, { limit: inAMonth, key: actor.memberId })
  await db.transaction().execute(async (tx) => {
    // Locked: of two at once, the second ends the first one's link too.
    const account = await lockOwnAccount(tx, actor)
    if (account.emailVerified) throw new Refused('email-confirmed')
    await endVerifications(tx, account.id, context.now())
    const company = await readCompany(tx)
    await sendVerification(tx, context, account, (link) => verificationLetter(account, company, link))
  })
}
