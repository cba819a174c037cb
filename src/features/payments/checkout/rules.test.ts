import fc from 'fast-check'
import { expect, test } from 'vitest'
import { laterStart } from '#features/purchases/rules.ts'
import { minorUnits } from '#platform/shared/money.ts'
import type { ProviderPayment } from '../stripe/rules.ts'
import { withdrawableUntil } from '../withdrawal/rules.ts'
import type { Quote } from './contract.ts'
import { decideSync, isAbandoned, isQuoteUnchanged, isSnapshotCurrent } from './rules.ts'

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
  charge: { id: 'ch_1', createdAt, hasRefundOrDispute: false },
}

test('a payment of the exact amount completes the purchase with its charge and payment date', () => {
  expect(decideSync(purchase, paid)).toEqual({ outcome: 'paid', chargeId: 'ch_1', paidAt: createdAt })
})

test.each(['open', 'processing', 'cancelled'] as const)(
  'a purchase whose payment is %s has the same outcome',
  (status) => {
    const unpaid = { ...paid, status, amountReceived: 0, charge: undefined }
    expect(decideSync(purchase, unpaid)).toEqual({ outcome: status })
  },
)

test.each([
  ['for another purchase', { purchaseId: 'other' }],
  ['without a purchase id', { purchaseId: undefined }],
  ['of a penny less', { amount: 11_879, amountReceived: 11_879 }],
  ['of a penny more', { amount: 11_881, amountReceived: 11_881 }],
  ['of a different amount, although the agreed amount was received', { amount: 11_881 }],
  ['in another currency', { currency: 'usd' }],
  ['received only in part', { amountReceived: 11_879 }],
  ['received twice', { amountReceived: 23_760 }],
  ['without a charge', { charge: undefined }],
])('a payment %s does not match the purchase', (_, difference) => {
  expect(decideSync(purchase, { ...paid, ...difference })).toEqual({ outcome: 'mismatch' })
})

test('a purchase completes only if every field of the payment matches', () => {
  const payments = fc.record({
    id: fc.string(),
    status: fc.constantFrom('open', 'processing', 'succeeded', 'cancelled'),
    amount: fc.constantFrom(0, 1, 11_880, 118_800),
    amountReceived: fc.constantFrom(0, 1, 11_880, 118_800),
    currency: fc.constantFrom('gbp', 'usd', 'GBP', ''),
    purchaseId: fc.constantFrom('purchase', 'other', undefined),
    charge: fc.constantFrom({ id: 'ch_1', createdAt, hasRefundOrDispute: false }, undefined),
  })
  fc.assert(
    fc.property(payments, (payment) => {
      const isExactMatch =
        payment.status === 'succeeded' &&
        payment.amount === 11_880 &&
        payment.amountReceived === 11_880 &&
        payment.currency.toLowerCase() === 'gbp' &&
        payment.purchaseId === 'purchase' &&
        payment.charge !== undefined
      expect(decideSync(purchase, payment as ProviderPayment).outcome === 'paid').toBe(isExactMatch)
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
const afterMilliseconds = (milliseconds: number) => new Date(createdAt.getTime() + milliseconds)

test('an offer expires after exactly 30 minutes', () => {
  expect(isSnapshotCurrent(snapshot, offered, afterMilliseconds(30 * 60_000 - 1))).toBe(true)
  expect(isSnapshotCurrent(snapshot, offered, afterMilliseconds(30 * 60_000))).toBe(false)
})

test.each([{ packageVersion: 2 }, { currency: 'USD' }, { total: 11_881 }, { paymentMode: 'stripe' }])(
  'an offer with %j is no longer current',
  (difference) => {
    expect(isSnapshotCurrent({ ...snapshot, ...difference }, offered, createdAt)).toBe(false)
  },
)

test('an unpaid purchase is abandoned after exactly 72 hours', () => {
  const unpaid = { createdAt, upgrade: null }
  expect(isAbandoned(unpaid, afterMilliseconds(72 * 3_600_000 - 1))).toBe(false)
  expect(isAbandoned(unpaid, afterMilliseconds(72 * 3_600_000))).toBe(true)
})

test('an unpaid upgrade is abandoned after exactly 30 minutes, with its offer', () => {
  const unpaid = { createdAt, upgrade: { credit: 11_880 } }
  expect(isAbandoned(unpaid, afterMilliseconds(30 * 60_000 - 1))).toBe(false)
  expect(isAbandoned(unpaid, afterMilliseconds(30 * 60_000))).toBe(true)
})

test.each([
  [{}, true],
  [{ packageVersion: 2 }, false],
  [{ expectedTotal: 11_879 }, false],
  [{ consents: { version: 'old', start: 'today', startsLaterAt: null } }, false],
  [{ consents: { version: '2026-11', start: 'later', startsLaterAt: '2026-12-06T00:00:00.000Z' } }, true],
  [{ consents: { version: '2026-11', start: 'later', startsLaterAt: '2026-12-05T00:00:00.000Z' } }, false],
  [{ consents: { version: '2026-11', start: 'today', startsLaterAt: '2026-12-05T00:00:00.000Z' } }, true],
] as const)('a page showing %j matches the current quote: %s', (difference, isSame) => {
  const startsLaterAt = '2026-12-06T00:00:00.000Z'
  const quote = { package: { version: 1 }, price, consents: { version: '2026-11' }, startsLaterAt } as Quote
  const consents = { version: '2026-11', start: null, startsLaterAt: null }
  expect(isQuoteUnchanged({ packageVersion: 1, expectedTotal: 11_880, consents, ...difference }, quote)).toBe(isSame)
})

test('the later start is one millisecond after the withdrawal period ends, even across clock changes', () => {
  const moments = fc.date({ min: new Date('2026-01-01'), max: new Date('2032-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(moments, (paidAt) => {
      expect(laterStart(paidAt).getTime()).toBe(withdrawableUntil(paidAt).getTime() + 1)
    }),
  )
})
