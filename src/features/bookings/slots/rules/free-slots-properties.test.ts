import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import type { Span } from './buffer.ts'
import { type Availability, findFreeSlots } from './free-slots.ts'

// Compares the slots of random consultants over three days with a slow calendar search.

const clockIn = (timeZone: string) => (moment: number) =>
  Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(timeZone)

/** Time zones and days, including every clock change of a year. */
const zonesAndDays = fc.oneof(
  fc.constantFrom<[string, string]>(
    ['Europe/London', '2026-03-29'],
    ['Europe/London', '2026-10-25'],
    ['America/New_York', '2026-03-08'],
    ['America/New_York', '2026-11-01'],
    ['Australia/Sydney', '2026-04-05'],
    ['Australia/Sydney', '2026-10-04'],
  ),
  fc.tuple(
    fc.constantFrom('Europe/London', 'America/New_York', 'Asia/Karachi', 'Australia/Sydney'),
    fc.integer({ min: 0, max: 700 }).map((days) => Temporal.PlainDate.from('2026-01-01').add({ days }).toString()),
  ),
)

const FIVE = 5 * MINUTE_MS
const DAYS = 3
const someHours = fc
  .record({ start: fc.integer({ min: 0, max: 287 }), length: fc.integer({ min: 1, max: 150 }) })
  .map(({ start, length }) => ({ startsMinute: start * 5, endsMinute: Math.min(1_440, (start + length) * 5) }))
const someSpan = (maxLength: number) =>
  fc.record({
    after: fc.integer({ min: -12, max: DAYS * 288 }),
    length: fc.integer({ min: 1, max: maxLength }),
    buffer: fc.integer({ min: 0, max: 6 }),
  })

