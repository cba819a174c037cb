import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addSpan, companyDay, countDays } from '#platform/shared/calendar.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { PurchaseStatus } from './contract.ts'
import {
  type Agreement,
  canComplete,
  decideBilledPeriod,
  decidePeriod,
  decidePurchaseStatus,
  delayedDays,
  extraDelayDays,
  laterStart,
  type StartConsent,
} from './rules.ts'

const moments = fc.date({ min: new Date('2026-01-01'), max: new Date('2032-01-01'), noInvalidDate: true })
const today = { start: 'today' } as const
const later = { start: 'later' } as const
const week = { weeks: 1, months: 0 }
const month = { weeks: 0, months: 1 }

const consumer = (consent: StartConsent): Agreement => ({ consent, buyer: { kind: 'consumer' } })

type PeriodTerms = {
  paidAt: string
  span?: typeof week
  runsUntil?: string
  consent?: typeof today | typeof later
  buyer?: 'consumer' | 'business'
}

function period(terms: PeriodTerms) {
  const { startsAt, endsAt } = decidePeriod({
    agreement: { consent: terms.consent ?? today, buyer: { kind: terms.buyer ?? 'consumer' } },
    paidAt: new Date(terms.paidAt),
    runsUntil: terms.runsUntil === undefined ? undefined : new Date(terms.runsUntil),
    span: terms.span ?? month,
  })
  return [startsAt.toISOString(), endsAt.toISOString()]
}

test.each([
  ['a month from 31 January', '2027-01-31T10:00:00Z', month, '2027-02-28T10:00:00.000Z'],
  ['a month from 31 January in a leap year', '2028-01-31T10:00:00Z', month, '2028-02-29T10:00:00.000Z'],
  ['a month from the leap day', '2028-02-29T10:00:00Z', month, '2028-03-29T09:00:00.000Z'],
  ['a week across the change to summer time', '2027-03-25T10:00:00Z', week, '2027-04-01T09:00:00.000Z'],
  ['a week across the change to winter time', '2027-10-28T09:00:00Z', week, '2027-11-04T10:00:00.000Z'],
  ['a month to the hour that summer time skips', '2027-02-28T01:30:00Z', month, '2027-03-28T01:30:00.000Z'],
  ['a month to the hour that winter time repeats', '2027-09-30T00:30:00Z', month, '2027-10-30T00:30:00.000Z'],
])('the end of %s follows the London calendar', (_, paidAt, span, endsAt) => {
  expect(period({ paidAt, span })).toEqual([new Date(paidAt).toISOString(), endsAt])
})

test.each([
  ['bought in winter time and started in summer time', '2027-03-20T10:00:00Z', '2027-04-03T23:00:00.000Z'],
  ['bought in summer time and started in winter time', '2027-10-20T10:00:00Z', '2027-11-04T00:00:00.000Z'],
  ['bought an hour before midnight in London', '2027-06-10T22:00:00Z', '2027-06-24T23:00:00.000Z'],
  ['bought at midnight in London', '2027-06-10T23:00:00Z', '2027-06-25T23:00:00.000Z'],
])('a package with the later start begins at midnight in London on day 15: %s', (_, paidAt, startsAt) => {
  expect(period({ consent: later, paidAt, span: week })[0]).toBe(startsAt)
})

test('the later start is midnight in London, 15 days later, even across a clock change', () => {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', timeStyle: 'medium' })
  fc.assert(
    fc.property(moments, (paidAt) => {
      const startsAt = laterStart(paidAt)
      expect(clock.format(startsAt)).toBe('00:00:00')
      expect(countDays(companyDay(paidAt), companyDay(startsAt))).toBe(15)
    }),
    { numRuns: 1_000 },
  )
})

test('a package bought again starts when the current one ends, or immediately if that has ended', () => {
  expect(period({ paidAt: '2027-01-05T10:00:00Z', runsUntil: '2027-01-10T10:00:00Z', span: week })).toEqual([
    '2027-01-10T10:00:00.000Z',
    '2027-01-17T10:00:00.000Z',
  ])
  expect(period({ paidAt: '2027-01-10T10:00:00Z', runsUntil: '2027-01-10T10:00:00Z', span: week })[0]).toBe(
    '2027-01-10T10:00:00.000Z',
  )
})

