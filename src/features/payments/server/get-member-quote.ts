import type { MarketId } from '#features/catalogue/contract.ts'
import { findEndOfPackage } from '#features/purchases/server/public.ts'
import type { Quote } from '../contract.ts'
import { isSubscribedTo } from './begin-subscription.ts'
import { findGuardianStanding } from './find-guardian-standing.ts'
import { findUpgrade } from './find-upgrade.ts'
import { getQuote } from './get-quote.ts'
import type { PayingContext } from './payments-context.ts'

export async function getMemberQuote(
  context: PayingContext,
  { packageId, market }: { packageId: string; market: MarketId },
): Promise<Quote> {
  const { db, actor, now } = context
  const quote = await getQuote(context, { packageId, market })
  const { memberId } = actor
  const runsUntil = await findEndOfPackage(db, { memberId, packageId, now: now() })
  const isSubscribed = quote.package.billing === 'monthly' && (await isSubscribedTo(context, packageId))
  // What is bought once more starts later: giving up the lesser one for it would leave a gap.
  const upgrade = runsUntil ? null : await findUpgrade(context, packageId)
  const guardian = quote.asksForAge ? await findGuardianStanding(db, { memberId, now: now(), quote }) : null
  return { ...quote, isSubscribed, runsUntil: runsUntil?.toISOString() ?? null, upgrade, guardian }
}
