import { expect, test } from 'vitest'
import { openParser } from '#platform/server/parser/open-parser.ts'
import { silentLog } from '#tests/support/app/silent-log.ts'
import { toCalendar, toEvent } from '#tests/support/given/calendars.ts'
import { readBusyTimes } from './import-calendars.ts'
import { parseBusyTimes } from './parse-busy-times.ts'

const window = {
  timeZone: 'Europe/London',
  from: new Date('2026-03-01T00:00:00Z'),
  until: new Date('2027-03-02T00:00:00Z'),
}

/** Each busy time in UTC, for example "2026-03-02 09:00–10:00". */
function readBusy(text: string, timeZone = window.timeZone): string[] {
  const parsed = parseBusyTimes({ ...window, timeZone, text })
  if (!parsed.ok) throw new Error(parsed.reason)
  expect(parsed.value.unread).toBe(0)
  return parsed.value.busy.map(({ from, until }) => `${format(from)}–${format(until)}`)
}

function format(moment: Date): string {
  return moment.toISOString().slice(0, 16).replace('T', ' ')
}

const nineToTen = ['DTSTART;TZID=Europe/London:20260324T090000', 'DTEND;TZID=Europe/London:20260324T100000']

test('a weekly event keeps its local time when the clocks change', () => {
  const busy = readBusy(toCalendar(toEvent([...nineToTen, 'RRULE:FREQ=WEEKLY;COUNT=2'])))
  expect(busy).toEqual(['2026-03-24 09:00–2026-03-24 10:00', '2026-03-31 08:00–2026-03-31 09:00'])
})

test('occurrences of a recurring event that began in the past are listed only within the window', () => {
  const busy = readBusy(toCalendar(toEvent(['DTSTART:19990301T120000Z', 'DURATION:PT1H', 'RRULE:FREQ=MONTHLY'])))
  expect([busy.length, busy[0], busy.at(-1)]).toEqual([
    13,
    '2026-03-01 12:00–2026-03-01 13:00',
    '2027-03-01 12:00–2027-03-01 13:00',
  ])
})

test('excluded, moved and cancelled occurrences are not busy at their original time', () => {
  const busy = readBusy(
    toCalendar(
      toEvent([...nineToTen, 'RRULE:FREQ=DAILY;COUNT=5', 'EXDATE;TZID=Europe/London:20260320T090000,20260325T090000']),
      toEvent([
        'RECURRENCE-ID;TZID=Europe/London:20260326T090000',
        'DTSTART:20260326T150000Z',
        'DTEND:20260326T160000Z',
      ]),
      toEvent(['RECURRENCE-ID:20260327T090000Z', ...nineToTen, 'STATUS:CANCELLED']),
    ),
  )
  expect(busy).toEqual([
    '2026-03-24 09:00–2026-03-24 10:00',
    '2026-03-26 15:00–2026-03-26 16:00',
    '2026-03-28 09:00–2026-03-28 10:00',
  ])
})

test.each([
  ['marked as free', 'TRANSP:TRANSPARENT'],
  ['marked as cancelled', 'STATUS:CANCELLED'],
])('an event %s is not busy', (_, line) => {
  expect(readBusy(toCalendar(toEvent([...nineToTen, line])))).toEqual([])
})

test('an all-day event covers the day in the consultant’s time zone', () => {
  const text = toCalendar(toEvent(['DTSTART;VALUE=DATE:20260401', 'DTEND;VALUE=DATE:20260403']))
  expect(readBusy(text, 'America/New_York')).toEqual(['2026-04-01 04:00–2026-04-03 04:00'])
  expect(readBusy(toCalendar(toEvent(['DTSTART;VALUE=DATE:20260329'])))).toEqual(['2026-03-29 00:00–2026-03-29 23:00'])
})

test('a time without a zone is in the consultant’s time zone', () => {
  const text = toCalendar(toEvent(['DTSTART:20260401T090000', 'DTEND:20260401T100000']))
  expect(readBusy(text, 'Asia/Karachi')).toEqual(['2026-04-01 04:00–2026-04-01 05:00'])
})

test('a time zone defined only in the calendar is used', () => {
  const zone = [
    'BEGIN:VTIMEZONE\nTZID:Our Office',
    'BEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:+0300\nTZOFFSETTO:+0300\nEND:STANDARD',
    'END:VTIMEZONE',
  ]
  const event = toEvent(['DTSTART;TZID=Our Office:20260401T090000', 'DTEND;TZID=Our Office:20260401T100000'])
  expect(readBusy(toCalendar(...zone, event))).toEqual(['2026-04-01 06:00–2026-04-01 07:00'])
})

