import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addSpan } from '#platform/shared/calendar.ts'
import {
  countUnused,
  decideRefundStep,
  decideStaffRefund,
  decideUpgradeRefund,
  decideWithdrawal,
  type Received,
  type ReceivedLine,
  withdrawableUntil,
} from './refund.ts'

const startsAt = new Date('2026-03-20T10:00:00Z')
const boughtUntil = addSpan(startsAt, { months: 1 })
const now = addSpan(startsAt, { days: 3 })

const line = (weight: number, promised: number | null, used: number): ReceivedLine => ({
  title: 'Line',
  weight,
  promised,
  used,
})
const received = (...lines: ReceivedLine[]): Received => ({ startsAt, boughtUntil, cancelledAt: null, lines })

const purchase = {
  status: 'completed' as const,
  total: 11_880,
  refunded: 0,
  currency: 'GBP' as const,
  buyer: { kind: 'consumer' as const },
  consent: { startNow: true, acknowledgeLoss: true },
  completedAt: startsAt,
  createdAt: startsAt,
}
const standing = {
  received: received(line(4_000, 1, 0), line(6_000, 3, 0)),
  isRenewal: false,
  comingSessions: 0,
  isGivenBack: false,
  now,
}

/** Any package with limited lines, and what was received of each. */
const packages = fc
  .array(fc.record({ weight: fc.integer({ min: 1, max: 5_000 }), promised: fc.integer({ min: 1, max: 12 }) }), {
    minLength: 1,
    maxLength: 8,
  })
  .chain((lines) => {
    const sum = lines.reduce((total, { weight }) => total + weight, 0)
    const shares = lines.map(({ weight }) => Math.floor((weight * 10_000) / sum))
    const rest = 10_000 - shares.reduce((total, share) => total + share, 0)
    return fc
      .tuple(...lines.map(({ promised }) => fc.integer({ min: 0, max: promised })))
      .map((used) =>
        lines.map(({ promised }, index) =>
          line((shares[index] ?? 0) + (index === 0 ? rest : 0), promised, used[index] ?? 0),
        ),
      )
  })
const totals = fc.integer({ min: 1, max: 100_000 })

test('a member gets back the price less what was received, to the penny and never a penny short', () => {
  fc.assert(
    fc.property(totals, packages, (total, lines) => {
      const { unused } = countUnused(total, received(...lines), now)
      const share =
        lines.reduce((sum, { weight, promised, used }) => sum + (weight * used) / (promised ?? 1), 0) / 10_000
      expect(unused).toBeGreaterThanOrEqual(total * (1 - share) - 0.000_1)
      expect(unused).toBeLessThan(total * (1 - share) + 1.000_1)
      expect(Number.isInteger(unused)).toBe(true)
    }),
    { numRuns: 5_000 },
  )
})

test('nothing received gives back everything, everything received nothing', () => {
  fc.assert(
    fc.property(totals, packages, (total, lines) => {
      const none = lines.map((each) => ({ ...each, used: 0 }))
      const all = lines.map((each) => ({ ...each, used: each.promised ?? 0 }))
      expect(countUnused(total, received(...none), now).unused).toBe(total)
      expect(countUnused(total, received(...all), now).unused).toBe(0)
    }),
  )
})

test('more received never gives back more', () => {
  fc.assert(
    fc.property(totals, packages, (total, lines) => {
      const before = countUnused(total, received(...lines), now).unused
      const more = lines.map((each) => ({ ...each, used: Math.min(each.used + 1, each.promised ?? 0) }))
      expect(countUnused(total, received(...more), now).unused).toBeLessThanOrEqual(before)
    }),
  )
})

test('a refund is never below nothing or above what is left of the payment', () => {
  fc.assert(
    fc.property(totals, packages, fc.nat(100_000), fc.integer({ min: -20, max: 40 }), (total, lines, given, days) => {
      const refunded = Math.min(given, total)
      const { refund } = decideWithdrawal(
        { ...purchase, total, refunded },
        { ...standing, received: received(...lines), now: addSpan(startsAt, { days }) },
      )
      expect(refund).toBeGreaterThanOrEqual(0)
      expect(refund).toBeLessThanOrEqual(total - refunded)
    }),
  )
})

