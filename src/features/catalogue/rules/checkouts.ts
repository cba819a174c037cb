import type { MarketId, Package } from '../contract.ts'

/**
 * Where each market is paid in (PRODUCT D1); null where that checkout does not take money yet. The one place to change
 * when it does: cards, structured data and the refusal `market-not-open` follow. In a file of its own, because public
 * pages would bring everything along that stands beside it.
 */
const checkouts: Record<MarketId, string | null> = {
  uk: '/checkout/stripe',
  international: null,
}

/**
 * Which kinds of packages can be bought (PRODUCT D10). The one place to change when subscriptions can: cards, checkout,
 * structured data and the refusal `subscription-not-open` follow.
 */
const opened: Record<Package['billing'], boolean> = {
  once: true,
  monthly: true,
}

export function isBuyable({ billing }: Pick<Package, 'billing'>): boolean {
  return opened[billing]
}

export function checkoutOf(market: MarketId): string | null {
  return checkouts[market]
}
