import { cleanup, screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { listOwnedPackages, type OwnedPackage } from '#features/purchases/entitlements/contract.ts'
import { alan, bookable, booking, grace, profileIn } from '#tests/support/web/bookings.ts'
import { advanceClock, settle, stopClock } from '#tests/support/web/clock.ts'
import { type FakeAnswer, fakeServer, granted, refused } from '#tests/support/web/fake-server.ts'
import { owned } from '#tests/support/web/owned-packages.ts'
import { givenMember } from '#tests/support/web/people.ts'
import { visit } from '#tests/support/web/visit.tsx'
import { listFreeSlots } from '../../slots/contract.ts'
import { type BookableSession, bookSession, listBookableSessions, releaseSlot, reserveSlot } from '../contract.ts'
import * as page from './new-booking-page.tsx'

const toasts = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn() }))
vi.mock('#platform/web/ui/toasts.tsx', () => ({ notify: toasts }))

const EVENING = '2026-11-27T19:00:00.000Z'
const { entitlementId, lineKey } = bookable()
const sessionAddress = `/portal/bookings/new?entitlement=${entitlementId}&line=${lineKey}`
const confirmAddress = `${sessionAddress}&day=2026-11-27&time=${EVENING}`

test.each<[string, Partial<BookableSession>, string]>([
  ['used up', { blocker: 'no-sessions-left' }, 'You’ve booked or used all of these sessions.'],
  ['already booked', { blocker: 'already-booked' }, 'You’ve already booked one of these sessions.'],
  [
    'later than one not yet booked',
    { blocker: 'earlier-session-first', earlierTitle: 'Initial consultation' },
    'Book “Initial consultation” first.',
  ],
])('a session that is %s is disabled and the reason shown', async (_, changes, text) => {
  await openPage({ sessions: [bookable(), bookable({ lineKey: 'final-call', title: 'Final call', ...changes })] })
  const radio = screen.getByRole<HTMLInputElement>('radio', { name: /Final call/ })
  expect(radio.disabled).toBe(true)
  expect(radio.closest('label')?.textContent).toContain(text)
})

test('a package on hold shows its notice', async () => {
  await openPage({ sessions: [], packages: [owned({ isUsable: false, notice: 'It is on hold.' })] })
  expect(screen.getByText('It is on hold.')).toBeTruthy()
})

test('the selection is kept in the page address', async () => {
  const { user, address } = await openPage({
    sessions: [bookable(), bookable({ lineKey: 'final-call', title: 'Final call' })],
    address: '/portal/bookings/new',
  })
  await user.click(screen.getByRole('radio', { name: /Final call/ }))
  await user.click(screen.getByRole('radio', { name: 'Alan Turing' }))
  await settle()
  await user.click(screen.getByRole('button', { name: /^Saturday 28 November 2026, free/ }))
  expect(address()).toBe(
    `/portal/bookings/new?entitlement=${entitlementId}&line=final-call&consultant=${alan.id}&day=2026-11-28`,
  )
})

test('slots are requested for a whole month and for the selected consultant', async () => {
  const { requests } = await openPage({
    address: `${sessionAddress}&consultant=${grace.id}`,
    timeZone: 'America/New_York',
  })
  const slotsUrl = new URL(
    requests.find(({ address }) => address.startsWith('/api/sessions/slots'))?.address ?? '',
    'http://x',
  )
  expect(Object.fromEntries(slotsUrl.searchParams)).toEqual({
    entitlementId,
    lineKey,
    consultantId: grace.id,
    from: '2026-11-01T04:00:00.000Z',
    until: '2026-12-01T05:00:00.000Z',
  })
})

test('the first free day is open, with times in the member’s time zone and London’s', async () => {
  await openPage({ timeZone: 'America/New_York' })
  expect(screen.getByRole('heading', { name: 'Friday 27 November 2026' })).toBeTruthy()
  expect(screen.getByRole('button', { name: '14:00 19:00 London time' })).toBeTruthy()
  expect(screen.getByText(/Times are in your time zone: New York time/)).toBeTruthy()
  expect(
    screen.getByRole<HTMLButtonElement>('button', { name: /^Monday 23 November 2026, nothing free/ }).disabled,
  ).toBe(true)
})

