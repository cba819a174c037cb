import type { MarketId } from '#features/catalogue/contract.ts'
import { durationInWords, priceIn, type Span } from '#features/catalogue/rules.ts'
import { findCurrentPackage, findMarket } from '#features/catalogue/server/public.ts'
import { readCompany } from '#features/company/server/public.ts'
import { laterStart } from '#features/purchases/rules.ts'
import { addSpan } from '#platform/shared/calendar.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { Quote } from '../contract.ts'
import { asksForAge } from '../rules/guardian.ts'
import { consentTexts } from '../rules.ts'
import { inBrowser, type PaymentsContext } from './payments-context.ts'

export async function getQuote(
  context: PaymentsContext,
  { packageId, market: marketId }: { packageId: string; market: MarketId },
): Promise<Quote> {
  const { db, now, provider } = context
  const sold = await findCurrentPackage(db, packageId)
  const market = await findMarket(db, marketId)
  if (!sold?.isOnSale || !market) throw new Refused('package-not-found')
  return {
    package: {
      id: sold.id,
      version: sold.version,
      title: sold.title,
      description: sold.description,
      serviceType: sold.serviceType,
      duration: durationInWords(sold.span, sold.billing),
      billing: sold.billing,
    },
    price: priceIn(market, sold.netPrice),
    consents: consentTexts,
    startsLaterAt: laterStart(now()).toISOString(),
    renewal: sold.billing === 'monthly' ? await describeRenewal(context, sold.span) : null,
    // Anybody may ask for this one: what a member has is for the member's own quote.
    isSubscribed: false,
    runsUntil: null,
    upgrade: null,
    asksForAge: asksForAge(sold),
    guardian: null,
    provider: inBrowser(provider),
  }
}

async function describeRenewal({ db, now }: PaymentsContext, span: Span): Promise<Quote['renewal']> {
  const { brandName } = await readCompany(db)
  return { chargedBy: brandName, nextChargeAt: addSpan(now(), span).toISOString() }
}
