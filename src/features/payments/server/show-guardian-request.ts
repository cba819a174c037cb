import { hashToken } from '#features/accounts/server/public.ts'
import { durationInWords } from '#features/catalogue/rules.ts'
import type { Context } from '#platform/server/context.ts'
import { addressKey, type Limit } from '#platform/server/limits.ts'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { looksLikeName } from '#platform/shared/greeting.ts'
import { Refused } from '#platform/shared/refused.ts'
import type * as contract from '../contract/guardian.ts'
import { findOpenRequest } from './guardian-store.ts'

/** Nobody guesses 256 bits: this only keeps the work of it small. */
const looks: Limit = { name: 'guardian-question', attempts: 60, seconds: 900 }

/** For whoever holds the link, without an account. Programs that open every link of a mail change nothing by it. */
export async function showGuardianRequest(
  { db, limits, now }: Context,
  token: string,
  address: string,
): Promise<ResponseOf<typeof contract.showGuardianRequest>> {
  await limits.count(looks, addressKey(address))
  const request = await findOpenRequest(db, hashToken(token).toString('hex'), now())
  if (!request) throw new Refused('link-over')
  const { member, package: offer, market, currency, tax, total } = request
  return {
    firstName: looksLikeName(member.firstName) ? member.firstName : null,
    package: {
      title: offer.title,
      description: offer.description,
      duration: durationInWords(offer.span, offer.billing),
      billing: offer.billing,
    },
    market,
    currency,
    tax,
    total,
  }
}