test('overlapping events are merged, and events are clipped to the window', () => {
  const eventAt = (from: string, until: string) => toEvent([`DTSTART:${from}Z`, `DTEND:${until}Z`], from)
  const text = toCalendar(
    eventAt('20260401T090000', '20260401T110000'),
    eventAt('20260401T100000', '20260401T120000'),
    eventAt('20260201T000000', '20260301T060000'),
  )
  expect(readBusy(text)).toEqual(['2026-03-01 00:00–2026-03-01 06:00', '2026-04-01 09:00–2026-04-01 12:00'])
})

test('VFREEBUSY entries are read, except those marked as free', () => {
  const list = [
    'BEGIN:VFREEBUSY\nUID:f\nDTSTAMP:20260101T000000Z',
    'FREEBUSY:20260401T090000Z/20260401T100000Z,20260402T090000Z/PT30M',
    'FREEBUSY;FBTYPE=FREE:20260403T090000Z/PT30M\nEND:VFREEBUSY',
  ]
  expect(readBusy(toCalendar(...list))).toEqual([
    '2026-04-01 09:00–2026-04-01 10:00',
    '2026-04-02 09:00–2026-04-02 09:30',
  ])
})

test('an event that cannot be read is counted, and the other events are still read', () => {
  const text = toCalendar(toEvent(['SUMMARY:No start']), toEvent(nineToTen, 'two'))
  expect(parseBusyTimes({ ...window, text })).toMatchObject({
    ok: true,
    value: { unread: 1, busy: [expect.anything()] },
  })
})

test.each([
  '',
  '<!doctype html><title>Log in</title>',
  'BEGIN:VCALENDAR\r\nwithout an end',
  'BEGIN:VCARD\r\nEND:VCARD',
])('rejects text that is not a calendar: %j', (text) => {
  expect(parseBusyTimes({ ...window, text })).toEqual({ ok: false, reason: 'not-a-calendar' })
})

test('accepts 5,000 events and rejects 5,001', () => {
  const events = (count: number) =>
    Array.from({ length: count }, (_, index) => toEvent(['DTSTART:20260401T090000Z', 'DURATION:PT1H'], `${index}`))
  expect(parseBusyTimes({ ...window, text: toCalendar(...events(5_000)) })).toMatchObject({ ok: true })
  expect(parseBusyTimes({ ...window, text: toCalendar(...events(5_001)) })).toEqual({
    ok: false,
    reason: 'too-many-events',
  })
})

test('rejects a rule that repeats every minute for decades', () => {
  const text = toCalendar(toEvent(['DTSTART:20000101T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=MINUTELY']))
  expect(parseBusyTimes({ ...window, text })).toEqual({ ok: false, reason: 'too-many-events' })
})

test('rejects too many components, nesting levels, lines or values before parsing the calendar', () => {
  const parse = (text: string) => parseBusyTimes({ ...window, text })
  expect(parse(toCalendar(toEvent(nineToTen).concat('\n').repeat(20_001)))).toMatchObject({
    reason: 'too-many-components',
  })
  expect(parse(toCalendar('BEGIN:VEVENT\n'.repeat(6)))).toMatchObject({ reason: 'too-deep' })
  expect(parse(toCalendar('X:\n'.repeat(250_000)))).toMatchObject({ reason: 'too-many-lines' })
  expect(parse(toCalendar(`X:${','.repeat(20_001)}`))).toMatchObject({ reason: 'too-many-values' })
  const dates = `EXDATE:a\n ${',b'.repeat(9_999)}\n`
  expect(parse(toCalendar(dates.repeat(6)))).toMatchObject({ reason: 'too-many-values' })
  expect(parse(toCalendar(dates.repeat(4)))).toMatchObject({ ok: true })
})

test('a recurrence rule that never ends is stopped by the worker timeout, and the next calendar is read', async () => {
  const rule = 'RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=31'
  const text = toCalendar(toEvent(['DTSTART:20000101T000000Z', 'DURATION:PT1S', rule]))
  const parseWithTimeout = openParser<typeof parseBusyTimes>({
    inputKind: 'calendar',
    module: new URL('./parse-busy-times.ts', import.meta.url),
    functionName: 'parseBusyTimes',
    timeLimitMs: 500,
    maxWaiting: 0,
    onFull: () => new Error('full'),
  })
  expect(await parseWithTimeout(silentLog, () => ({ ...window, text }))).toEqual({ ok: false, reason: 'too-slow' })
  const next = await readBusyTimes(silentLog, () => ({ ...window, text: toCalendar(toEvent(nineToTen)) }))
  expect(next).toMatchObject({ ok: true, value: { busy: [{ from: new Date('2026-03-24T09:00:00Z') }] } })
})