test('a package with something unlimited is counted by full days, also over a clock change', () => {
  const unlimited = received(line(5_000, null, 9), line(5_000, 1, 1))
  const after = (days: number, hours = 0) => new Date(addSpan(startsAt, { days }).getTime() + hours * 3_600_000)
  expect(countUnused(3_100, unlimited, after(0, 23))).toEqual({
    unused: 3_100,
    counting: { by: 'days', used: 0, of: 31 },
  })
  expect(countUnused(3_100, unlimited, after(10, 1)).unused).toBe(2_100)
  // The clocks went forward on 29 March.
  expect(countUnused(3_100, unlimited, after(10, -1)).unused).toBe(2_200)
  expect(countUnused(3_100, unlimited, after(40)).unused).toBe(0)
})

test('days stop to count when the package was ended', () => {
  const ended = { ...received(line(10_000, null, 0)), cancelledAt: addSpan(startsAt, { days: 2 }) }
  expect(countUnused(3_100, ended, addSpan(startsAt, { days: 12 })).counting).toEqual({ by: 'days', used: 2, of: 31 })
})

test('the right to cancel ends with the fourteenth day in London', () => {
  expect(withdrawableUntil(new Date('2026-03-20T23:30:00Z'))).toEqual(new Date('2026-04-03T22:59:59.999Z'))
  expect(withdrawableUntil(new Date('2026-06-01T23:30:00Z'))).toEqual(new Date('2026-06-16T22:59:59.999Z'))
  const until = withdrawableUntil(startsAt)
  expect(decideWithdrawal(purchase, { ...standing, now: until }).obstacle).toBeNull()
  expect(decideWithdrawal(purchase, { ...standing, now: new Date(until.getTime() + 1) }).obstacle).toBe('too-late')
})

test.each([
  [
    'everything',
    'what starts on day 15 was not begun',
    { received: { ...standing.received, startsAt: addSpan(now, { days: 9 }) } },
    {},
  ],
  [
    'everything',
    'no start was asked for',
    { received: received(line(10_000, 2, 1)) },
    { consent: { startNow: true, acknowledgeLoss: false } },
  ],
])('%s goes back where %s', (_, __, standingNow, bought) => {
  expect(decideWithdrawal({ ...purchase, ...bought }, { ...standing, ...standingNow })).toMatchObject({
    obstacle: null,
    refund: 11_880,
    counting: { by: 'nothing-used' },
  })
})

test.each([
  ['not-paid', { status: 'pending' as const }, {}],
  ['not-paid', { status: 'disputed' as const }, {}],
  ['given-back', { status: 'refunded' as const }, {}],
  ['given-back', { refunded: 11_880 }, {}],
  ['given-back', {}, { isGivenBack: true }],
  ['business', { buyer: { kind: 'business' as const } }, {}],
  ['renewal', {}, { isRenewal: true }],
  ['fully-delivered', {}, { received: received(line(4_000, 1, 1), line(6_000, 3, 3)) }],
] as const)('cancelling is not possible: %s', (obstacle, bought, standingNow) => {
  const decision = decideWithdrawal({ ...purchase, ...bought }, { ...standing, ...standingNow })
  expect(decision).toMatchObject({ obstacle, refund: 0 })
})

test('staff give back at most what is left', () => {
  fc.assert(
    fc.property(fc.nat(11_880), fc.integer({ min: 1, max: 20_000 }), (refunded, amount) => {
      const { refusal, isWhole } = decideStaffRefund({ ...purchase, refunded }, amount)
      const remainder = 11_880 - refunded
      expect(refusal === null).toBe(amount <= remainder && remainder > 0)
      expect(isWhole).toBe(amount === remainder)
    }),
  )
})

test('for an exchanged package the promised credit goes back, or what is left, and once', () => {
  const old = { total: 11_880, refunded: 10_000 }
  expect(decideUpgradeRefund(old, { credit: 1_500, isGivenBack: false })).toBe(1_500)
  expect(decideUpgradeRefund(old, { credit: 9_000, isGivenBack: false })).toBe(1_880)
  expect(decideUpgradeRefund(old, { credit: 1_500, isGivenBack: true })).toBe(0)
})

test('whatever the provider says of a refund, in whatever order: money leaves once and comes back once at most', () => {
  const reports = fc.array(fc.constantFrom('pending' as const, 'succeeded' as const, 'failed' as const))
  fc.assert(
    fc.property(reports, (reported) => {
      let known: Parameters<typeof decideRefundStep>[0] = { status: 'requested', isKnownToProvider: false }
      const steps = reported.map((status) => {
        const step = decideRefundStep(known, status)
        if (step !== 'nothing') known = { status, isKnownToProvider: true }
        return step
      })
      const [sent, back] = ['sent', 'came-back'].map((name) => steps.filter((step) => step === name).length)
      expect(sent).toBeLessThanOrEqual(1)
      expect(back).toBeLessThanOrEqual(Number(sent))
    }),
  )
})
