import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PurchaseStatus } from './contract.ts'
import {
  canComplete,
  creditSeriesOf,
  decideMoneyStatus,
  decidePeriod,
  delayedDays,
  delayOfPayment,
  packageState,
  seriesOf,
  splitCredit,
  splitSterling,
  taxInPence,
} from './rules.ts'

const both = { startNow: true, acknowledgeLoss: true }
const week = { weeks: 1, months: 0 }
const month = { weeks: 0, months: 1 }

type Given = {
  paidAt: string
  span?: typeof week
  runsUntil?: string
  consent?: typeof both
  buyer?: 'consumer' | 'business'
}

function period(given: Given) {
  const { startsAt, endsAt } = decidePeriod({
    agreement: { consent: given.consent ?? both, buyer: { kind: given.buyer ?? 'consumer' } },
    paidAt: new Date(given.paidAt),
    runsUntil: given.runsUntil === undefined ? undefined : new Date(given.runsUntil),
    span: given.span ?? month,
  })
  return [startsAt.toISOString(), endsAt.toISOString()]
}

test.each([
  ['31 January and a month ends with February', '2027-01-31T10:00:00Z', month, '2027-02-28T10:00:00.000Z'],
  ['which is a day longer in 2028', '2028-01-31T10:00:00Z', month, '2028-02-29T10:00:00.000Z'],
  ['a month that begins on the leap day', '2028-02-29T10:00:00Z', month, '2028-03-29T09:00:00.000Z'],
  ['a week over the change to summer time', '2027-03-25T10:00:00Z', week, '2027-04-01T09:00:00.000Z'],
  ['a week over the change to winter time', '2027-10-28T09:00:00Z', week, '2027-11-04T10:00:00.000Z'],
  ['a month that ends in the hour that is left out', '2027-02-28T01:30:00Z', month, '2027-03-28T01:30:00.000Z'],
  ['a month that ends in the hour that comes twice', '2027-09-30T00:30:00Z', month, '2027-10-30T00:30:00.000Z'],
])('%s', (_, paidAt, span, endsAt) => {
  expect(period({ paidAt, span })).toEqual([new Date(paidAt).toISOString(), endsAt])
})

test.each([
  { startNow: false, acknowledgeLoss: false },
  { startNow: true, acknowledgeLoss: false },
  { startNow: false, acknowledgeLoss: true },
])('with %j a package starts on day 15 of the contract', (consent) => {
  expect(period({ consent, paidAt: '2027-03-20T10:00:00Z', span: week })).toEqual([
    '2027-04-03T09:00:00.000Z',
    '2027-04-10T09:00:00.000Z',
  ])
})

test('bought again while it runs, a package starts at its own end; after that, at once', () => {
  expect(period({ paidAt: '2027-01-05T10:00:00Z', runsUntil: '2027-01-10T10:00:00Z', span: week })).toEqual([
    '2027-01-10T10:00:00.000Z',
    '2027-01-17T10:00:00.000Z',
  ])
  expect(period({ paidAt: '2027-01-10T10:00:00Z', runsUntil: '2027-01-10T10:00:00Z', span: week })[0]).toBe(
    '2027-01-10T10:00:00.000Z',
  )
})

test('bought again without consent, it starts at whichever is later: its own end or day 15', () => {
  const consent = { startNow: false, acknowledgeLoss: false }
  const paidAt = '2027-01-05T10:00:00Z'
  expect(period({ consent, paidAt, runsUntil: '2027-01-10T10:00:00Z' })[0]).toBe('2027-01-19T10:00:00.000Z')
  expect(period({ consent, paidAt, runsUntil: '2027-02-01T10:00:00Z' })[0]).toBe('2027-02-01T10:00:00.000Z')
})

test('a business starts at once without having ticked a box: the 14 days are a consumer’s', () => {
  const consent = { startNow: false, acknowledgeLoss: false }
  const paidAt = '2027-01-05T10:00:00Z'
  expect(period({ consent, paidAt, buyer: 'business' })[0]).toBe('2027-01-05T10:00:00.000Z')
  expect(period({ consent, paidAt, buyer: 'consumer' })[0]).toBe('2027-01-19T10:00:00.000Z')
})