test('a month without free slots links to the next one', async () => {
  const { user, requests } = await openPage({ slots: [] })
  expect(screen.getByText('No times are free in November 2026.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'See December 2026' }))
  await settle()
  expect(requests.at(-1)?.address).toContain('from=2026-12-01T00%3A00%3A00.000Z')
  expect(screen.getByText(/New times will appear here as soon as a consultant adds them/)).toBeTruthy()
})

test('if the next free slot is after the package ends, the page says that the package will be extended', async () => {
  await openPage({ slots: [], nextFree: '2027-01-05T10:00:00.000Z' })
  expect(document.body.textContent).toContain(
    'The next free time is Tuesday 5 January 2027 at 10:00 (London time). Book it and we’ll extend your package',
  )
  expect(screen.getByRole('button', { name: 'See times' })).toBeTruthy()
})

test('if the slots fail to load, the page shows the reason and a retry button', async () => {
  const answers: FakeAnswer[] = ['unreachable']
  const { user } = await openPage({ slotsAnswer: () => answers.shift() })
  expect(screen.getByRole('alert').textContent).toContain('We couldn’t reach the server.')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await settle()
  expect(screen.getByRole('button', { name: '19:00' })).toBeTruthy()
})

test('choosing a slot reserves it and starts a countdown that is announced to screen readers only now and then', async () => {
  const { user, requests, address } = await openPage({ address: '/portal/bookings/new' })
  await user.click(screen.getByRole('button', { name: '19:00' }))
  await settle()
  expect(address()).toBe(`${sessionAddress}&time=${encodeURIComponent(EVENING)}`)
  expect(requests.at(-1)).toMatchObject({
    method: 'POST',
    address: '/api/reservations',
    body: { entitlementId, lineKey, consultantId: null, startsAt: EVENING },
  })
  expect(document.body.textContent).toContain('with Grace Hopper')
  expect(screen.getByText('5:00')).toBeTruthy()
  const spoken = screen.getByText('We’re holding this time for you for 5 minutes.')
  await advanceClock(60_000)
  expect(screen.getByText('4:00')).toBeTruthy()
  expect(spoken.textContent).toBe('We’re holding this time for you for 5 minutes.')
  await advanceClock(180_000)
  expect(spoken.textContent).toBe('We’re holding this time for you for one more minute.')
})

test.each([
  [
    '24 hours ahead',
    '2026-11-23T10:00:00.000Z',
    'You can move this session, or cancel and get it back, until Sunday 22 November 2026 at 10:00',
  ],
  [
    'less than 24 hours ahead',
    '2026-11-23T09:50:00.000Z',
    'Once booked, it can’t be moved, and it’ll count as used even if you cancel.',
  ],
])('the cancellation terms are shown before booking a session %s', async (_, time, text) => {
  await openPage({ address: `${sessionAddress}&time=${time}` })
  expect(document.body.textContent).toContain(text)
})

test('an expired reservation can be renewed and the notes are kept', async () => {
  const { user, requests } = await openPage({ address: confirmAddress })
  await user.type(screen.getByLabelText(/Notes/), 'About my first job')
  await advanceClock(300_000)
  expect(screen.getByRole('alert').textContent).toContain('We’re no longer holding this time')
  await user.click(screen.getByRole('button', { name: 'Hold this time again' }))
  await settle()
  expect(requests.filter(({ address }) => address === '/api/reservations')).toHaveLength(2)
  expect(screen.getByLabelText<HTMLTextAreaElement>(/Notes/).value).toBe('About my first job')
  expect(screen.getByText('5:00')).toBeTruthy()
})

test('booking sends the place, phone number and notes, then opens the booking', async () => {
  const { user, requests, address, state } = await openPage({
    address: confirmAddress,
    bookingAnswer: granted(bookSession, booking()),
  })
  await user.click(screen.getByRole('radio', { name: /By phone/ }))
  const phone = screen.getByLabelText<HTMLInputElement>('Your phone number')
  expect(phone.value).toBe('+447700900123')
  await user.type(screen.getByLabelText(/Notes/), 'About my first job')
  await pressBook(user)
  expect(requests.at(-1)).toMatchObject({
    address: '/api/bookings',
    body: {
      entitlementId,
      lineKey,
      consultantId: grace.id,
      startsAt: EVENING,
      place: 'phone',
      phone: '+447700900123',
      notes: 'About my first job',
    },
  })
  expect(toasts.success).toHaveBeenCalledWith('Your session is booked.')
  expect(address()).toBe(`/portal/bookings/${booking().id}`)
  expect(state()).toEqual({ isJustBooked: true })
})

test('an invalid phone number shows an error next to its field and sends nothing', async () => {
  const { user, requests } = await openPage({ address: confirmAddress })
  await user.click(screen.getByRole('radio', { name: /By phone/ }))
  const phone = screen.getByLabelText('Your phone number')
  await user.clear(phone)
  await pressBook(user)
  expect(screen.getByText('Enter a phone number, for example +44 7700 900123')).toBeTruthy()
  expect(document.activeElement).toBe(phone)
  expect(requests.some(({ address }) => address === '/api/bookings')).toBe(false)
})

test('if the slot has been taken, the page shows an alert, reloads the slots and keeps the notes', async () => {
  const { user, address, requests } = await openPage({
    address: confirmAddress,
    bookingAnswer: refused(bookSession, 'slot-taken'),
  })
  await user.type(screen.getByLabelText(/Notes/), 'About my first job')
  await pressBook(user)
  const when = screen.getByRole('region', { name: 'When?' })
  expect(within(when).getByRole('alert').textContent).toBe('Someone else has just taken this time. Choose another one.')
  expect(address()).toBe(`${sessionAddress}&day=2026-11-27`)
  expect(requests.at(-1)?.address).toContain('/api/sessions/slots')
  await user.click(screen.getByRole('button', { name: '20:00' }))
  await settle()
  expect(screen.getByLabelText<HTMLTextAreaElement>(/Notes/).value).toBe('About my first job')
})

test('if the reservation is refused, the page returns to the slots and shows the reason', async () => {
  const { address } = await openPage({
    address: confirmAddress,
    reservationAnswer: refused(reserveSlot, 'booking-overlap'),
  })
  expect(screen.getByRole('alert').textContent).toBe('You already have a session at this time. Choose another one.')
  expect(address()).not.toContain('time=')
})

test('if no sessions are left, the page shows an alert and reloads the sessions, even if the list is now empty', async () => {
  const { user, requests } = await openPage({
    address: confirmAddress,
    bookingAnswer: refused(bookSession, 'no-sessions-left'),
    reloadedSessions: [bookable({ blocker: 'no-sessions-left' })],
  })
  await pressBook(user)
  expect(screen.getByText('You can’t book anything right now')).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toContain('Your package has no sessions of this kind left.')
  expect(screen.getByRole('link', { name: 'See your bookings' }).getAttribute('href')).toBe('/portal/bookings')
  expect(requests.filter(({ address }) => address === '/api/sessions')).toHaveLength(2)
})

test('if the reservation request fails, the page says that the slot can still be booked', async () => {
  await openPage({ address: confirmAddress, reservationAnswer: 'unreachable' })
  const alert = screen.getByRole('alert').textContent
  expect(alert).toContain('We couldn’t reach the server.')
  expect(alert).toContain('We couldn’t hold this time for you, but you can still book it while it’s free.')
})

test('going back from the confirmation step returns to the slots and restores the selection', async () => {
  const { user, address, goBack } = await openPage({ address: `${sessionAddress}&day=2026-11-27` })
  await user.click(screen.getByRole('button', { name: '20:00' }))
  await settle()
  expect(screen.getByRole('button', { name: 'Book this session' })).toBeTruthy()
  await goBack()
  await settle()
  expect(address()).toBe(`${sessionAddress}&day=2026-11-27`)
  expect(screen.getByRole('button', { name: '19:00' })).toBeTruthy()
})

test('choosing another time releases the reservation', async () => {
  const { user, requests } = await openPage({ address: confirmAddress })
  await user.click(screen.getByRole('button', { name: 'Choose another time' }))
  await settle()
  expect(requests).toContainEqual(expect.objectContaining({ method: 'DELETE', address: '/api/reservations' }))
  expect(screen.getByRole('button', { name: '19:00' })).toBeTruthy()
})

test('notes are kept after a reload until the session is booked', async () => {
  const firstVisit = await openPage({ address: confirmAddress })
  await firstVisit.user.type(screen.getByLabelText(/^Notes/), 'About Leeds')
  cleanup()
  const storage = { ...sessionStorage }
  const secondVisit = await openPage({
    address: confirmAddress,
    storage,
    bookingAnswer: granted(bookSession, booking()),
  })
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Notes/).value).toBe('About Leeds')
  await pressBook(secondVisit.user)
  expect(JSON.stringify(sessionStorage)).not.toContain('About Leeds')
})

