import type { MarketId } from '#features/catalogue/contract.ts'
import { formatDuration, priceIn, type Span, upgradesFrom } from '#features/catalogue/rules.ts'
import { findCurrentPackage, findMarket } from '#features/catalogue/server/public.ts'
import { readCompany } from '#features/company/server/public.ts'
import { laterStart, startTerms } from '#features/purchases/rules.ts'
import {
  countUpcomingSessions,
  findEndOfPackage,
  findPackageUsage,
  findRunningPurchase,
} from '#features/purchases/server/public.ts'
import { addSpan } from '#platform/shared/calendar.ts'
import { minorUnits } from '#platform/shared/money.ts'
import { Refused } from '#platform/shared/refused.ts'
import { asksForAge } from '../../guardians/rules.ts'
import { findGuardianConsent } from '../../guardians/server/find-guardian-consent.ts'
import { type PayingContext, type PaymentsContext, publicProviderSettings } from '../../server/payments-context.ts'
import { isSubscribedTo } from '../../subscriptions/server/start-subscription.ts'
import { calculateUnused } from '../../withdrawal/rules.ts'
import type { Quote } from '../contract.ts'

export async function getMemberQuote(
  context: PayingContext,
  { packageId, market }: { packageId: string; market: MarketId },
): Promise<Quote> {
  const { db, actor, now } = context
  const quote = await getQuote(context, { packageId, market })
  const { memberId } = actor
  const runsUntil = await findEndOfPackage(db, { memberId, packageId, now: now() })
  const isSubscribed = quote.package.billing === 'monthly' && (await isSubscribedTo(context, packageId))
  // If the member already owns this package, the new one starts later, so replacing the lesser package would leave a
  // gap.
  const upgrade = runsUntil ? null : await findUpgrade(context, packageId)
  const guardian = quote.asksForAge ? await findGuardianConsent(db, { memberId, now: now(), quote }) : null
  return { ...quote, isSubscribed, runsUntil: runsUntil?.toISOString() ?? null, upgrade, guardian }
}

export async function getQuote(
  context: PaymentsContext,
  { packageId, market: marketId }: { packageId: string; market: MarketId },
): Promise<Quote> {
  const { db, now, provider } = context
  const currentPackage = await findCurrentPackage(db, packageId)
  const market = await findMarket(db, marketId)
  if (!currentPackage?.isOnSale || !market) throw new Refused('package-not-found')
  return {
    package: {
      id: currentPackage.id,
      version: currentPackage.version,
      title: currentPackage.title,
      description: currentPackage.description,
      features: currentPackage.features,
      serviceType: currentPackage.serviceType,
      duration: formatDuration(currentPackage.span, currentPackage.billing),
      billing: currentPackage.billing,
    },
    price: priceIn(market, currentPackage.netPrice),
    consents: startTerms,
    startsLaterAt: laterStart(now()).toISOString(),
    renewal: currentPackage.billing === 'monthly' ? await describeRenewal(context, currentPackage.span) : null,
    // This quote is public, so it must not contain anything about a member.
    isSubscribed: false,
    runsUntil: null,
    upgrade: null,
    asksForAge: asksForAge(currentPackage),
    guardian: null,
    provider: publicProviderSettings(provider),
  }
}

async function describeRenewal({ db, now }: PaymentsContext, span: Span): Promise<Quote['renewal']> {
  const { brandName } = await readCompany(db)
  return { chargedBy: brandName, nextChargeAt: addSpan(now(), span).toISOString() }
}

/** Finds the member's package that this one would replace, with its refund. Null if nothing would be refunded. */
async function findUpgrade(
  { db, actor, now }: Pick<PayingContext, 'db' | 'actor' | 'now'>,
  packageId: string,
): Promise<Quote['upgrade']> {
  const lesserPackageId = upgradesFrom(packageId)
  const ownedPurchase =
    lesserPackageId &&
    (await findRunningPurchase(db, { memberId: actor.memberId, packageId: lesserPackageId, now: now() }))
  const usage = ownedPurchase && (await findPackageUsage(db, ownedPurchase.id, now()))
  if (!usage) return null
  const { unused } = calculateUnused(ownedPurchase.total, usage, now())
  if (unused === 0) return null
  return {
    purchaseId: ownedPurchase.id,
    packageTitle: ownedPurchase.packageTitle,
    credit: minorUnits(unused),
    currency: ownedPurchase.currency,
    upcomingSessions: await countUpcomingSessions(db, ownedPurchase.id, now()),
  }
}
