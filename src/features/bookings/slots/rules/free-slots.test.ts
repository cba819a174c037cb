import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import { type Span, toSlot } from './buffer.ts'
import { type Availability, findFreeSlots } from './free-slots.ts'

const at = (moment: string) => Date.parse(moment)
const clockIn = (timeZone: string) => (moment: number) =>
  Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(timeZone)
const noCommitments = { sessions: [], busy: [] }

/** By default, 09:00 to 17:00 every day in London. */
function working(changes: Partial<Availability> = {}): Availability {
  return {
    timeZone: 'Europe/London',
    weeklyHours: everyDay('09:00', '17:00'),
    dateOverrides: [],
    daysOff: [],
    bufferMinutes: 0,
    minimumNoticeMinutes: 0,
    horizonDays: 365,
    dailyLimit: null,
    ...changes,
  }
}

function hours(from: string, until: string) {
  const toMinutes = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
  return { startsMinute: toMinutes(from), endsMinute: toMinutes(until) }
}

function everyDay(from: string, until: string) {
  return [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, ...hours(from, until) }))
}

/** Slots that start on the given day, in UTC. */
function offeredTimes(
  availability: Availability,
  day: string,
  minutes = 30,
  commitments: Parameters<typeof findFreeSlots>[1] = noCommitments,
) {
  const from = at(`${day}T00:00:00Z`)
  const window = { from, until: from + 24 * 60 * MINUTE_MS }
  return findFreeSlots(availability, commitments, { minutes, window, now: from - 24 * 60 * MINUTE_MS }).map((moment) =>
    new Date(moment).toISOString().slice(11, 16),
  )
}

const session = (from: string, until: string, buffer = 0) => ({
  from: at(from),
  until: at(until),
  occupied: { from: at(from) - buffer * MINUTE_MS, until: at(until) + buffer * MINUTE_MS },
})

test('slots start every ten minutes from the start of the working hours and end within them', () => {
  const availability = working({ weeklyHours: everyDay('09:05', '10:00') })
  expect(offeredTimes(availability, '2026-11-23')).toEqual(['09:05', '09:15', '09:25'])
})

test('adjacent and overlapping hours are merged', () => {
  const weeklyHours = [...everyDay('11:00', '12:00'), ...everyDay('09:00', '10:00'), ...everyDay('10:00', '11:30')]
  expect(offeredTimes(working({ weeklyHours }), '2026-11-23', 60)).toContain('10:50')
  expect(offeredTimes(working({ weeklyHours }), '2026-11-23', 180)).toEqual(['09:00'])
  const fromFivePast = [...everyDay('09:35', '10:00'), ...everyDay('10:00', '10:30')]
  const times = ['09:35', '09:45', '09:55', '10:05', '10:15']
  expect(offeredTimes(working({ weeklyHours: fromFivePast }), '2026-11-23', 10)).toEqual(times)
})

test('a session can run past midnight if the working hours do', () => {
  const weeklyHours = [...everyDay('23:00', '24:00'), ...everyDay('00:00', '00:20')]
  const times = offeredTimes(working({ weeklyHours }), '2026-11-23', 30)
  expect(times).toEqual(['23:00', '23:10', '23:20', '23:30', '23:40', '23:50'])
})

test('date overrides replace weekly hours, and a day off replaces both', () => {
  const dateOverrides = [{ day: '2026-11-23', ...hours('20:00', '21:00') }]
  expect(offeredTimes(working({ dateOverrides }), '2026-11-23')).toEqual(['20:00', '20:10', '20:20', '20:30'])
  expect(offeredTimes(working({ dateOverrides }), '2026-11-24')).toHaveLength(46)
  expect(offeredTimes(working({ dateOverrides, daysOff: ['2026-11-23'] }), '2026-11-23')).toEqual([])
})

test('there is one full buffer between adjacent sessions', () => {
  const availability = working({ weeklyHours: everyDay('09:00', '12:00'), bufferMinutes: 20 })
  const sessions = [session('2026-11-23T10:00:00Z', '2026-11-23T10:30:00Z', 10)]
  const times = offeredTimes(availability, '2026-11-23', 30, { sessions, busy: [] })
  expect(times).toEqual(['09:00', '09:10', '10:50', '11:00', '11:10', '11:20', '11:30'])
})

test('a session occupies half of its buffer on each side, rounded up', () => {
  const consultant = { consultantId: 'ada', bufferMinutes: 15 }
  expect(toSlot(new Date('2026-11-23T10:00:00Z'), 30, consultant)).toMatchObject({
    occupiedFrom: new Date('2026-11-23T09:52:00Z'),
    occupiedUntil: new Date('2026-11-23T10:38:00Z'),
  })
})

test('a longer buffer also applies to sessions booked before it was changed', () => {
  const availability = working({ weeklyHours: everyDay('09:00', '12:00'), bufferMinutes: 60 })
  const sessions = [session('2026-11-23T10:00:00Z', '2026-11-23T10:30:00Z')]
  expect(offeredTimes(availability, '2026-11-23', 30, { sessions, busy: [] })).toEqual(['11:30'])
})

test('there is no buffer around busy times', () => {
  const availability = working({ weeklyHours: everyDay('09:00', '12:00'), bufferMinutes: 60 })
  const busy = [{ from: at('2026-11-23T09:30:00Z'), until: at('2026-11-23T11:30:00Z') }]
  expect(offeredTimes(availability, '2026-11-23', 30, { sessions: [], busy })).toEqual(['09:00', '11:30'])
})

