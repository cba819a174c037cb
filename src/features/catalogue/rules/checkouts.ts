import type { MarketId, Package } from '../contract.ts'

/**
 * Where each market is paid in (PRODUCT D1). In a file of its own, because public pages would bring everything along
 * that stands beside it.
 */
const checkouts: Record<MarketId, string> = {
  uk: '/checkout/stripe',
  international: '/checkout',
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

/** A checkout is entered by a full document load, with the package in its address (PRODUCT D4). */
export function checkoutOf(market: MarketId, packageId: string): string {
  return `${checkouts[market]}?package=${encodeURIComponent(packageId)}`
}
