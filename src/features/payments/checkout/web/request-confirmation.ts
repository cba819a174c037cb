import type { Purchase, PurchaseStatus } from '#features/purchases/contract.ts'
import { getOwnedPackage } from '#features/purchases/entitlements/contract.ts'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { call } from '#platform/web/call.ts'
import { CallFailed } from '#platform/web/request.ts'
import { confirmPurchase } from '../contract.ts'

/** The time limit for one request after a payment. The callers retry. */
export const REQUEST_TIMEOUT_SECONDS = 5

const TIMED_OUT = 'Our server took too long to respond. Check your connection and try again.'

export const paymentStates = {
  pending: 'open',
  completed: 'paid',
  partially_refunded: 'paid',
  refunded: 'paid',
  disputed: 'paid',
  failed: 'failed',
  cancelled: 'failed',
} satisfies Record<PurchaseStatus, 'open' | 'paid' | 'failed'>

export type Confirmed = ResponseOf<typeof confirmPurchase>

/**
 * Makes the server query the provider and complete a paid purchase.
 * @returns undefined if the state is unknown
 */
export async function requestConfirmation(purchaseId: string): Promise<Confirmed | 'not-found' | undefined> {
  try {
    const params = { purchaseId }
    const answer = await withTimeout(REQUEST_TIMEOUT_SECONDS, (signal) => call(confirmPurchase, { params }, { signal }))
    if (!answer.refused) return answer.value
    return answer.refused === 'provider-unavailable' ? undefined : 'not-found'
  } catch {
    return undefined
  }
}

export type BoughtPackage = ResponseOf<typeof getOwnedPackage>

/** Finds the package that a purchase granted. If it cannot be found, the receipt suggests a different next step. */
export async function findBoughtPackage({ entitlementId }: Purchase): Promise<BoughtPackage | null> {
  if (!entitlementId) return null
  try {
    const params = { entitlementId }
    const answer = await withTimeout(REQUEST_TIMEOUT_SECONDS, (signal) => call(getOwnedPackage, { params }, { signal }))
    return answer.refused ? null : answer.value
  } catch {
    return null
  }
}

export async function withTimeout<Answer>(
  seconds: number,
  request: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(new CallFailed(0, 'too-slow', TIMED_OUT)), seconds * 1_000)
  try {
    return await request(timeout.signal)
  } finally {
    clearTimeout(timer)
  }
}

export function sleep(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
}
