import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addSpan } from '#platform/shared/calendar.ts'
import { usedPackages } from '#tests/support/app/used-packages.ts'
import { calculateUnused, decideWithdrawal, type LineUsage, type PackageUsage, withdrawableUntil } from './rules.ts'

const startsAt = new Date('2026-03-20T10:00:00Z')
const boughtUntil = addSpan(startsAt, { months: 1 })
const now = addSpan(startsAt, { days: 3 })

const line = (weight: number, promised: number | null, used: number): LineUsage => ({
  title: 'Line',
  weight,
  promised,
  used,
})
const createUsage = (...lines: LineUsage[]): PackageUsage => ({ startsAt, boughtUntil, cancelledAt: null, lines })

const purchase = {
  status: 'completed' as const,
  total: 11_880,
  refunded: 0,
  currency: 'GBP' as const,
  buyer: { kind: 'consumer' as const },
  consent: { start: 'today' as const },
  completedAt: startsAt,
  createdAt: startsAt,
}
const facts = {
  usage: createUsage(line(4_000, 1, 0), line(6_000, 3, 0)),
  isRenewal: false,
  upcomingSessions: 0,
  isAlreadyRefunded: false,
  now,
}

/** A package with limited lines, each of them partly used. */
const packages = fc
  .array(fc.record({ weight: fc.integer({ min: 1, max: 5_000 }), promised: fc.integer({ min: 1, max: 12 }) }), {
    minLength: 1,
    maxLength: 8,
  })
  .chain((lines) => {
    const sum = lines.reduce((total, { weight }) => total + weight, 0)
    const shares = lines.map(({ weight }) => Math.floor((weight * 10_000) / sum))
    const remainder = 10_000 - shares.reduce((total, share) => total + share, 0)
    return fc
      .tuple(...lines.map(({ promised }) => fc.integer({ min: 0, max: promised })))
      .map((used) =>
        lines.map(({ promised }, index) =>
          line((shares[index] ?? 0) + (index === 0 ? remainder : 0), promised, used[index] ?? 0),
        ),
      )
  })
const totals = fc.integer({ min: 1, max: 100_000 })

test('the withdrawal refund is the unused share of the price, rounded up to a whole penny', () => {
  fc.assert(
    fc.property(totals, packages, (total, lines) => {
      const { unused } = calculateUnused(total, createUsage(...lines), now)
      const share =
        lines.reduce((sum, { weight, promised, used }) => sum + (weight * used) / (promised ?? 1), 0) / 10_000
      expect(unused).toBeGreaterThanOrEqual(total * (1 - share) - 0.000_1)
      expect(unused).toBeLessThan(total * (1 - share) + 1.000_1)
      expect(Number.isInteger(unused)).toBe(true)
    }),
    { numRuns: 5_000 },
  )
})

test('an unused package is refunded in full, and a fully used one not at all', () => {
  fc.assert(
    fc.property(totals, packages, (total, lines) => {
      const unusedLines = lines.map((item) => ({ ...item, used: 0 }))
      const usedLines = lines.map((item) => ({ ...item, used: item.promised ?? 0 }))
      expect(calculateUnused(total, createUsage(...unusedLines), now).unused).toBe(total)
      expect(calculateUnused(total, createUsage(...usedLines), now).unused).toBe(0)
    }),
  )
})

test('using more of a package never increases the refund', () => {
  fc.assert(
    fc.property(totals, packages, (total, lines) => {
      const before = calculateUnused(total, createUsage(...lines), now).unused
      const moreUsed = lines.map((item) => ({ ...item, used: Math.min(item.used + 1, item.promised ?? 0) }))
      expect(calculateUnused(total, createUsage(...moreUsed), now).unused).toBeLessThanOrEqual(before)
    }),
  )
})

/** Any package on sale, with an earlier refund and a time before, during or after the package. */
const sold = fc
  .tuple(usedPackages, fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: -400, max: 800 }))
  .map(([{ total, span, lines }, refundedShare, hours]) => ({
    total,
    refunded: Math.floor((total * refundedShare) / 10_000),
    until: addSpan(startsAt, span),
    at: new Date(startsAt.getTime() + hours * 3_600_000),
    lines,
  }))

test('a refund is between zero and the amount left, and never full once something has been delivered', () => {
  fc.assert(
    fc.property(sold, ({ total, refunded, until, at, lines }) => {
      const decision = decideWithdrawal(
        { ...purchase, total, refunded },
        { ...facts, usage: { startsAt, boughtUntil: until, cancelledAt: null, lines }, now: at },
      )
      expect(decision.refund).toBeGreaterThanOrEqual(0)
      expect(decision.refund).toBeLessThanOrEqual(total - refunded)
      const isDelivered = lines.some(({ used }) => used > 0)
      const hasBegun = at >= startsAt && lines.some(({ promised }) => promised === null)
      if (refunded === total || decision.blocker) expect(decision.refund).toBe(0)
      else if (isDelivered || hasBegun) expect(refunded + decision.refund).toBeLessThan(total)
      else expect(refunded + decision.refund).toBe(total)
    }),
    { numRuns: 5_000 },
  )
})

test('earlier refunds are deducted from the withdrawal refund', () => {
  const halfUsed = { usage: createUsage(line(5_000, 1, 1), line(5_000, 1, 0)) }
  const refundAfter = (refunded: number) =>
    decideWithdrawal({ ...purchase, refunded }, { ...facts, ...halfUsed }).refund
  expect([0, 1_880, 5_940, 9_000].map(refundAfter)).toEqual([5_940, 4_060, 0, 0])
})

const daysAfterStart = (days: number, hours = 0) => new Date(addSpan(startsAt, { days }).getTime() + hours * 3_600_000)