test('the daily limit counts sessions on each day in the consultant’s time zone', () => {
  const availability = working({ timeZone: 'Australia/Sydney', weeklyHours: everyDay('08:00', '18:00'), dailyLimit: 1 })
  // On the 24th in Sydney (UTC+11).
  const sessions = [session('2026-11-23T22:00:00Z', '2026-11-23T22:30:00Z')]
  const window = { from: at('2026-11-22T13:00:00Z'), until: at('2026-11-25T13:00:00Z') }
  const times = findFreeSlots(availability, { sessions, busy: [] }, { minutes: 30, window, now: window.from })
  const days = times.map((moment) => clockIn('Australia/Sydney')(moment).toPlainDate().toString())
  expect([...new Set(days)]).toEqual(['2026-11-23', '2026-11-25'])
})

test('the notice period is exact to the minute, and the horizon ends with the consultant’s day', () => {
  const availability = working({ minimumNoticeMinutes: 60, horizonDays: 2 })
  const now = at('2026-11-23T11:00:00Z')
  const window = { from: now, until: now + 10 * 24 * 60 * MINUTE_MS }
  const findSlots = (moment: number) => findFreeSlots(availability, noCommitments, { minutes: 30, window, now: moment })
  expect(new Date(findSlots(now).at(0) ?? 0).toISOString()).toBe('2026-11-23T12:00:00.000Z')
  expect(new Date(findSlots(now + 1).at(0) ?? 0).toISOString()).toBe('2026-11-23T12:10:00.000Z')
  expect(new Date(findSlots(now).at(-1) ?? 0).toISOString()).toBe('2026-11-25T16:30:00.000Z')
})

test.each([
  ['Europe/London', '2026-03-29', '01', 0, 23],
  ['America/New_York', '2026-03-08', '02', 0, 23],
  ['Australia/Sydney', '2026-10-04', '02', 0, 23],
  ['Europe/London', '2026-10-25', '01', 2, 25],
  ['America/New_York', '2026-11-01', '01', 2, 25],
  ['Australia/Sydney', '2026-04-05', '02', 2, 25],
])('in %s on %s, the hour from %s:00 is offered %i times in a day of %i hours', (timeZone, day, hour, times, hours) => {
  const window = {
    from: at(`${day}T00:00:00Z`) - 24 * 60 * MINUTE_MS,
    until: at(`${day}T00:00:00Z`) + 48 * 60 * MINUTE_MS,
  }
  const availability = working({ timeZone, weeklyHours: everyDay('00:00', '24:00') })
  const slots = findFreeSlots(availability, noCommitments, { minutes: 10, window, now: window.from })
  const localTimes = slots.map((moment) => clockIn(timeZone)(moment).toString()).filter((time) => time.startsWith(day))
  expect(new Set(localTimes).size).toBe(hours * 6)
  expect(localTimes.filter((time) => time.startsWith(`${day}T${hour}:`))).toHaveLength(times * 6)
})

/** Time zones and days, including every clock change in a year. */
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

test('for random availability, the free slots are the same as those found by an exhaustive search', () => {
  fc.assert(
    fc.property(situations, (situation) => {
      const { availability, window, now, minutes, sessions, busy } = situation
      const clock = clockIn(availability.timeZone)
      const clocks = new Map<number, Temporal.ZonedDateTime>()
      for (let moment = window.from; moment < window.until + minutes * MINUTE_MS; moment += FIVE)
        clocks.set(moment, clock(moment))
      const working = new Set(
        [...clocks].flatMap(([moment, localTime]) => (minutesSinceStart(availability, localTime) >= 0 ? [moment] : [])),
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
      expect(findFreeSlots(availability, { sessions, busy }, situation)).toEqual(expected.map(([from]) => from))
    }),
  )
})

function isTaken({ availability, minutes, sessions, busy }: Situation, from: number): boolean {
  const until = from + minutes * MINUTE_MS
  const overlaps = (span: Span, distance: number) =>
    span.from < until + distance * MINUTE_MS && from - distance * MINUTE_MS < span.until
  const { bufferMinutes } = availability
  return (
    busy.some((span) => overlaps(span, 0)) ||
    sessions.some(
      (session) => overlaps(session, bufferMinutes) || overlaps(session.occupied, Math.ceil(bufferMinutes / 2)),
    )
  )
}

/** Minutes since the start of the working hours that include this local time. Negative outside working hours. */
function minutesSinceStart(
  { daysOff, dateOverrides, weeklyHours }: Availability,
  clock: Temporal.ZonedDateTime,
): number {
  const day = clock.toPlainDate().toString()
  const overrides = dateOverrides.filter((override) => override.day === day)
  const hoursOfDay = overrides.length > 0 ? overrides : weeklyHours.filter(({ weekday }) => weekday === clock.dayOfWeek)
  const worksAt = (minute: number) =>
    !daysOff.includes(day) &&
    hoursOfDay.some(({ startsMinute, endsMinute }) => startsMinute <= minute && minute < endsMinute)
  const minuteOfDay = clock.hour * 60 + clock.minute
  let start = minuteOfDay + 5
  while (worksAt(start - 5)) start -= 5
  return minuteOfDay - start
}
