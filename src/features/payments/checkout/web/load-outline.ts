import type { LoaderFunctionArgs } from 'react-router'
import type { MarketId } from '#features/catalogue/contract.ts'
import { serverCall } from '#platform/web/server-call.ts'
import { getQuote, type Quote } from '../contract.ts'

/** What a checkout shows at once, before it knows the visitor and has a quote for them. */
export type Outline = { offer: Quote['package']; isTest: boolean }

/** The loader of a checkout. Without an outline, the page waits for the quote and says what's wrong. */
export function outlineLoader(market: MarketId) {
  return async ({ request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>): Promise<Outline | null> => {
    const packageId = new URL(request.url).searchParams.get('package')
    if (!packageId) return null
    const params = { market, packageId }
    const quote = await context
      .get(serverCall)(getQuote, { params, query: {} })
      .catch(() => null)
    return quote && { offer: quote.package, isTest: quote.provider.mode === 'sandbox' }
  }
}
