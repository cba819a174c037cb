import { formatDuration } from '#features/catalogue/rules.ts'
import { checkoutPath } from '#features/catalogue/server/public.ts'
import { sendEmail } from '#features/company/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import { addressKey } from '#platform/server/rate-limit/client-address.ts'
import type { RateLimit } from '#platform/server/rate-limit/rate-limits.ts'
import { hashToken } from '#platform/server/token.ts'
import type { BodyOf, ResponseOf } from '#platform/shared/endpoint.ts'
import { looksLikeName } from '#platform/shared/person-name.ts'
import { Refused } from '#platform/shared/refused.ts'
import type * as contract from '../contract.ts'
import { guardianAgreedEmail, guardianRefusedEmail } from './emails.ts'
import { findOpenRequest, recordAnswer } from './store.ts'

/** 256-bit tokens cannot be guessed; these limits only keep the load down. */
const answerRateLimit: RateLimit = { name: 'guardian-answer', attempts: 60, seconds: 900 }
const lookupRateLimit: RateLimit = { name: 'guardian-lookup', attempts: 60, seconds: 900 }

/** Records the guardian's answer once and emails it to the member. */
export async function answerGuardianRequest(
  context: Context,
  { token, agrees }: BodyOf<typeof contract.answerGuardianRequest>,
  address: string,
): Promise<void> {
  await context.limits.count(answerRateLimit, addressKey(address))
  const now = context.now()
  await context.db.transaction().execute(async (tx) => {
    const request = await findOpenRequest(tx, hashToken(token).toString('hex'), now)
    if (!request || !(await recordAnswer(tx, request.id, { agrees, now }))) throw new Refused('link-expired')

    const { member, package: offer, market } = request
    const checkoutUrl = `${context.publicUrl}${checkoutPath(market, offer.id)}`
    const writeEmail = agrees ? guardianAgreedEmail : guardianRefusedEmail
    await sendEmail(tx, context, `guardian-answer:${request.id}`, ({ company }) =>
      writeEmail({ member, packageTitle: offer.title, company, checkoutUrl }),
    )
  })
}

/** Requires the link but no account. Nothing changes if an email scanner opens the link. */
export async function getGuardianRequest(
  { db, limits, now }: Context,
  token: string,
  address: string,
): Promise<ResponseOf<typeof contract.getGuardianRequest>> {
  await limits.count(lookupRateLimit, addressKey(address))
  const request = await findOpenRequest(db, hashToken(token).toString('hex'), now())
  if (!request) throw new Refused('link-expired')
  const { member, package: offer, market, currency, tax, total } = request
  return {
    firstName: looksLikeName(member.firstName) ? member.firstName : null,
    package: { ...offer, duration: formatDuration(offer.span, offer.billing) },
    market,
    currency,
    tax,
    total,
  }
}
