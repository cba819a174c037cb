import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minorUnits } from '#platform/shared/money.ts'
import type { Quote } from './contract.ts'
import { decideConvergence, isAbandoned, isQuoteUnchanged, isSnapshotCurrent, type ProviderPayment } from './rules.ts'

const purchase = { id: 'purchase', total: 11_880, currency: 'GBP' }
const createdAt = new Date('2026-11-21T10:00:00Z')
const paid: ProviderPayment = {
  id: 'pi_1',
  status: 'succeeded',
  amount: 11_880,
  amountReceived: 11_880,
  isAtBank: false,
  isUnconfirmed: false,
  currency: 'gbp',
  purchaseId: 'purchase',
  charge: { id: 'ch_1', createdAt, hasReturns: false },
}

test('a payment of exactly what was agreed makes the purchase paid, with its charge and its moment', () => {
  expect(decideConvergence(purchase, paid)).toEqual({ outcome: 'paid', chargeId: 'ch_1', paidAt: createdAt })
})

test.each(['open', 'processing', 'cancelled'] as const)(
  'a payment that is %s leaves the purchase as it says',
  (status) => {
    const unpaid = { ...paid, status, amountReceived: 0, charge: undefined }
    expect(decideConvergence(purchase, unpaid)).toEqual({ outcome: status })
  },
)

test.each([
  ['of another purchase', { purchaseId: 'other' }],
  ['without a mark', { purchaseId: undefined }],
  ['over a penny less', { amount: 11_879, amountReceived: 11_879 }],
  ['over a penny more', { amount: 11_881, amountReceived: 11_881 }],
  ['over another amount, though what was agreed was received', { amount: 11_881 }],
  ['in another currency', { currency: 'usd' }],
  ['that was received in part', { amountReceived: 11_879 }],
  ['that was received twice', { amountReceived: 23_760 }],
  ['without a charge', { charge: undefined }],
])('a payment %s contradicts the purchase', (_, difference) => {
  expect(decideConvergence(purchase, { ...paid, ...difference })).toEqual({ outcome: 'mismatch' })
})

test('no payment but the right one ever makes a purchase paid', () => {
  const payments = fc.record({
    id: fc.string(),
    status: fc.constantFrom('open', 'processing', 'succeeded', 'cancelled'),
    amount: fc.constantFrom(0, 1, 11_880, 118_800),
    amountReceived: fc.constantFrom(0, 1, 11_880, 118_800),
    currency: fc.constantFrom('gbp', 'usd', 'GBP', ''),
    purchaseId: fc.constantFrom('purchase', 'other', undefined),
    charge: fc.constantFrom({ id: 'ch_1', createdAt, hasReturns: false }, undefined),
  })
  fc.assert(
    fc.property(payments, (payment) => {
      const isRight =
        payment.status === 'succeeded' &&
        payment.amount === 11_880 &&
        payment.amountReceived === 11_880 &&
        payment.currency.toLowerCase() === 'gbp' &&
        payment.purchaseId === 'purchase' &&
        payment.charge !== undefined
      expect(decideConvergence(purchase, payment as ProviderPayment).outcome === 'paid').toBe(isRight)
    }),
  )
})

const price = {
  market: 'uk',
  currency: 'GBP',
  net: minorUnits(9_900),
  taxRateBasisPoints: 2_000,
  taxLabel: 'VAT (20%)',
  tax: minorUnits(1_980),
  total: minorUnits(11_880),
} as const
const offered = { packageVersion: 1, price, paymentMode: 'sandbox' }
const snapshot = { packageVersion: 1, currency: 'GBP', total: 11_880, paymentMode: 'sandbox', createdAt }
const after = (milliseconds: number) => new Date(createdAt.getTime() + milliseconds)

test('an offer holds for half an hour, to the millisecond', () => {
  expect(isSnapshotCurrent(snapshot, offered, after(30 * 60_000 - 1))).toBe(true)
  expect(isSnapshotCurrent(snapshot, offered, after(30 * 60_000))).toBe(false)
})

test.each([{ packageVersion: 2 }, { currency: 'USD' }, { total: 11_881 }, { paymentMode: 'stripe' }])(
  'an offer with %j is made again',
  (difference) => {
    expect(isSnapshotCurrent({ ...snapshot, ...difference }, offered, createdAt)).toBe(false)
  },
)

test('a payment is given up after three days, to the millisecond', () => {
  const begun = { createdAt, upgrade: null }
  expect(isAbandoned(begun, after(72 * 3_600_000 - 1))).toBe(false)
  expect(isAbandoned(begun, after(72 * 3_600_000))).toBe(true)
})

test('an exchange is given up with its offer, after half an hour', () => {
  const begun = { createdAt, upgrade: { credit: 11_880 } }
  expect(isAbandoned(begun, after(30 * 60_000 - 1))).toBe(false)
  expect(isAbandoned(begun, after(30 * 60_000))).toBe(true)
})

test.each([
  [{}, true],
  [{ packageVersion: 2 }, false],
  [{ expectedTotal: 11_879 }, false],
  [{ consents: { version: 'old' } }, false],
])('a page that shows %j shows the quote of now: %s', (difference, isSame) => {
  const quote = { package: { version: 1 }, price, consents: { version: '2026-11' } } as Quote
  const shown = { packageVersion: 1, expectedTotal: 11_880, consents: { version: '2026-11' }, ...difference }
  expect(isQuoteUnchanged(shown, quote)).toBe(isSame)
})
