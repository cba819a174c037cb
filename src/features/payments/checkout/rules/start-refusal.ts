import { startsAtOnce } from '#features/purchases/rules.ts'
import type { BodyOf, ReasonOf } from '#platform/shared/endpoint.ts'
import { findAgeBlocker } from '../../guardians/rules.ts'
import type { Quote, startPurchase } from '../contract.ts'
import { findStartBlocker, isQuoteUnchanged, isUpgradeUnchanged, paysInPounds } from '../rules.ts'

type StartRefusal = ReasonOf<typeof startPurchase>

/** What the database says about the sale: the reasons against it, or null. */
type SaleState = {
  notForSale: 'not-open-yet' | 'no-consultant-available' | null
  owned: 'already-paid' | 'already-owned' | null
}

/**
 * Returns the first refusal that applies, or undefined if the purchase may start.
 * @returns the reason, with the current quote if the page must show it
 */
export function findStartRefusal(
  request: BodyOf<typeof startPurchase>,
  quote: Quote,
  { notForSale, owned }: SaleState,
): { reason: StartRefusal; detail: Quote | undefined } | undefined {
  const { buyer, consents, upgrade, isUnder18 } = request
  const isMarketRight = quote.price.market === 'uk' || !paysInPounds(buyer.country)
  // The upgrade replaces the old package immediately, with the refund the member saw.
  const isUpgradeAgreed = !upgrade || isUpgradeUnchanged(upgrade, quote)
  const isUpgradeAtOnce = !upgrade || startsAtOnce({ consent: { start: consents.start }, buyer })
  const refusals: [reason: StartRefusal | null | undefined | false, detail?: Quote][] = [
    [!isMarketRight && 'uk-buyer-pays-pounds'],
    [notForSale],
    [quote.isSubscribed && 'already-subscribed'],
    [!isQuoteUnchanged(request, quote) && 'price-changed', quote],
    [owned, quote],
    [!isUpgradeAgreed && 'upgrade-changed', quote],
    [!isUpgradeAtOnce && 'upgrade-starts-now'],
    [findStartBlocker(request)],
    [findAgeBlocker(quote, isUnder18), quote],
  ]
  const [reason, detail] = refusals.find(([refusal]) => refusal) ?? []
  return reason ? { reason, detail } : undefined
}