test('every period ends after it starts, never starts before the payment, and leaves no gap to what runs already', () => {
  const moments = fc.date({ min: new Date('2026-01-01'), max: new Date('2032-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(moments, fc.boolean(), fc.option(moments, { nil: undefined }), (paidAt, isAtOnce, runsUntil) => {
      const consent = { startNow: isAtOnce, acknowledgeLoss: isAtOnce }
      const agreement = { consent, buyer: { kind: 'consumer' as const } }
      const { startsAt, endsAt } = decidePeriod({ agreement, paidAt, runsUntil, span: month })
      expect(endsAt > startsAt).toBe(true)
      expect(startsAt >= paidAt).toBe(true)
      if (runsUntil) expect(startsAt >= runsUntil).toBe(true)
      const days = (endsAt.getTime() - startsAt.getTime()) / 86_400_000
      expect(days).toBeGreaterThan(27.9)
      expect(days).toBeLessThan(31.1)
    }),
  )
})

test.each([
  ['2026-12-31T23:30:00Z', 'fw-2026'],
  ['2027-01-01T00:00:00Z', 'fw-2027'],
  ['2027-06-30T23:30:00Z', 'fw-2027'],
])('a number that is given out at %s belongs to %s, the year of London', (issuedAt, series) => {
  expect(seriesOf(false, new Date(issuedAt))).toBe(series)
  expect(seriesOf(true, new Date(issuedAt))).toBe(series.replace('fw', 'test'))
})

test('money completes what waits for it and what was given up, and nothing twice', () => {
  const completing = PurchaseStatus.options.filter(canComplete)
  expect(completing).toEqual(['pending', 'failed', 'cancelled'])
})

const owned = {
  startsAt: new Date('2027-01-10T10:00:00Z'),
  endsAt: new Date('2027-01-17T10:00:00Z'),
  cancelledAt: null,
  status: 'completed',
  subscription: null,
} as const

test.each([
  ['2027-01-10T09:59:59.999Z', 'scheduled'],
  ['2027-01-10T10:00:00.000Z', 'active'],
  ['2027-01-17T09:59:59.999Z', 'active'],
  ['2027-01-17T10:00:00.000Z', 'expired'],
])('at %s the package is %s', (now, state) => {
  expect(packageState(owned, new Date(now))).toBe(state)
})

test.each([
  [{ status: 'refunded' }, 'cancelled'],
  [{ cancelledAt: new Date('2027-01-11T10:00:00Z') }, 'cancelled'],
  [{ status: 'disputed' }, 'suspended'],
  [{ status: 'disputed', cancelledAt: new Date('2027-01-11T10:00:00Z') }, 'cancelled'],
  [{ status: 'partially_refunded' }, 'active'],
  [{ status: null }, 'active'],
] as const)('with %j it is %s, whatever the date says', (change, state) => {
  expect(packageState({ ...owned, ...change }, new Date('2027-01-12T10:00:00Z'))).toBe(state)
})

/** A total in parts, in any order and of any size, some of which come back again. */
const splits = fc
  .record({ total: fc.integer({ min: 2, max: 50_000 }), rate: fc.constantFrom(0, 1_000, 2_000) })
  .chain(({ total, rate }) => {
    const net = Math.round((total * 10_000) / (10_000 + rate))
    return fc.tuple(
      fc.constant({ total, tax: total - net }),
      fc.array(fc.integer({ min: 1, max: total }), { maxLength: 12 }),
    )
  })

test('the credit notes of an invoice add up to its tax, however it is split', () => {
  fc.assert(
    fc.property(splits, ([invoice, marks]) => {
      const ends = [...new Set([...marks, invoice.total])].sort((one, other) => one - other)
      let [net, tax, before] = [0, 0, 0]
      for (const after of ends) {
        const part = splitCredit(invoice, { before, after })
        expect(part.net + part.tax).toBe(after - before)
        expect(part.net).toBeGreaterThanOrEqual(0)
        expect(part.tax).toBeGreaterThanOrEqual(0)
        net += part.net
        tax += part.tax
        before = after
      }
      expect([net, tax]).toEqual([invoice.total - invoice.tax, invoice.tax])
    }),
    { numRuns: 5_000 },
  )
})

test('in sterling the credit notes of an invoice add up to its tax as well', () => {
  const rates = fc.integer({ min: 10_001, max: 19_999 }).map((rate) => `1.${String(rate).slice(1)}`)
  fc.assert(
    fc.property(splits, rates, ([invoice, marks], rate) => {
      const ends = [0, ...marks.sort((one, other) => one - other), invoice.total]
      const parts = ends
        .slice(1)
        .map((after, index) => splitSterling(invoice, rate, { before: ends[index] ?? 0, after }))
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(taxInPence(invoice.tax, rate))
    }),
  )
  // Rounded one by one, 69p and 686p would make 755p.
  const invoice = { tax: 990, total: 10_890 }
  const parts = [
    splitSterling(invoice, '1.31', { before: 0, after: 1_000 }),
    splitSterling(invoice, '1.31', { before: 1_000, after: 10_890 }),
  ]
  expect([...parts, taxInPence(990, '1.31')]).toEqual([69, 687, 756])
})

