import type { MarketId } from '../contract.ts'

/**
 * Where each market is paid in (PRODUCT D1). In a file of its own, because public pages would bring everything along
 * that stands beside it.
 */
const checkouts: Record<MarketId, string> = {
  uk: '/checkout/stripe',
  international: '/checkout',
}

/** A checkout is entered by a full document load, with the package in its address (PRODUCT D4). */
export function checkoutOf(market: MarketId, packageId: string): string {
  return `${checkouts[market]}?package=${encodeURIComponent(packageId)}`
}
