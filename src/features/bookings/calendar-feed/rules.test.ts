import { expect, test } from 'vitest'
import { booking } from '#tests/support/web/bookings.ts'
import { calendarLinks } from './rules.ts'

const page = 'https://site.example/portal/bookings/b1'

test('Google and Outlook open a new entry with the session’s title, time and page, but not its meeting link', () => {
  const { google, outlook } = calendarLinks(booking(), page)
  expect(Object.fromEntries(new URL(google).searchParams)).toEqual({
    action: 'TEMPLATE',
    text: 'Initial consultation with Grace Hopper',
    dates: '20261127T190000Z/20261127T193000Z',
    details: `See the details, move or cancel: ${page}`,
    location: 'Online',
  })
  expect(Object.fromEntries(new URL(outlook).searchParams)).toEqual({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: 'Initial consultation with Grace Hopper',
    startdt: '2026-11-27T19:00:00.000Z',
    enddt: '2026-11-27T19:30:00.000Z',
    body: `See the details, move or cancel: ${page}`,
    location: 'Online',
  })
})

test('text in a title changes no other part of the entry', () => {
  const { google, outlook } = calendarLinks(booking({ title: 'A & B + C #1', place: 'phone', consultant: null }), page)
  expect(new URL(google).searchParams.get('text')).toBe('A & B + C #1')
  expect(new URL(outlook).searchParams.get('subject')).toBe('A & B + C #1')
  expect(outlook).not.toContain('+')
  expect(new URL(google).searchParams.get('location')).toBe('By phone')
})
