import { makeToken, nameGuardian } from '#features/accounts/server/public.ts'
import { readCompany } from '#features/company/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { Limit } from '#platform/server/limits.ts'
import { queueMail } from '#platform/server/mail/queue-mail.ts'
import { deleteMails } from '#platform/server/mail/store.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { canonicalEmailAddress } from '#platform/shared/email-address.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type * as contract from '../contract/guardian.ts'
import type { GuardianStanding } from '../contract/guardian.ts'
import { asksForAge, requestEnd } from '../rules/guardian.ts'
import { guardianLetter } from './emails/guardian.ts'
import { findGuardianStanding } from './find-guardian-standing.ts'
import { getQuote } from './get-quote.ts'
import { deleteOpenRequests, insertRequest } from './guardian-store.ts'
import type { PayingContext } from './payments-context.ts'

/** A letter goes to an address that nobody has confirmed: neither one member nor many may fill a mailbox. */
const byMember: Limit = { name: 'guardian-request-member', attempts: 10, seconds: 86_400 }
const byMailbox: Limit = { name: 'guardian-request-mailbox', attempts: 5, seconds: 86_400 }

/** The guardian is named in the profile, where being under 18 is kept: its private defaults hold from now on. */
export async function requestGuardian(
  context: PayingContext,
  { packageId, market, guardian }: BodyOf<typeof contract.requestGuardian>,
): Promise<GuardianStanding> {
  const { db, actor, limits, provider, publicUrl } = context
  const { memberId } = actor
  const quote = await getQuote(context, { packageId, market })
  if (!asksForAge(quote.package)) throw new Refused('age-not-asked')
  await limits.countBoth(
    { limit: byMember, key: memberId },
    { limit: byMailbox, key: canonicalEmailAddress(guardian.email) },
  )

  const now = context.now()
  return db.transaction().execute(async (tx) => {
    const { firstName } = await nameGuardian(tx, actor, guardian)
    await withdrawOpenRequests(tx, memberId, packageId)
    const before = await readStanding(tx)
    if (before.request.state === 'confirmed') throw new Refused('guardian-agreed')

    const { token, hash } = makeToken()
    const expiresAt = requestEnd(now)
    const id = await insertRequest(tx, {
      memberId,
      packageId,
      packageVersion: quote.package.version,
      market,
      currency: quote.price.currency,
      tax: quote.price.tax,
      total: quote.price.total,
      email: guardian.email,
      tokenHash: hash.toString('hex'),
      requestedAt: now,
      expiresAt,
    })
    const letter = guardianLetter({
      guardian,
      firstName,
      quote,
      company: await readCompany(tx),
      url: `${publicUrl}/guardian/${token}`,
      isTest: !provider.isLive,
    })
    // Of somebody who has no account with us nothing more is kept than the request itself.
    await queueMail(tx, context, requestReason(id), letter, { expiresAt, isForgottenOnceSent: true })
    return readStanding(tx)
  })

  async function readStanding(tx: Db): Promise<GuardianStanding> {
    const standing = await findGuardianStanding(tx, { memberId, now, quote })
    if (!standing) throw new Error('The guardian was not named')
    return standing
  }
}

/** What is answered in this very moment stays: only its answer ends the wait for its row. */
async function withdrawOpenRequests(tx: Db, memberId: MemberId, packageId: string): Promise<void> {
  const withdrawn = await deleteOpenRequests(tx, memberId, packageId)
  await deleteMails(tx, withdrawn.map(requestReason))
}

/** What the letter is about. */
export function requestReason(requestId: string): string {
  return `guardian-request:${requestId}`
}
