import { expect, test } from 'vitest'
import { calendarOf, eventOf } from '../../../../tests/support/calendars.ts'
import { expandCalendar } from './expand-calendar.ts'
import { readBusyTimes } from './read-busy-times.ts'

const window = {
  timeZone: 'Europe/London',
  from: new Date('2026-03-01T00:00:00Z'),
  until: new Date('2027-03-02T00:00:00Z'),
}

/** "2026-03-02 09:00–10:00" in UTC, of each stretch. */
function busyIn(text: string, timeZone = window.timeZone): string[] {
  const expanded = expandCalendar({ ...window, timeZone, text })
  if (expanded.state !== 'read') throw new Error(expanded.state)
  expect(expanded.unread).toBe(0)
  return expanded.busy.map(({ from, until }) => `${spell(from)}–${spell(until)}`)
}

function spell(moment: Date): string {
  return moment.toISOString().slice(0, 16).replace('T', ' ')
}

const nineToTen = ['DTSTART;TZID=Europe/London:20260324T090000', 'DTEND;TZID=Europe/London:20260324T100000']

test('a weekly event keeps its time on the wall when the clocks change', () => {
  const busy = busyIn(calendarOf(eventOf([...nineToTen, 'RRULE:FREQ=WEEKLY;COUNT=2'])))
  expect(busy).toEqual(['2026-03-24 09:00–2026-03-24 10:00', '2026-03-31 08:00–2026-03-31 09:00'])
})

test('a series that began long ago is busy only in the time that counts', () => {
  const busy = busyIn(calendarOf(eventOf(['DTSTART:19990301T120000Z', 'DURATION:PT1H', 'RRULE:FREQ=MONTHLY'])))
  expect([busy.length, busy[0], busy.at(-1)]).toEqual([
    13,
    '2026-03-01 12:00–2026-03-01 13:00',
    '2027-03-01 12:00–2027-03-01 13:00',
  ])
})

test('what is left out of a series, moved or cancelled is not busy where it was', () => {
  const busy = busyIn(
    calendarOf(
      eventOf([...nineToTen, 'RRULE:FREQ=DAILY;COUNT=5', 'EXDATE;TZID=Europe/London:20260320T090000,20260325T090000']),
      eventOf([
        'RECURRENCE-ID;TZID=Europe/London:20260326T090000',
        'DTSTART:20260326T150000Z',
        'DTEND:20260326T160000Z',
      ]),
      eventOf(['RECURRENCE-ID:20260327T090000Z', ...nineToTen, 'STATUS:CANCELLED']),
    ),
  )
  expect(busy).toEqual([
    '2026-03-24 09:00–2026-03-24 10:00',
    '2026-03-26 15:00–2026-03-26 16:00',
    '2026-03-28 09:00–2026-03-28 10:00',
  ])
})

test.each([
  ['that does not block the calendar', 'TRANSP:TRANSPARENT'],
  ['that is cancelled', 'STATUS:CANCELLED'],
])('an event %s is not busy', (_, line) => {
  expect(busyIn(calendarOf(eventOf([...nineToTen, line])))).toEqual([])
})

test('a whole day is the consultant’s own day, wherever they are', () => {
  const text = calendarOf(eventOf(['DTSTART;VALUE=DATE:20260401', 'DTEND;VALUE=DATE:20260403']))
  expect(busyIn(text, 'America/New_York')).toEqual(['2026-04-01 04:00–2026-04-03 04:00'])
  expect(busyIn(calendarOf(eventOf(['DTSTART;VALUE=DATE:20260329'])))).toEqual(['2026-03-29 00:00–2026-03-29 23:00'])
})

test('a time without a zone is read by the consultant’s own clock', () => {
  const text = calendarOf(eventOf(['DTSTART:20260401T090000', 'DTEND:20260401T100000']))
  expect(busyIn(text, 'Asia/Karachi')).toEqual(['2026-04-01 04:00–2026-04-01 05:00'])
})

