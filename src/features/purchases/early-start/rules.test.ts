import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addSpan } from '#platform/shared/calendar.ts'
import { DAY_MS, MINUTE_MS } from '#platform/shared/durations.ts'
import { decideBilledPeriod } from '../rules.ts'
import { decideEarlyStart } from './rules.ts'

const moments = fc.date({ min: new Date('2026-01-01'), max: new Date('2032-01-01'), noInvalidDate: true })

const waiting = {
  endsAt: new Date('2027-01-27T00:00:00Z'),
  boughtUntil: new Date('2027-01-27T00:00:00Z'),
  span: { weeks: 1, months: 0 },
  firstMonth: null,
}

test('a package started early keeps its full duration and any extension by staff', () => {
  const now = new Date('2027-01-08T12:00:00Z')
  const endsAt = new Date('2027-01-15T12:00:00Z')
  expect(decideEarlyStart(waiting, now)).toEqual({ startsAt: now, endsAt, boughtUntil: endsAt, delayedDays: null })
  const extended = { ...waiting, endsAt: new Date('2027-02-20T00:00:00Z') }
  expect(decideEarlyStart(extended, now)).toMatchObject({ endsAt: extended.endsAt, boughtUntil: endsAt })
})

test('a first month started early keeps its full duration, and the next month follows straight on', () => {
  const agreement = { consent: { start: 'today' }, buyer: { kind: 'consumer' } } as const
  const end = new Date('2028-01-01')
  fc.assert(
    fc.property(moments, fc.integer({ min: 0, max: 15 * 24 * 60 }), (startedAt, minutes) => {
      const now = new Date(startedAt.getTime() + minutes * MINUTE_MS)
      const paidUntil = addSpan(startedAt, { months: 1 })
      const early = decideEarlyStart(
        { endsAt: end, boughtUntil: end, span: { weeks: 0, months: 1 }, firstMonth: { startedAt, paidUntil } },
        now,
      )
      const next = { startsAt: paidUntil, endsAt: addSpan(startedAt, { months: 2 }) }
      expect(decideBilledPeriod(next, agreement, early.delayedDays ?? 0).startsAt).toEqual(early.boughtUntil)
      const days = (early.boughtUntil.getTime() - now.getTime()) / DAY_MS
      expect(days).toBeGreaterThan(27.9)
      expect(days).toBeLessThan(32.1)
    }),
  )
})
