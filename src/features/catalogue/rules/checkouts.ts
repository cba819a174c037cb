import type { MarketId } from '../contract.ts'

/**
 * The checkout page for each market (PRODUCT D1). In a separate file, so that public pages load nothing else with it.
 */
const checkoutPaths: Record<MarketId, string> = {
  uk: '/checkout/stripe',
  international: '/checkout',
}

/**
 * The checkout address for a package. Load it as a full page (PRODUCT D4).
 * @param code a discount code to apply
 */
export function checkoutPath(market: MarketId, packageId: string, code?: string): string {
  const discount = code === undefined ? '' : `&code=${encodeURIComponent(code)}`
  return `${checkoutPaths[market]}?package=${encodeURIComponent(packageId)}${discount}`
}