test('a zone that only the calendar itself knows is reckoned as it is described there', () => {
  const zone = [
    'BEGIN:VTIMEZONE\nTZID:Our Office',
    'BEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:+0300\nTZOFFSETTO:+0300\nEND:STANDARD',
    'END:VTIMEZONE',
  ]
  const event = eventOf(['DTSTART;TZID=Our Office:20260401T090000', 'DTEND;TZID=Our Office:20260401T100000'])
  expect(busyIn(calendarOf(...zone, event))).toEqual(['2026-04-01 06:00–2026-04-01 07:00'])
})

test('events that overlap are one busy time, and one that began before is cut', () => {
  const at = (from: string, until: string) => eventOf([`DTSTART:${from}Z`, `DTEND:${until}Z`], from)
  const text = calendarOf(
    at('20260401T090000', '20260401T110000'),
    at('20260401T100000', '20260401T120000'),
    at('20260201T000000', '20260301T060000'),
  )
  expect(busyIn(text)).toEqual(['2026-03-01 00:00–2026-03-01 06:00', '2026-04-01 09:00–2026-04-01 12:00'])
})

test('a calendar that says only when somebody is busy is understood, and what is free in it is free', () => {
  const list = [
    'BEGIN:VFREEBUSY\nUID:f\nDTSTAMP:20260101T000000Z',
    'FREEBUSY:20260401T090000Z/20260401T100000Z,20260402T090000Z/PT30M',
    'FREEBUSY;FBTYPE=FREE:20260403T090000Z/PT30M\nEND:VFREEBUSY',
  ]
  expect(busyIn(calendarOf(...list))).toEqual([
    '2026-04-01 09:00–2026-04-01 10:00',
    '2026-04-02 09:00–2026-04-02 09:30',
  ])
})

test('an event that cannot be understood does not hide the others, and is counted', () => {
  const text = calendarOf(eventOf(['SUMMARY:No start']), eventOf(nineToTen, 'two'))
  expect(expandCalendar({ ...window, text })).toMatchObject({ state: 'read', unread: 1, busy: [expect.anything()] })
})

test.each([
  '',
  '<!doctype html><title>Log in</title>',
  'BEGIN:VCALENDAR\r\nwithout an end',
  'BEGIN:VCARD\r\nEND:VCARD',
])('what is no calendar is said to be none: %j', (text) => {
  expect(expandCalendar({ ...window, text })).toEqual({ state: 'not-a-calendar' })
})

test('5,000 events are read, and one more is too many', () => {
  const events = (count: number) =>
    Array.from({ length: count }, (_, index) => eventOf(['DTSTART:20260401T090000Z', 'DURATION:PT1H'], `${index}`))
  expect(expandCalendar({ ...window, text: calendarOf(...events(5_000)) })).toMatchObject({ state: 'read' })
  expect(expandCalendar({ ...window, text: calendarOf(...events(5_001)) })).toEqual({ state: 'too-many-events' })
})

test('a rule of every minute is given up before it costs anything', () => {
  const text = calendarOf(eventOf(['DTSTART:20000101T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=MINUTELY']))
  expect(expandCalendar({ ...window, text })).toEqual({ state: 'too-many-events' })
})

test('a rule whose first step never ends is ended from outside, and the site goes on meanwhile', async () => {
  const rule = 'RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=31'
  const text = calendarOf(eventOf(['DTSTART:20000101T000000Z', 'DURATION:PT1S', rule]))
  let ticks = 0
  const ticking = setInterval(() => {
    ticks += 1
  }, 20)
  const expanded = await readBusyTimes({ ...window, text }, 1_000)
  clearInterval(ticking)
  expect(expanded).toEqual({ state: 'too-many-events' })
  expect(ticks).toBeGreaterThan(10)
  const next = await readBusyTimes({ ...window, text: calendarOf(eventOf(nineToTen)) })
  expect(next).toMatchObject({ state: 'read', busy: [{ from: new Date('2026-03-24T09:00:00Z') }] })
})