test('invalid query parameters are ignored', async () => {
  await openPage({ address: `${sessionAddress}&day=yesterday&time=soon` })
  expect(screen.getByRole('heading', { name: 'Friday 27 November 2026' })).toBeTruthy()
})

test('if no consultant offers a session, the page links to the member’s messages', async () => {
  await openPage({ sessions: [bookable({ consultants: [] })] })
  expect(screen.getByRole('link', { name: 'Message us' }).getAttribute('href')).toBe('/portal/messages')
  expect(screen.queryByRole('region', { name: 'When?' })).toBeNull()
})

async function pressBook(user: UserEvent) {
  await user.click(screen.getByRole('button', { name: 'Book this session' }))
  await settle()
}

type PageOptions = {
  sessions?: BookableSession[]
  packages?: OwnedPackage[]
  /** The sessions returned after a reload. */
  reloadedSessions?: BookableSession[]
  address?: string
  timeZone?: string
  slots?: string[]
  nextFree?: string | null
  slotsAnswer?: () => FakeAnswer | undefined
  reservationAnswer?: FakeAnswer
  bookingAnswer?: FakeAnswer
  /** The tab’s session storage from before the reload. */
  storage?: Record<string, string>
}

async function openPage({
  sessions = [bookable()],
  reloadedSessions = sessions,
  packages = [],
  address = sessionAddress,
  timeZone = 'Europe/London',
  slots = [EVENING, '2026-11-27T20:00:00.000Z', '2026-11-28T10:00:00.000Z'],
  nextFree = null,
  slotsAnswer,
  reservationAnswer,
  bookingAnswer,
  storage = {},
}: PageOptions) {
  stopClock('2026-11-22T10:00:00.000Z')
  givenMember()
  for (const [key, value] of Object.entries(storage)) sessionStorage.setItem(key, value)
  const reserved = { consultant: grace, startsAt: EVENING, reservedUntil: '2026-11-22T10:05:00.000Z' }
  const freeSlots = slots.map((startsAt) => ({ startsAt, consultantIds: [grace.id] }))
  const sessionAnswers = [sessions]
  const answers: Record<string, () => FakeAnswer> = {
    'GET /api/account': () => profileIn(timeZone),
    'GET /api/entitlements': () => granted(listOwnedPackages, { items: packages, nextCursor: null }),
    'GET /api/sessions': () => granted(listBookableSessions, sessionAnswers.shift() ?? reloadedSessions),
    'GET /api/sessions/slots': () => slotsAnswer?.() ?? granted(listFreeSlots, { slots: freeSlots, nextFree }),
    'POST /api/reservations': () => reservationAnswer ?? granted(reserveSlot, reserved),
    'DELETE /api/reservations': () => granted(releaseSlot, null),
    'POST /api/bookings': () => bookingAnswer ?? 'unreachable',
  }
  const { requests } = fakeServer(
    ({ method, address: requested }) => answers[`${method} ${requested.split('?')[0]}`]?.() ?? 'unreachable',
  )
  const visited = visit(address, { '/portal/bookings/new': page })
  await settle()
  return { ...visited, requests }
}
