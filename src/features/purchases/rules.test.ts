import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addSpan, companyDay, countDays } from '#platform/shared/calendar.ts'
import { PurchaseStatus } from './contract.ts'
import { splitCredit, splitSterling, taxInPence, toCreditNoteSequence, toInvoiceSequence } from './documents/rules.ts'
import { decideEarlyStart } from './early-start/rules.ts'
import { isUsable, packageState } from './entitlements/rules.ts'
import {
  canComplete,
  decideBilledPeriod,
  decidePeriod,
  decidePurchaseStatus,
  delayedDays,
  extraDelayDays,
  laterStart,
} from './rules.ts'

const moments = fc.date({ min: new Date('2026-01-01'), max: new Date('2032-01-01'), noInvalidDate: true })
const today = { start: 'today' } as const
const later = { start: 'later' } as const
const week = { weeks: 1, months: 0 }
const month = { weeks: 0, months: 1 }

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
  ['a week over the change to summer time', '2027-03-25T10:00:00Z', week, '2027-04-01T09:00:00.000Z'],
  ['a week over the change to winter time', '2027-10-28T09:00:00Z', week, '2027-11-04T10:00:00.000Z'],
  ['a month to the hour that summer time skips', '2027-02-28T01:30:00Z', month, '2027-03-28T01:30:00.000Z'],
  ['a month to the hour that winter time repeats', '2027-09-30T00:30:00Z', month, '2027-10-30T00:30:00.000Z'],
])('the end of %s follows the London calendar', (_, paidAt, span, endsAt) => {
  expect(period({ paidAt, span })).toEqual([new Date(paidAt).toISOString(), endsAt])
})

test.each([
  ['bought in winter, it starts in summer time', '2027-03-20T10:00:00Z', '2027-04-03T23:00:00.000Z'],
  ['bought in summer, it starts in winter time', '2027-10-20T10:00:00Z', '2027-11-04T00:00:00.000Z'],
  ['bought an hour before midnight in London', '2027-06-10T22:00:00Z', '2027-06-24T23:00:00.000Z'],
  ['bought at midnight in London', '2027-06-10T23:00:00Z', '2027-06-25T23:00:00.000Z'],
])('a package with the later start begins at midnight in London on day 15: %s', (_, paidAt, startsAt) => {
  expect(period({ consent: later, paidAt, span: week })[0]).toBe(startsAt)
})