test('tax in sterling is rounded half up, at rates of any length', () => {
  expect(taxInPence(990, '1.31')).toBe(756)
  expect(taxInPence(3, '2')).toBe(2)
  expect(taxInPence(10_005, '10.0')).toBe(1_001)
  expect(taxInPence(0, '1.2345')).toBe(0)
})

test('what comes back and goes again leaves no penny of tax behind', () => {
  fc.assert(
    fc.property(splits, ([invoice, marks]) => {
      let [tax, before] = [0, 0]
      for (const after of [...marks, 0]) {
        const part = splitCredit(invoice, { before, after })
        tax += after > before ? part.tax : -part.tax
        before = after
      }
      expect(tax).toBe(0)
    }),
  )
})

test('credit notes have a series of their own, by the year in London', () => {
  expect(creditSeriesOf(false, new Date('2026-12-31T23:59:59Z'))).toBe('cn-2026')
  expect(creditSeriesOf(true, new Date('2027-01-01T00:00:00Z'))).toBe('test-cn-2027')
})

test.each([
  [0, false, 'completed'],
  [1, false, 'partially_refunded'],
  [11_879, false, 'partially_refunded'],
  [11_880, false, 'refunded'],
  [0, true, 'disputed'],
  [5_000, true, 'disputed'],
] as const)('a purchase of which %d went back (disputed: %s) is called %s', (givenBack, isDisputed, status) => {
  expect(decideMoneyStatus({ total: 11_880, givenBack, isDisputed })).toBe(status)
})

const monthly = { status: 'active', cancelsAtPeriodEnd: false } as const

test.each([
  [monthly, '2027-01-17T09:59:59.999Z', 'active'],
  [monthly, '2027-01-17T10:00:00.000Z', 'active'],
  [monthly, '2027-01-24T10:00:00.000Z', 'expired'],
  [{ ...monthly, cancelsAtPeriodEnd: true }, '2027-01-17T09:59:59.999Z', 'active'],
  [{ ...monthly, cancelsAtPeriodEnd: true }, '2027-01-17T10:00:00.000Z', 'expired'],
  [{ ...monthly, status: 'past_due' }, '2027-01-17T10:00:00.000Z', 'past_due'],
  [{ ...monthly, status: 'past_due' }, '2027-01-24T09:59:59.999Z', 'past_due'],
  [{ ...monthly, status: 'past_due' }, '2027-01-24T10:00:00.000Z', 'expired'],
  [{ ...monthly, status: 'ended' }, '2027-01-17T09:59:59.999Z', 'active'],
  [{ ...monthly, status: 'ended' }, '2027-01-17T10:00:00.000Z', 'expired'],
] as const)('of a subscription that is %j the month is at %s %s', (subscription, now, state) => {
  expect(packageState({ ...owned, subscription }, new Date(now))).toBe(state)
})

test.each([
  [{ startNow: true, acknowledgeLoss: true }, undefined, 0],
  [{ startNow: true, acknowledgeLoss: false }, undefined, 14],
  [{ startNow: true, acknowledgeLoss: true }, new Date('2027-01-12T09:00:00Z'), 2],
  [{ startNow: false, acknowledgeLoss: false }, new Date('2027-01-12T09:00:00Z'), 14],
  [{ startNow: true, acknowledgeLoss: true }, new Date('2027-01-09T09:00:00Z'), 0],
])('with the boxes %j and a package that runs until %s, months begin %i days later', (consent, runsUntil, days) => {
  const agreement = { consent, buyer: { kind: 'consumer' } } as const
  expect(delayedDays(agreement, { now: new Date('2027-01-10T10:00:00Z'), runsUntil })).toBe(days)
})

test.each([
  ['paid at once', both, '2027-01-10T10:00:00Z', 14, 0],
  ['paid 20 hours later', { startNow: false, acknowledgeLoss: false }, '2027-01-11T06:00:00Z', 14, 20],
  ['paid 20 hours later, with consent', both, '2027-01-11T06:00:00Z', 14, 0],
  ['waiting longer than that anyway', { startNow: false, acknowledgeLoss: false }, '2027-01-11T06:00:00Z', 20, 0],
])(
  'a subscription begun at 10:00 and %s waits as much longer as the payment took',
  (_, consent, paidAt, days, hours) => {
    const agreement = { consent, buyer: { kind: 'consumer' } } as const
    const moments = { startedAt: new Date('2027-01-10T10:00:00Z'), firstPaidAt: new Date(paidAt), delayedDays: days }
    expect(delayOfPayment(agreement, moments)).toBe(hours * 3_600_000)
  },
)