const situations = zonesAndDays.chain(([timeZone, day]) => {
  const middleDay = Temporal.PlainDate.from(day)
  const from = middleDay.subtract({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds
  const toDay = (offset: number) => middleDay.add({ days: offset }).toString()
  const toSpan = ({ after, length }: { after: number; length: number }): Span => ({
    from: from + after * FIVE,
    until: from + (after + length) * FIVE,
  })
  return fc.record({
    availability: fc.record({
      timeZone: fc.constant(timeZone),
      weeklyHours: fc.array(
        fc.tuple(fc.integer({ min: 1, max: 7 }), someHours).map(([weekday, hours]) => ({ weekday, ...hours })),
        { minLength: 4, maxLength: 20 },
      ),
      dateOverrides: fc.array(
        fc
          .tuple(fc.integer({ min: -1, max: 2 }), someHours)
          .map(([offset, hours]) => ({ day: toDay(offset), ...hours })),
        { maxLength: 2 },
      ),
      daysOff: fc.array(fc.integer({ min: -1, max: 2 }).map(toDay), { maxLength: 1 }),
      bufferMinutes: fc.integer({ min: 0, max: 40 }),
      minimumNoticeMinutes: fc.constantFrom(0, 60, 1_440),
      horizonDays: fc.constantFrom(1, 60),
      dailyLimit: fc.constantFrom(null, null, 1, 2),
    }),
    sessions: fc.array(
      someSpan(12).map(({ buffer, ...span }) => {
        const { from: starts, until: ends } = toSpan(span)
        return { from: starts, until: ends, occupied: { from: starts - buffer * FIVE, until: ends + buffer * FIVE } }
      }),
      { maxLength: 5 },
    ),
    busy: fc.array(someSpan(60).map(toSpan), { maxLength: 3 }),
    minutes: fc.constantFrom(10, 20, 30, 45),
    window: fc.constant({ from, until: from + DAYS * 288 * FIVE }),
    now: fc.constantFrom(from - 30 * FIVE, from + 1),
  })
})

type Situation = typeof situations extends fc.Arbitrary<infer S> ? S : never

const find = ({ availability, sessions, busy, ...search }: Situation) =>
  findFreeSlots(availability, { sessions, busy }, search)

/** Whether the consultant works at this moment, according to the calendar. */
function worksAt(availability: Availability, clock: Temporal.ZonedDateTime) {
  const minute = clock.hour * 60 + clock.minute
  return hoursOn(availability, clock).some(
    ({ startsMinute, endsMinute }) => startsMinute <= minute && minute < endsMinute,
  )
}

function hoursOn({ daysOff, dateOverrides, weeklyHours }: Availability, clock: Temporal.ZonedDateTime) {
  const day = clock.toPlainDate().toString()
  if (daysOff.includes(day)) return []
  const overrides = dateOverrides.filter((override) => override.day === day)
  return overrides.length > 0 ? overrides : weeklyHours.filter(({ weekday }) => weekday === clock.dayOfWeek)
}

const overlap = (a: Span, b: Span) => a.from < b.until && b.from < a.until

test('every slot lies within the working hours in local time', () => {
  fc.assert(
    fc.property(situations, (situation) => {
      const clock = clockIn(situation.availability.timeZone)
      for (const start of find(situation))
        for (let moment = start; moment < start + situation.minutes * MINUTE_MS; moment += FIVE)
          expect(worksAt(situation.availability, clock(moment))).toBe(true)
    }),
  )
})

test('no slot overlaps a session, its buffer or a busy time', () => {
  fc.assert(
    fc.property(situations, (situation) => {
      const buffer = situation.availability.bufferMinutes * MINUTE_MS
      for (const from of find(situation)) {
        const until = from + situation.minutes * MINUTE_MS
        expect(situation.busy.filter((busy) => overlap(busy, { from, until }))).toEqual([])
        const withBuffer = { from: from - buffer, until: until + buffer }
        expect(situation.sessions.filter((session) => overlap(session, withBuffer))).toEqual([])
        expect(isTaken(situation, from)).toBe(false)
      }
    }),
  )
})

test('slots are sorted, unique, inside the window and respect notice, horizon and daily limit', () => {
  fc.assert(
    fc.property(situations, (situation) => {
      const { availability, window, now, sessions } = situation
      const clock = clockIn(availability.timeZone)
      const times = find(situation)
      expect(times).toEqual([...new Set(times)].sort((a, b) => a - b))
      const earliest = Math.max(window.from, now + availability.minimumNoticeMinutes * MINUTE_MS)
      const lastDay = clock(now).toPlainDate().add({ days: availability.horizonDays })
      for (const time of times) {
        expect(time).toBeGreaterThanOrEqual(earliest)
        expect(time).toBeLessThan(window.until)
        const day = clock(time).toPlainDate()
        expect(Temporal.PlainDate.compare(day, lastDay)).toBeLessThanOrEqual(0)
        const sessionsThatDay = sessions.filter(({ from }) => clock(from).toPlainDate().equals(day))
        expect(sessionsThatDay.length).toBeLessThan(availability.dailyLimit ?? Number.POSITIVE_INFINITY)
      }
    }),
  )
})

test('the slots equal those of a minute-by-minute calendar search', () => {
  fc.assert(
    fc.property(situations, (situation) => {
      const { availability, window, now, minutes, sessions } = situation
      const clock = clockIn(availability.timeZone)
      const clocks = new Map<number, Temporal.ZonedDateTime>()
      for (let moment = window.from; moment < window.until + minutes * MINUTE_MS; moment += FIVE)
        clocks.set(moment, clock(moment))
      const working = new Set(
        [...clocks].flatMap(([moment, localTime]) => (worksAt(availability, localTime) ? [moment] : [])),
      )
      const lastDay = clock(now).toPlainDate().add({ days: availability.horizonDays })
      const sessionDays = sessions.map(({ from }) => clock(from).toPlainDate())
      const expected = [...clocks].filter(([from, localTime]) => {
        const steps = Array.from({ length: minutes / 5 }, (_, step) => from + step * FIVE)
        if (!steps.every((moment) => working.has(moment)) || isTaken(situation, from)) return false
        if (from >= window.until || from < now + availability.minimumNoticeMinutes * MINUTE_MS) return false
        const day = localTime.toPlainDate()
        return (
          sessionDays.filter((sessionDay) => sessionDay.equals(day)).length < (availability.dailyLimit ?? 99) &&
          Temporal.PlainDate.compare(day, lastDay) <= 0 &&
          minutesSinceStart(availability, localTime) % 10 === 0
        )
      })
      expect(find(situation)).toEqual(expected.map(([from]) => from))
    }),
  )
})

function isTaken({ availability, minutes, sessions, busy }: Situation, from: number): boolean {
  const until = from + minutes * MINUTE_MS
  const overlaps = (span: Span, distance: number) =>
    overlap(span, { from: from - distance * MINUTE_MS, until: until + distance * MINUTE_MS })
  const { bufferMinutes } = availability
  return (
    busy.some((span) => overlaps(span, 0)) ||
    sessions.some(
      (session) => overlaps(session, bufferMinutes) || overlaps(session.occupied, Math.ceil(bufferMinutes / 2)),
    )
  )
}

/** Minutes since the day’s working hours began, in local time. */
function minutesSinceStart(availability: Availability, clock: Temporal.ZonedDateTime): number {
  const hoursOfDay = hoursOn(availability, clock)
  const worksAtMinute = (minute: number) =>
    hoursOfDay.some(({ startsMinute, endsMinute }) => startsMinute <= minute && minute < endsMinute)
  const minuteOfDay = clock.hour * 60 + clock.minute
  let start = minuteOfDay
  while (worksAtMinute(start - 5)) start -= 5
  return minuteOfDay - start
}