test('a package bought again with the later start begins on day 15 or when the current one ends', () => {
  const consent = later
  const paidAt = '2027-01-05T10:00:00Z'
  expect(period({ consent, paidAt, runsUntil: '2027-01-10T10:00:00Z' })[0]).toBe('2027-01-20T00:00:00.000Z')
  expect(period({ consent, paidAt, runsUntil: '2027-02-01T10:00:00Z' })[0]).toBe('2027-02-01T10:00:00.000Z')
})

test('a business package starts immediately, because the 14 days apply only to consumers', () => {
  const consent = later
  const paidAt = '2027-01-05T10:00:00Z'
  expect(period({ consent, paidAt, buyer: 'business' })[0]).toBe('2027-01-05T10:00:00.000Z')
  expect(period({ consent, paidAt, buyer: 'consumer' })[0]).toBe('2027-01-20T00:00:00.000Z')
})

test('every period starts after both the payment and the end of the current package, and lasts a month', () => {
  fc.assert(
    fc.property(moments, fc.boolean(), fc.option(moments, { nil: undefined }), (paidAt, startsToday, runsUntil) => {
      const agreement = consumer(startsToday ? today : later)
      const { startsAt, endsAt } = decidePeriod({ agreement, paidAt, runsUntil, span: month })
      expect(endsAt > startsAt).toBe(true)
      expect(startsAt >= paidAt).toBe(true)
      if (runsUntil) expect(startsAt >= runsUntil).toBe(true)
      const days = (endsAt.getTime() - startsAt.getTime()) / DAY_MS
      expect(days).toBeGreaterThan(27.9)
      expect(days).toBeLessThan(31.1)
    }),
  )
})

test('only pending, failed and cancelled purchases can be completed by a payment', () => {
  const completable = PurchaseStatus.options.filter(canComplete)
  expect(completable).toEqual(['pending', 'failed', 'cancelled'])
})

test.each([
  [0, false, 'completed'],
  [1, false, 'partially_refunded'],
  [11_879, false, 'partially_refunded'],
  [11_880, false, 'refunded'],
  [0, true, 'disputed'],
  [5_000, true, 'disputed'],
] as const)('a purchase with %d refunded (disputed: %s) is %s', (credited, isDisputed, status) => {
  expect(decidePurchaseStatus({ total: 11_880, credited, isDisputed })).toBe(status)
})

test.each([
  [today, undefined, 0],
  [later, undefined, 15],
  [today, new Date('2027-01-12T09:00:00Z'), 2],
  [later, new Date('2027-01-12T09:00:00Z'), 15],
  [later, new Date('2027-02-10T00:00:00Z'), 31],
  [later, new Date('2027-02-10T00:00:01Z'), 32],
  [today, new Date('2027-01-09T09:00:00Z'), 0],
])(
  'with the choice %j and a package that ends at %s, months start %i days after payment',
  (consent, runsUntil, days) => {
    expect(delayedDays(consumer(consent), { now: new Date('2027-01-10T10:00:00Z'), runsUntil })).toBe(days)
  },
)

test.each([
  ['paid immediately', later, '2027-01-10T10:00:00Z', 15, 0],
  ['paid after midnight', later, '2027-01-11T06:00:00Z', 15, 1],
  ['paid after midnight, to start today', today, '2027-01-11T06:00:00Z', 0, 0],
  ['paid after midnight, but already delayed for longer', later, '2027-01-11T06:00:00Z', 20, 0],
])(
  'a subscription ordered at 10:00 and %s starts after the withdrawal period that follows its payment',
  (_, consent, paidAt, days, extraDays) => {
    const payment = { startedAt: new Date('2027-01-10T10:00:00Z'), firstPaidAt: new Date(paidAt), delayedDays: days }
    expect(extraDelayDays(consumer(consent), payment)).toBe(extraDays)
  },
)

test('with the later start, months follow each other without gaps or overlaps', () => {
  fc.assert(
    fc.property(moments, fc.integer({ min: 15, max: 60 }), (paidAt, days) => {
      const secondPaidAt = addSpan(paidAt, { months: 1 })
      const thirdPaidAt = addSpan(paidAt, { months: 2 })
      const firstMonth = decideBilledPeriod({ startsAt: paidAt, endsAt: secondPaidAt }, consumer(later), days)
      const secondMonth = decideBilledPeriod({ startsAt: secondPaidAt, endsAt: thirdPaidAt }, consumer(later), days)
      expect(firstMonth.endsAt).toEqual(secondMonth.startsAt)
      expect(firstMonth.startsAt >= laterStart(paidAt)).toBe(true)
    }),
  )
})
