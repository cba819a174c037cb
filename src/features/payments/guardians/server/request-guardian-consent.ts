import { saveGuardian } from '#features/accounts/server/public.ts'
import { type EmailSite, sendEmail } from '#features/company/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { deleteEmails } from '#platform/server/email/store.ts'
import type { RateLimit } from '#platform/server/rate-limit/rate-limits.ts'
import { makeToken } from '#platform/server/token.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { canonicalEmailAddress } from '#platform/shared/email-address.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import { describeOffer } from '../../checkout/server/get-quote.ts'
import type { PayingContext } from '../../server/payments-context.ts'
import type * as contract from '../contract.ts'
import type { GuardianConsent } from '../contract.ts'
import { asksForAge, requestExpiresAt } from '../rules.ts'
import { guardianRequestEmail } from './emails.ts'
import { findGuardianConsent } from './find-guardian-consent.ts'
import { deleteUnansweredRequests, insertRequest } from './store.ts'

/** No one has confirmed the guardian's address, so limit emails both per member and per mailbox. */
const memberRateLimit: RateLimit = { name: 'guardian-request-member', attempts: 10, seconds: 86_400 }
const mailboxRateLimit: RateLimit = { name: 'guardian-request-mailbox', attempts: 5, seconds: 86_400 }

/** Saves the guardian in the profile, which marks the member as under 18, so the private defaults for minors apply. */
export async function requestGuardianConsent(
  context: PayingContext,
  { packageId, market, guardian }: BodyOf<typeof contract.requestGuardianConsent>,
): Promise<GuardianConsent> {
  const { db, actor, limits, provider, publicUrl } = context
  const { memberId } = actor
  const quote = await describeOffer(context, { packageId, market })
  if (!asksForAge(quote.package)) throw new Refused('guardian-not-needed')
  await limits.countBoth(
    { limit: memberRateLimit, key: memberId },
    { limit: mailboxRateLimit, key: canonicalEmailAddress(guardian.email) },
  )

  const now = context.now()
  return db.transaction().execute(async (tx) => {
    const { firstName } = await saveGuardian(tx, actor, guardian)
    await deletePreviousRequests(tx, memberId, packageId)
    const previous = await readConsent(tx)
    if (previous.request.state === 'confirmed') throw new Refused('guardian-agreed')

    const { token, hash } = makeToken()
    const expiresAt = requestExpiresAt(now)
    const id = await insertRequest(tx, {
      memberId,
      packageId,
      packageVersion: quote.package.version,
      market,
      currency: quote.price.currency,
      tax: quote.price.tax,
      total: quote.price.total,
      guardianEmail: guardian.email,
      tokenHash: hash.toString('hex'),
      requestedAt: now,
      expiresAt,
    })
    const url = `${publicUrl}/guardian/${token}`
    const writeEmail = ({ company }: EmailSite) =>
      guardianRequestEmail({ guardian, firstName, quote, company, url, isTest: !provider.isLive })
    // A guardian has no account, so store nothing about them except the request.
    await sendEmail(tx, context, requestReason(id), writeEmail, { expiresAt, isDeletedOnceSent: true })
    return readConsent(tx)
  })

  async function readConsent(tx: Db): Promise<GuardianConsent> {
    const consent = await findGuardianConsent(tx, { memberId, now, quote })
    if (!consent) throw new Error('Guardian consent missing after request')
    return consent
  }
}

/** A request that is being answered right now is kept: the delete waits for its row lock and then skips it. */
async function deletePreviousRequests(tx: Db, memberId: MemberId, packageId: string): Promise<void> {
  const deletedIds = await deleteUnansweredRequests(tx, memberId, packageId)
  await deleteEmails(tx, deletedIds.map(requestReason))
}

/** The key for the request's email. */
export function requestReason(requestId: string): string {
  return `guardian-request:${requestId}`
}
