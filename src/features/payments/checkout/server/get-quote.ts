import type { MarketId } from '#features/catalogue/contract.ts'
import { formatDuration, priceIn, type Span, upgradesFrom } from '#features/catalogue/rules.ts'
import { findCurrentPackage, findMarket } from '#features/catalogue/server/public.ts'
import { readCompany } from '#features/company/server/public.ts'
import { laterStart, startTerms } from '#features/purchases/rules.ts'
import {
  countUpcomingSessions,
  findDiscount,
  findEndOfPackage,
  findPackageUsage,
  findRunningPurchase,
} from '#features/purchases/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import { addressKey } from '#platform/server/rate-limit/client-address.ts'
import type { RateLimit } from '#platform/server/rate-limit/rate-limits.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { addSpan } from '#platform/shared/calendar.ts'
import { minorUnits } from '#platform/shared/money.ts'
import { Refused } from '#platform/shared/refused.ts'
import { asksForAge } from '../../guardians/rules.ts'
import { findGuardianConsent } from '../../guardians/server/find-guardian-consent.ts'
import { type PayingContext, type PaymentsContext, publicProviderSettings } from '../../server/payments-context.ts'
import { isSubscribedTo } from '../../subscriptions/server/start-subscription.ts'
import { calculateUnused } from '../../withdrawal/rules.ts'
import type { Quote } from '../contract.ts'

type QuoteRequest = {
  packageId: string
  market: MarketId
  /** As the buyer typed it. */
  code?: string | null | undefined
  /** A visitor's network address, which limits how many codes can be tried. */
  address: string
}

export async function getMemberQuote(
  context: PayingContext,
  { packageId, market, ...typed }: QuoteRequest,
): Promise<Quote> {
  const { db, actor, now } = context
  const { memberId } = actor
  const quote = await describeOffer(context, { packageId, market })
  const runsUntil = await findEndOfPackage(db, { memberId, packageId, now: now() })
  const isSubscribed = quote.package.billing === 'monthly' && (await isSubscribedTo(context, packageId))
  // If the member already owns this package, the new one starts later, so replacing the lesser package would leave a
  // gap.
  const upgrade = runsUntil ? null : await findUpgrade(context, packageId)
  const guardian = quote.asksForAge ? await findGuardianConsent(db, { memberId, now: now(), quote }) : null
  return applyCode(
    context,
    { ...quote, isSubscribed, runsUntil: runsUntil?.toISOString() ?? null, upgrade, guardian },
    { ...typed, memberId },
  )
}

export async function getQuote(context: PaymentsContext, { packageId, market, ...typed }: QuoteRequest) {
  return applyCode(context, await describeOffer(context, { packageId, market }), { ...typed, memberId: null })
}

/** Guessing a code takes many attempts; typing one wrong takes a few. Only unknown codes count. */
const codeLimit: RateLimit = { name: 'discount-code', attempts: 10, seconds: 900 }

/** The quote with the code's discount, or with the reason why there is none. */
async function applyCode(
  { db, limits, now }: Context,
  quote: Quote,
  { code: typed, address, memberId }: Pick<QuoteRequest, 'code' | 'address'> & { memberId: MemberId | null },
): Promise<Quote> {
  if (!typed) return quote
  // A neighbour's wrong codes must not take away the discount that a member is about to pay with.
  const key = memberId ?? addressKey(address)
  if (await limits.isUsedUp(codeLimit, key)) return { ...quote, discountRefusal: 'discount-too-many-tries' }
  const { package: offer, price } = quote
  const found = await findDiscount(db, { typed, offer, price, memberId, now: now() })
  if (found.refusal === 'discount-unknown') await limits.note(codeLimit, key)
  if (found.refusal) return { ...quote, discountRefusal: found.refusal }
  const { code, discount: amount } = found
  const months = offer.billing === 'monthly' ? found.months : null
  return { ...quote, price: found.price, discount: { code, amount, months, fullPrice: price } }
}

/** The quote without a member or a code. */
export async function describeOffer(
  context: PaymentsContext,
  { packageId, market: marketId }: Pick<QuoteRequest, 'packageId' | 'market'>,
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
    discount: null,
    discountRefusal: null,
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
