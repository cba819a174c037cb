import { expect, test } from 'vitest'
import { bookable, booking } from '../../../../tests/web/bookings.ts'
import { owned } from '../../../../tests/web/owned.ts'
import { chosenSession, freeDays, monthsToShow, nextSession, partsOfDay, sessionsOf, timesOfDay } from './choice.ts'

const initial = bookable()
const final = bookable({ lineKey: 'final-call', title: 'Final call', obstacle: 'earlier-session-first' })
const other = bookable({ entitlementId: '0196b3a0-0000-4000-8000-000000000002', packageTitle: 'STUDY WORLD' })
const nothing = { entitlementId: null, lineKey: null }

test('the only session that can be booked is chosen by itself', () => {
  expect(chosenSession([initial, final], nothing)).toBe(initial)
  expect(chosenSession([initial, final, other], nothing)).toBeUndefined()
})

test('of a package that was named, the first session that can be booked is chosen', () => {
  expect(chosenSession([initial, final, other], { ...nothing, entitlementId: other.entitlementId })).toBe(other)
})

test('a session that cannot be booked is not chosen, whatever the address says', () => {
  const { entitlementId, lineKey } = final
  expect(chosenSession([initial, final], { entitlementId, lineKey })).toBeUndefined()
})

test('after a session, the next one of its own package comes first', () => {
  expect(nextSession([other, initial], booking())).toBe(initial)
  expect(nextSession([other, final], booking())).toBe(other)
  expect(nextSession([final], booking())).toBeUndefined()
})

test('days and times are those of the member’s zone', () => {
  const times = [{ startsAt: '2026-11-28T03:00:00.000Z' }]
  expect([...freeDays(times, 'America/New_York')]).toEqual(['2026-11-27'])
  expect(timesOfDay(times, '2026-11-27', 'America/New_York')).toMatchObject([{ clock: '22:00' }])
  expect(timesOfDay(times, '2026-11-28', 'America/New_York')).toEqual([])
})

test('a day has a morning until noon, an afternoon until five and an evening', () => {
  const parts = partsOfDay(['00:00', '11:50', '12:00', '16:50', '17:00', '23:50'].map((clock) => ({ clock })))
  expect(parts.map(({ name, times }) => [name, ...times.map(({ clock }) => clock)])).toEqual([
    ['Morning', '00:00', '11:50'],
    ['Afternoon', '12:00', '16:50'],
    ['Evening', '17:00', '23:50'],
  ])
  expect(partsOfDay([{ clock: '09:00' }]).map(({ name }) => name)).toEqual(['Morning'])
})

test('both hours of the night on which the clocks go back are offered, told apart', () => {
  const times = [{ startsAt: '2026-10-25T00:30:00.000Z' }, { startsAt: '2026-10-25T01:30:00.000Z' }]
  expect(timesOfDay(times, '2026-10-25', 'Europe/London').map(({ clock }) => clock)).toEqual([
    '01:30 (UTC+01:00)',
    '01:30 (UTC+00:00)',
  ])
})

test('the calendar reaches to the last day on which something may be held', () => {
  expect(monthsToShow(['2026-11-22', '2026-11-01', '2026-12-09', null])).toEqual({ first: '2026-11', last: '2026-12' })
  expect(monthsToShow(['2026-11-22', '2026-12-09', '2027-02-01'])).toEqual({ first: '2026-11', last: '2027-02' })
})

test('the card of a month shows what its subscription granted with an earlier one', () => {
  const { subscription } = owned({ subscription: { id: 'one', status: 'active' } as never })
  const month = owned({ id: '0196b3a0-0000-4000-8000-000000000009', title: 'MY FUTURE WEEK', subscription })
  expect(sessionsOf(month, [initial, final, other])).toEqual([initial])
  expect(sessionsOf({ ...month, subscription: null }, [initial, final, other])).toEqual([])
})
