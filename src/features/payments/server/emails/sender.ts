import type { StoredPurchase } from '#features/purchases/server/public.ts'

// What the letters about a payment share.

export function paymentFacts({ packageTitle, reference }: StoredPurchase): [string, string][] {
  return [['Package', packageTitle], ...(reference ? [['Purchase', reference] satisfies [string, string]] : [])]
}

type PaidWith = Pick<StoredPurchase, 'paymentMode'>

/** Of the sandbox, or of a provider's test keys: nothing of it is real. */
export function isTest({ paymentMode }: PaidWith, isLive: boolean): boolean {
  return paymentMode === 'sandbox' || !isLive
}

export function testMark(paid: PaidWith, isLive: boolean): string {
  return isTest(paid, isLive) ? '[TEST] ' : ''
}

export function testNotes(paid: PaidWith, isLive: boolean): string[] {
  return isTest(paid, isLive) ? ['TEST: no money was moved.'] : []
}
