import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findMethod, parseCalendar, parseEvents } from '#tests/support/app/parse-calendar.ts'
import { type CalendarSession, writeCalendar } from './calendar-file.ts'

const session: CalendarSession = {
  bookingId: '0196b3a0-0000-4000-8000-0000000000aa',
  sequence: 3,
  title: 'Initial consultation',
  startsAt: new Date('2026-07-01T09:30:00Z'),
  endsAt: new Date('2026-07-01T10:15:00Z'),
  counterpart: 'Ada Lovelace',
  place: 'online',
  path: '/portal/bookings/0196b3a0-0000-4000-8000-0000000000aa',
}
const settings = {
  now: new Date('2026-06-01T08:00:00Z'),
  publicUrl: 'https://example.org',
  company: { brandName: 'FutureWorld Consultancy', email: 'hello@example.org' },
}

test('an entry has the booking id, its sequence number and UTC times', () => {
  const text = writeCalendar([session], { ...settings, method: 'REQUEST', attendee: { email: 'eve@example.org' } })
  expect(findMethod(text)).toBe('REQUEST')
  expect(parseEvents(text)).toEqual([
    {
      UID: session.bookingId,
      SEQUENCE: '3',
      DTSTAMP: '20260601T080000Z',
      DTSTART: '20260701T093000Z',
      DTEND: '20260701T101500Z',
      SUMMARY: 'Initial consultation with Ada Lovelace',
      DESCRIPTION: `See the details, move or cancel: https://example.org${session.path}`,
      LOCATION: 'Online',
      URL: `https://example.org${session.path}`,
      STATUS: 'CONFIRMED',
      ORGANIZER: 'mailto:hello@example.org',
      ATTENDEE: 'MAILTO:eve@example.org',
    },
  ])
})

test('a cancelled session is written as a cancellation', () => {
  const text = writeCalendar([session], { ...settings, method: 'CANCEL', attendee: { email: 'eve@example.org' } })
  expect(findMethod(text)).toBe('CANCEL')
  expect(parseEvents(text)).toMatchObject([{ UID: session.bookingId, STATUS: 'CANCELLED', SEQUENCE: '3' }])
})

test('a feed has a calendar name and no attendee, and may be empty', () => {
  const text = writeCalendar([{ ...session, counterpart: null, place: 'phone' }], { ...settings, method: 'PUBLISH' })
  expect(findMethod(text)).toBe('PUBLISH')
  const [entry] = parseEvents(text)
  expect(entry).toMatchObject({ SUMMARY: 'Initial consultation', LOCATION: 'By phone' })
  expect(entry).not.toHaveProperty('ATTENDEE')
  expect(parseCalendar(text).find(({ name }) => name === 'X-WR-CALNAME')?.value).toBe(
    'FutureWorld Consultancy: sessions',
  )
  expect(parseEvents(writeCalendar([], { ...settings, method: 'PUBLISH' }))).toEqual([])
})

/** Pieces of text that could break out of a property. */
const fragments = [
  ...'\r\n\u2028\u0000\u001b\ud800;,:"\\é🦊',
  ...['\r\n', '\n ', '\\n', '^n', 'END:VEVENT', 'BEGIN:VEVENT', 'ATTENDEE:mailto:all@example.org'],
]
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.array(fc.constantFrom(...fragments), { maxLength: 60 }).map((parts) => parts.join('')),
)

test('hostile text stays inside its property', () => {
  const names = (text: string) => parseCalendar(text).map(({ name, path: inside }) => `${inside}/${name}`)
  const plain = writeCalendar([session, session], { ...settings, method: 'REQUEST' })
  fc.assert(
    fc.property(hostile, hostile, hostile, (title, counterpart, brandName) => {
      const hostileSession = { ...session, title: `a${title}`, counterpart: `b${counterpart}` }
      const company = { ...settings.company, brandName: `c${brandName}` }
      const text = writeCalendar([hostileSession, hostileSession], { ...settings, company, method: 'REQUEST' })
      expect(names(text)).toEqual(names(plain))
      const [entry] = parseEvents(text)
      expect(entry?.SUMMARY).toBe(toOneLine(`${hostileSession.title} with ${hostileSession.counterpart}`))
      expect(entry?.UID).toBe(session.bookingId)
    }),
  )
})

/** The text as calendars display it. */
function toOneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
}
