import { type MarketId, packageNotFound } from '#features/catalogue/contract.ts'
import { call } from '#platform/web/call.ts'
import { CallFailed, UNKNOWN_ERROR } from '#platform/web/request.ts'
import { getMemberQuote, getQuote, type Quote } from '../contract.ts'

export type QuoteAnswer =
  | { state: 'found'; quote: Quote }
  | { state: 'not-found'; message: string }
  | { state: 'failed'; message: string }

export type QuoteRequest = { market: MarketId; packageId: string; code: string | null; isMember: boolean }

/** A member's own quote also includes the end date of the package they own. */
export async function fetchQuote({ market, packageId, code, isMember }: QuoteRequest): Promise<QuoteAnswer> {
  try {
    const input = { params: { market, packageId }, query: code === null ? {} : { code } }
    const answer = await call(isMember ? getMemberQuote : getQuote, input)
    if (!answer.refused) return { state: 'found', quote: answer.value }
    return { state: 'not-found', message: packageNotFound.message }
  } catch (error) {
    return { state: 'failed', message: toErrorMessage(error) }
  }
}

/** The page that shows a purchase paid in the basic checkout. PayPal also returns here. */
export function confirmationPath(purchaseId: string): string {
  return `/confirmation?purchase=${encodeURIComponent(purchaseId)}`
}

/** The dashboard, showing a purchase paid in the secure checkout (SPEC §4). */
export function dashboardPath(purchaseId: string): string {
  return `/portal/dashboard?purchase=${encodeURIComponent(purchaseId)}`
}

export function toErrorMessage(error: unknown): string {
  return error instanceof CallFailed ? error.message : UNKNOWN_ERROR
}