test('the later start is midnight in London 15 days on, over every clock change', () => {
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

test.each([
  ['scheduled', '2027-01-12T10:00:00Z', false],
  ['active', '2027-01-12T10:00:00Z', true],
  ['past_due', '2027-01-12T10:00:00Z', true],
  ['past_due', '2027-01-08T10:00:00Z', false],
  ['active', '2027-01-08T10:00:00Z', false],
  ['suspended', '2027-01-12T10:00:00Z', false],
  ['cancelled', '2027-01-12T10:00:00Z', false],
  ['expired', '2027-01-08T10:00:00Z', false],
] as const)('a package that is %s and ends at %s can be booked: %s', (state, endsAt, isBookable) => {
  expect(isUsable({ state, endsAt: new Date(endsAt) }, new Date('2027-01-08T10:00:00Z'))).toBe(isBookable)
})

test('a package bought again starts when the running one ends, or immediately after that', () => {
  expect(period({ paidAt: '2027-01-05T10:00:00Z', runsUntil: '2027-01-10T10:00:00Z', span: week })).toEqual([
    '2027-01-10T10:00:00.000Z',
    '2027-01-17T10:00:00.000Z',
  ])
  expect(period({ paidAt: '2027-01-10T10:00:00Z', runsUntil: '2027-01-10T10:00:00Z', span: week })[0]).toBe(
    '2027-01-10T10:00:00.000Z',
  )
})

test("a package bought again with the later start begins at the running one's end or on day 15", () => {
  const consent = later
  const paidAt = '2027-01-05T10:00:00Z'
  expect(period({ consent, paidAt, runsUntil: '2027-01-10T10:00:00Z' })[0]).toBe('2027-01-20T00:00:00.000Z')
  expect(period({ consent, paidAt, runsUntil: '2027-02-01T10:00:00Z' })[0]).toBe('2027-02-01T10:00:00.000Z')
})

test('a business package starts immediately, because the 14 days are for consumers', () => {
  const consent = later
  const paidAt = '2027-01-05T10:00:00Z'
  expect(period({ consent, paidAt, buyer: 'business' })[0]).toBe('2027-01-05T10:00:00.000Z')
  expect(period({ consent, paidAt, buyer: 'consumer' })[0]).toBe('2027-01-20T00:00:00.000Z')
})

test('every period ends after it starts, and starts after the payment and the running package', () => {
  fc.assert(
    fc.property(moments, fc.boolean(), fc.option(moments, { nil: undefined }), (paidAt, startsToday, runsUntil) => {
      const agreement = { consent: startsToday ? today : later, buyer: { kind: 'consumer' as const } }
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
])('a number issued at %s belongs to the sequence %s by London time', (issuedAt, sequence) => {
  expect(toInvoiceSequence(false, new Date(issuedAt))).toBe(sequence)
  expect(toInvoiceSequence(true, new Date(issuedAt))).toBe(sequence.replace('fw', 'test'))
})

test('a payment completes pending, failed and cancelled purchases only', () => {
  const completable = PurchaseStatus.options.filter(canComplete)
  expect(completable).toEqual(['pending', 'failed', 'cancelled'])
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
] as const)('with %j the package is %s, whatever its dates', (change, state) => {
  expect(packageState({ ...owned, ...change }, new Date('2027-01-12T10:00:00Z'))).toBe(state)
})

/** An invoice total split into arbitrary parts, some of which are reversed. */
const splits = fc
  .record({ total: fc.integer({ min: 2, max: 50_000 }), rate: fc.constantFrom(0, 1_000, 2_000) })
  .chain(({ total, rate }) => {
    const net = Math.round((total * 10_000) / (10_000 + rate))
    return fc.tuple(
      fc.constant({ total, tax: total - net }),
      fc.array(fc.integer({ min: 1, max: total }), { maxLength: 12 }),
    )
  })

test("credit notes add up to the invoice's tax, however it is split", () => {
  fc.assert(
    fc.property(splits, ([invoice, amounts]) => {
      const ends = [...new Set([...amounts, invoice.total])].sort((left, right) => left - right)
      let [net, tax, before] = [0, 0, 0]
      for (const after of ends) {
        const credit = splitCredit(invoice, { before, after })
        expect(credit.net + credit.tax).toBe(after - before)
        expect(credit.net).toBeGreaterThanOrEqual(0)
        expect(credit.tax).toBeGreaterThanOrEqual(0)
        net += credit.net
        tax += credit.tax
        before = after
      }
      expect([net, tax]).toEqual([invoice.total - invoice.tax, invoice.tax])
    }),
    { numRuns: 5_000 },
  )
})

test("credit notes add up to the invoice's tax in sterling", () => {
  const rates = fc.integer({ min: 10_001, max: 19_999 }).map((rate) => `1.${String(rate).slice(1)}`)
  fc.assert(
    fc.property(splits, rates, ([invoice, amounts], rate) => {
      const ends = [0, ...amounts.sort((left, right) => left - right), invoice.total]
      const taxes = ends
        .slice(1)
        .map((after, index) => splitSterling(invoice, rate, { before: ends[index] ?? 0, after }))
      expect(taxes.reduce((sum, tax) => sum + tax, 0)).toBe(taxInPence(invoice.tax, rate))
    }),
  )
  // Rounded separately, 69p and 686p would add up to 755p.
  const invoice = { tax: 990, total: 10_890 }
  const taxes = [
    splitSterling(invoice, '1.31', { before: 0, after: 1_000 }),
    splitSterling(invoice, '1.31', { before: 1_000, after: 10_890 }),
  ]
  expect([...taxes, taxInPence(990, '1.31')]).toEqual([69, 687, 756])
})

test('tax in sterling is rounded half up, at any rate', () => {
  expect(taxInPence(990, '1.31')).toBe(756)
  expect(taxInPence(3, '2')).toBe(2)
  expect(taxInPence(10_005, '10.0')).toBe(1_001)
  expect(taxInPence(0, '1.2345')).toBe(0)
})

test('reversing all credit notes leaves no tax', () => {
  fc.assert(
    fc.property(splits, ([invoice, amounts]) => {
      let [tax, before] = [0, 0]
      for (const after of [...amounts, 0]) {
        const credit = splitCredit(invoice, { before, after })
        tax += after > before ? credit.tax : -credit.tax
        before = after
      }
      expect(tax).toBe(0)
    }),
  )
})

test('credit notes have their own number sequence per London year', () => {
  expect(toCreditNoteSequence(false, new Date('2026-12-31T23:59:59Z'))).toBe('cn-2026')
  expect(toCreditNoteSequence(true, new Date('2027-01-01T00:00:00Z'))).toBe('test-cn-2027')
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
] as const)('with the subscription %j the month at %s is %s', (subscription, now, state) => {
  expect(packageState({ ...owned, subscription }, new Date(now))).toBe(state)
})

test.each([
  [today, undefined, 0],
  [later, undefined, 15],
  [today, new Date('2027-01-12T09:00:00Z'), 2],
  [later, new Date('2027-01-12T09:00:00Z'), 15],
  [later, new Date('2027-02-10T00:00:00Z'), 31],
  [later, new Date('2027-02-10T00:00:01Z'), 32],
  [today, new Date('2027-01-09T09:00:00Z'), 0],
])('with the choice %j and a package running until %s, months start %i days later', (consent, runsUntil, days) => {
  const agreement = { consent, buyer: { kind: 'consumer' } } as const
  expect(delayedDays(agreement, { now: new Date('2027-01-10T10:00:00Z'), runsUntil })).toBe(days)
})

test.each([
  ['paid immediately', later, '2027-01-10T10:00:00Z', 15, 0],
  ['paid after midnight', later, '2027-01-11T06:00:00Z', 15, 1],
  ['paid after midnight, to start today', today, '2027-01-11T06:00:00Z', 0, 0],
  ['paid after midnight, but already delayed for longer', later, '2027-01-11T06:00:00Z', 20, 0],
])(
  'a subscription ordered at 10:00 and %s starts after the withdrawal period of its payment',
  (_, consent, paidAt, days, extraDays) => {
    const agreement = { consent, buyer: { kind: 'consumer' } } as const
    const payment = { startedAt: new Date('2027-01-10T10:00:00Z'), firstPaidAt: new Date(paidAt), delayedDays: days }
    expect(extraDelayDays(agreement, payment)).toBe(extraDays)
  },
)

test('months with the later start follow each other without gap or overlap', () => {
  const agreement = { consent: later, buyer: { kind: 'consumer' } } as const
  fc.assert(
    fc.property(moments, fc.integer({ min: 15, max: 60 }), (paidAt, days) => {
      const [firstStart, secondStart, thirdStart] = [0, 1, 2].map((months) => addSpan(paidAt, { months }))
      const firstMonth = decideBilledPeriod(
        { startsAt: firstStart as Date, endsAt: secondStart as Date },
        agreement,
        days,
      )
      const secondMonth = decideBilledPeriod(
        { startsAt: secondStart as Date, endsAt: thirdStart as Date },
        agreement,
        days,
      )
      expect(firstMonth.endsAt).toEqual(secondMonth.startsAt)
      expect(firstMonth.startsAt >= laterStart(paidAt)).toBe(true)
    }),
  )
})

const waiting = {
  endsAt: new Date('2027-01-27T00:00:00Z'),
  boughtUntil: new Date('2027-01-27T00:00:00Z'),
  span: week,
  firstMonth: null,
}

test('an early start gives the package its full time and keeps staff extensions', () => {
  const now = new Date('2027-01-08T12:00:00Z')
  const endsAt = new Date('2027-01-15T12:00:00Z')
  expect(decideEarlyStart(waiting, now)).toEqual({ startsAt: now, endsAt, boughtUntil: endsAt, delayedDays: null })
  const extended = { ...waiting, endsAt: new Date('2027-02-20T00:00:00Z') }
  expect(decideEarlyStart(extended, now)).toMatchObject({ endsAt: extended.endsAt, boughtUntil: endsAt })
})

test('an early start gives the first month its full time, and the next one follows', () => {
  const agreement = { consent: today, buyer: { kind: 'consumer' } } as const
  const end = new Date('2028-01-01')
  fc.assert(
    fc.property(moments, fc.integer({ min: 0, max: 15 * 24 * 60 }), (begunAt, minutes) => {
      const now = new Date(begunAt.getTime() + minutes * 60_000)
      const paidUntil = addSpan(begunAt, { months: 1 })
      const early = decideEarlyStart(
        { endsAt: end, boughtUntil: end, span: month, firstMonth: { begunAt, paidUntil } },
        now,
      )
      const next = { startsAt: paidUntil, endsAt: addSpan(begunAt, { months: 2 }) }
      expect(decideBilledPeriod(next, agreement, early.delayedDays ?? 0).startsAt).toEqual(early.boughtUntil)
      const days = (early.boughtUntil.getTime() - now.getTime()) / 86_400_000
      expect(days).toBeGreaterThan(27.9)
      expect(days).toBeLessThan(32.1)
    }),
  )
})