test('for a package with an unlimited line, each day started is charged, even across a clock change', () => {
  const unlimited = createUsage(line(5_000, null, 0), line(5_000, 1, 0))
  const unusedAfter = (days: number, hours = 0) => calculateUnused(3_100, unlimited, daysAfterStart(days, hours)).unused
  expect(unusedAfter(-1)).toBe(3_100)
  expect(calculateUnused(3_100, unlimited, daysAfterStart(0, 23))).toEqual({
    unused: 3_000,
    counting: { by: 'days', used: 1, of: 31 },
  })
  expect(unusedAfter(10, 1)).toBe(2_000)
  // The clocks went forward on 29 March.
  expect(unusedAfter(10, -1)).toBe(2_100)
  expect(unusedAfter(30)).toBe(0)
  expect(unusedAfter(40)).toBe(0)
})

test('what was delivered is charged instead of the days if it is worth more', () => {
  const partlyUsed = createUsage(line(2_000, 1, 1), line(5_000, null, 0), line(3_000, 1, 0))
  const firstDay = calculateUnused(3_100, partlyUsed, daysAfterStart(0, 1))
  expect(firstDay.unused).toBe(2_480)
  expect(firstDay.counting).toMatchObject({
    by: 'lines',
    lines: [
      { used: 1, promised: 1, isByDays: false },
      { used: 0, promised: 31, isByDays: true },
      { used: 0, promised: 1, isByDays: false },
    ],
  })
  const moreUsed = createUsage(line(2_000, 1, 1), line(5_000, null, 7), line(3_000, 1, 0))
  const secondDay = calculateUnused(3_100, moreUsed, daysAfterStart(1, 1))
  // The call is worth a fifth of the price, and two days' use of the unlimited line is taken from half of it.
  expect(secondDay.unused).toBe(3_100 - 620 - 100)
  expect(secondDay.counting).toMatchObject({
    lines: [{ used: 1 }, { used: 2, promised: 31, isByDays: true }, { used: 0 }],
  })
  // A call that took place before the start still counts.
  expect(calculateUnused(3_100, createUsage(line(10_000, null, 1)), daysAfterStart(-1)).unused).toBe(3_000)
})

test('a package with an unlimited line is fully delivered only once it is over and everything else is used', () => {
  const lines = [line(5_000, null, 9), line(5_000, 1, 1)]
  const week = { startsAt, boughtUntil: addSpan(startsAt, { weeks: 1 }), cancelledAt: null, lines }
  const findBlockerAfter = (days: number, changes: Partial<PackageUsage> = {}) =>
    decideWithdrawal(purchase, { ...facts, usage: { ...week, ...changes }, now: daysAfterStart(days) }).blocker
  expect(findBlockerAfter(6)).toBeNull()
  expect(findBlockerAfter(7)).toBe('fully-delivered')
  expect(findBlockerAfter(7, { lines: [line(5_000, null, 9), line(5_000, 1, 0)] })).toBeNull()
  expect(findBlockerAfter(7, { cancelledAt: daysAfterStart(3) })).toBeNull()
})

test('days stop counting when the package is cancelled', () => {
  const ended = { ...createUsage(line(10_000, null, 0)), cancelledAt: addSpan(startsAt, { days: 2 }) }
  expect(calculateUnused(3_100, ended, addSpan(startsAt, { days: 12 })).counting).toEqual({
    by: 'days',
    used: 3,
    of: 31,
  })
})

test('the right to cancel ends at the end of the fourteenth day in London', () => {
  expect(withdrawableUntil(new Date('2026-03-20T23:30:00Z'))).toEqual(new Date('2026-04-03T22:59:59.999Z'))
  expect(withdrawableUntil(new Date('2026-06-01T23:30:00Z'))).toEqual(new Date('2026-06-16T22:59:59.999Z'))
  const until = withdrawableUntil(startsAt)
  expect(decideWithdrawal(purchase, { ...facts, now: until }).blocker).toBeNull()
  expect(decideWithdrawal(purchase, { ...facts, now: new Date(until.getTime() + 1) }).blocker).toBe('too-late')
})

test.each([
  ['the package has not started', { usage: { ...facts.usage, startsAt: addSpan(now, { days: 9 }) } }, {}],
  [
    'the buyer did not ask for an early start',
    { usage: createUsage(line(10_000, 2, 1)) },
    { consent: { start: 'later' as const } },
  ],
])('withdrawal refunds the whole price if %s', (_, changedFacts, changedPurchase) => {
  expect(decideWithdrawal({ ...purchase, ...changedPurchase }, { ...facts, ...changedFacts })).toMatchObject({
    blocker: null,
    refund: 11_880,
    counting: { by: 'nothing-used' },
  })
})

test.each([
  ['not-paid', { status: 'pending' as const }, {}],
  ['not-paid', { status: 'disputed' as const }, {}],
  ['refunded', { status: 'refunded' as const }, {}],
  ['refunded', { refunded: 11_880 }, {}],
  ['refunded', {}, { isAlreadyRefunded: true }],
  [
    'refunded',
    { refunded: 9_000 },
    { usage: { ...createUsage(line(5_000, 1, 1), line(5_000, 1, 0)), cancelledAt: now } },
  ],
  ['business', { buyer: { kind: 'business' as const } }, {}],
  ['renewal', {}, { isRenewal: true }],
  ['fully-delivered', {}, { usage: createUsage(line(4_000, 1, 1), line(6_000, 3, 3)) }],
] as const)('withdrawal is blocked as %s', (blocker, changedPurchase, changedFacts) => {
  const decision = decideWithdrawal({ ...purchase, ...changedPurchase }, { ...facts, ...changedFacts })
  expect(decision).toMatchObject({ blocker, refund: 0 })
})
