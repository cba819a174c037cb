import { cleanup, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { listOwnedPackages, type OwnedPackage } from '#features/purchases/entitlements/contract.ts'
import { alan, bookable, booking, grace, profileIn } from '../../../../../tests/support/web/bookings.ts'
import { advanceClock, settle, stopClock } from '../../../../../tests/support/web/clock.ts'
import { type FakeAnswer, fakeServer, granted, refused } from '../../../../../tests/support/web/fake-server.ts'
import { owned } from '../../../../../tests/support/web/owned-packages.ts'
import { givenMember } from '../../../../../tests/support/web/people.ts'
import { visit } from '../../../../../tests/support/web/visit.tsx'
import { listFreeSlots } from '../../slots/contract.ts'
import { type BookableSession, bookSession, listBookableSessions, releaseSlot, reserveSlot } from '../contract.ts'
import * as page from './new-booking-page.tsx'

const toasts = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn() }))
vi.mock('#platform/web/ui/toasts.tsx', () => ({ notify: toasts }))

const AFTERNOON = '2026-11-27T19:00:00.000Z'
const { entitlementId, lineKey } = bookable()
const sessionAddress = `/portal/bookings/new?entitlement=${entitlementId}&line=${lineKey}`
const confirmAddress = `${sessionAddress}&day=2026-11-27&time=${AFTERNOON}`

test.each<[Partial<BookableSession>, string]>([
  [{ blocker: 'no-sessions-left' }, 'You have booked or used all of these.'],
  [{ blocker: 'already-booked' }, 'You have booked one already.'],
  [
    { blocker: 'earlier-session-first', earlierTitle: 'Initial consultation' },
    'Please book this one first: Initial consultation.',
  ],
])('a blocked session is disabled with its reason: %j', async (changes, text) => {
  await openPage({ sessions: [bookable(), bookable({ lineKey: 'final-call', title: 'Final call', ...changes })] })
  const radio = screen.getByRole<HTMLInputElement>('radio', { name: /Final call/ })
  expect(radio.disabled).toBe(true)
  expect(radio.closest('label')?.textContent).toContain(text)
})

test('with every session blocked, the page says that nothing can be booked', async () => {
  await openPage({ sessions: [bookable({ blocker: 'already-booked' })], packages: [owned()] })
  expect(screen.getByText('Nothing can be booked right now')).toBeTruthy()
})

test('a package on hold shows its notice', async () => {
  await openPage({ sessions: [], packages: [owned({ isUsable: false, notice: 'It is on hold.' })] })
  expect(screen.getByText('It is on hold.')).toBeTruthy()
})

test('the selection is kept in the address, so a reload keeps it', async () => {
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

test('slots are requested for a whole month and the selected consultant', async () => {
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

test('the first free day is open, with times in the member’s zone and in London’s', async () => {
  await openPage({ timeZone: 'America/New_York' })
  expect(screen.getByRole('heading', { name: 'Friday 27 November 2026' })).toBeTruthy()
  expect(screen.getByRole('button', { name: '14:00 19:00 London time' })).toBeTruthy()
  expect(screen.getByText(/All times are in your time zone: New York time/)).toBeTruthy()
  expect(
    screen.getByRole<HTMLButtonElement>('button', { name: /^Monday 23 November 2026, nothing free/ }).disabled,
  ).toBe(true)
})

test('a month without free slots links to the next one', async () => {
  const { user, requests } = await openPage({ times: [] })
  expect(screen.getByText('Nothing is free in November 2026.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'See December 2026' }))
  await settle()
  expect(requests.at(-1)?.address).toContain('from=2026-12-01T00%3A00%3A00.000Z')
  expect(screen.getByText(/New times appear here as soon as a consultant enters them/)).toBeTruthy()
})

test('if the next free slot is after the package ends, the page announces the extension', async () => {
  await openPage({ times: [], nextFree: '2027-01-05T10:00:00.000Z' })
  expect(document.body.textContent).toContain(
    'The next free time is Tuesday 5 January 2027 at 10:00 (London time): your package runs until then by itself',
  )
  expect(screen.getByRole('button', { name: 'See the times' })).toBeTruthy()
})

test('slots that fail to load show the reason and a retry button', async () => {
  const answers: FakeAnswer[] = ['unreachable']
  const { user } = await openPage({ answerTimes: () => answers.shift() })
  expect(screen.getByRole('alert').textContent).toContain('We could not reach the server.')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await settle()
  expect(screen.getByRole('button', { name: '19:00' })).toBeTruthy()
})

test('choosing a slot reserves it, with a countdown that screen readers hear only at intervals', async () => {
  const { user, requests } = await openPage({})
  await user.click(screen.getByRole('button', { name: '19:00' }))
  await settle()
  expect(requests.at(-1)).toMatchObject({
    method: 'POST',
    address: '/api/reservations',
    body: { entitlementId, lineKey, consultantId: null, startsAt: AFTERNOON },
  })
  expect(document.body.textContent).toContain('with Grace Hopper')
  expect(screen.getByText('5:00')).toBeTruthy()
  const spoken = screen.getByText('We keep this time for you for 5 minutes.')
  await advanceClock(60_000)
  expect(screen.getByText('4:00')).toBeTruthy()
  expect(spoken.textContent).toBe('We keep this time for you for 5 minutes.')
  await advanceClock(180_000)
  expect(spoken.textContent).toBe('We keep this time for you for one more minute.')
})

test.each([
  ['2026-11-23T10:00:00.000Z', 'You can move it, or cancel it and get it back, until Sunday 22 November 2026 at 10:00'],
  ['2026-11-23T09:50:00.000Z', 'it can no longer be moved, and counts as used even if you cancel.'],
])('before booking %s, the cancellation terms are shown', async (time, text) => {
  await openPage({ address: `${sessionAddress}&time=${time}` })
  expect(document.body.textContent).toContain(text)
})

test('an expired reservation can be renewed without losing the notes', async () => {
  const { user, requests } = await openPage({ address: confirmAddress })
  await user.type(screen.getByLabelText(/Notes/), 'About my first job')
  await advanceClock(300_000)
  expect(screen.getByRole('alert').textContent).toContain('We do not keep this time for you any more.')
  await user.click(screen.getByRole('button', { name: 'Keep it again' }))
  await settle()
  expect(requests.filter(({ address }) => address === '/api/reservations')).toHaveLength(2)
  expect(screen.getByLabelText<HTMLTextAreaElement>(/Notes/).value).toBe('About my first job')
  expect(screen.getByText('5:00')).toBeTruthy()
})

test('booking sends place, phone and notes, then opens the booking', async () => {
  const { user, requests, address, state } = await openPage({
    address: confirmAddress,
    answer: granted(bookSession, booking()),
  })
  await user.click(screen.getByRole('radio', { name: /By phone/ }))
  const phone = screen.getByLabelText<HTMLInputElement>('Your phone number')
  expect(phone.value).toBe('+447700900123')
  await user.type(screen.getByLabelText(/Notes/), 'About my first job')
  await user.click(screen.getByRole('button', { name: 'Book this session' }))
  await settle()
  expect(requests.at(-1)).toMatchObject({
    address: '/api/bookings',
    body: {
      entitlementId,
      lineKey,
      consultantId: grace.id,
      startsAt: AFTERNOON,
      place: 'phone',
      phone: '+447700900123',
      notes: 'About my first job',
    },
  })
  expect(toasts.success).toHaveBeenCalledWith('Your session is booked.')
  expect(address()).toBe(`/portal/bookings/${booking().id}`)
  expect(state()).toEqual({ isJustBooked: true })
})

test('an invalid phone number shows an error at its field and sends nothing', async () => {
  const { user, requests } = await openPage({ address: confirmAddress })
  await user.click(screen.getByRole('radio', { name: /By phone/ }))
  const phone = screen.getByLabelText('Your phone number')
  await user.clear(phone)
  await user.click(screen.getByRole('button', { name: 'Book this session' }))
  await settle()
  expect(screen.getByText('Please enter a phone number, such as +44 7700 900123')).toBeTruthy()
  expect(document.activeElement).toBe(phone)
  expect(requests.some(({ address }) => address === '/api/bookings')).toBe(false)
})

test('a taken slot reloads the slots with an alert and keeps the notes', async () => {
  const { user, address, requests } = await openPage({
    address: confirmAddress,
    answer: refused(bookSession, 'slot-taken'),
  })
  await user.type(screen.getByLabelText(/Notes/), 'About my first job')
  await user.click(screen.getByRole('button', { name: 'Book this session' }))
  await settle()
  const when = screen.getByRole('region', { name: 'When?' })
  expect(within(when).getByRole('alert').textContent).toBe(
    'Somebody else has just taken this time. Please choose another one.',
  )
  expect(address()).toBe(`${sessionAddress}&day=2026-11-27`)
  expect(requests.at(-1)?.address).toContain('/api/sessions/slots')
  await user.click(screen.getByRole('button', { name: '20:00' }))
  await settle()
  expect(screen.getByLabelText<HTMLTextAreaElement>(/Notes/).value).toBe('About my first job')
})

test('a failed reservation returns to the slots with its reason', async () => {
  const { address } = await openPage({ address: confirmAddress, reservation: refused(reserveSlot, 'booking-overlap') })
  expect(screen.getByRole('alert').textContent).toBe(
    'You have another session at this time. Please choose another one.',
  )
  expect(address()).not.toContain('time=')
})

test('a used-up session shows an alert and reloads the sessions', async () => {
  const sessions = [bookable(), bookable({ lineKey: 'final-call', title: 'Final call' })]
  const { user, requests } = await openPage({
    sessions,
    address: confirmAddress,
    answer: refused(bookSession, 'no-sessions-left'),
  })
  await user.click(screen.getByRole('button', { name: 'Book this session' }))
  await settle()
  expect(screen.getByRole('alert').textContent).toContain('No session of this kind is left in your package.')
  expect(screen.getByRole('link', { name: 'See what you have booked' }).getAttribute('href')).toBe('/portal/bookings')
  expect(requests.filter(({ address }) => address === '/api/sessions')).toHaveLength(2)
})

test('the alert of a used-up session also appears if no other session is left', async () => {
  const { user } = await openPage({
    address: confirmAddress,
    answer: refused(bookSession, 'no-sessions-left'),
    reloadedSessions: [bookable({ blocker: 'no-sessions-left' })],
  })
  await user.click(screen.getByRole('button', { name: 'Book this session' }))
  await settle()
  expect(screen.getByText('Nothing can be booked right now')).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toContain('No session of this kind is left in your package.')
})

test('a chosen time is in the address with its session', async () => {
  const { user, address } = await openPage({ address: '/portal/bookings/new' })
  await user.click(screen.getByRole('button', { name: '19:00' }))
  await settle()
  expect(address()).toBe(`${sessionAddress}&time=${encodeURIComponent(AFTERNOON)}`)
})

test('a slot can be booked without a reservation, and the page says so', async () => {
  await openPage({ address: confirmAddress, reservation: 'unreachable' })
  const alert = screen.getByRole('alert').textContent
  expect(alert).toContain('We could not reach the server.')
  expect(alert).toContain('We do not keep this time for you, but you can book it as long as it is free.')
})

test('the back button leads from the confirmation to the slots and keeps the selection', async () => {
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

test('notes survive a reload until the session is booked', async () => {
  const firstVisit = await openPage({ address: confirmAddress })
  await firstVisit.user.type(screen.getByLabelText(/^Notes/), 'About Leeds')
  cleanup()
  const storage = { ...sessionStorage }
  const secondVisit = await openPage({ address: confirmAddress, storage, answer: granted(bookSession, booking()) })
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Notes/).value).toBe('About Leeds')
  await secondVisit.user.click(screen.getByRole('button', { name: 'Book this session' }))
  await settle()
  expect(JSON.stringify(sessionStorage)).not.toContain('About Leeds')
})

test('invalid address parameters are ignored', async () => {
  await openPage({ address: `${sessionAddress}&day=yesterday&time=soon` })
  expect(screen.getByRole('heading', { name: 'Friday 27 November 2026' })).toBeTruthy()
})

test('a session without consultants links to the messages', async () => {
  await openPage({ sessions: [bookable({ consultants: [] })] })
  expect(screen.getByRole('link', { name: 'write to us' }).getAttribute('href')).toBe('/portal/messages')
  expect(screen.queryByRole('region', { name: 'When?' })).toBeNull()
})

type PageOptions = {
  sessions?: BookableSession[]
  packages?: OwnedPackage[]
  /** The sessions after a reload. */
  reloadedSessions?: BookableSession[]
  address?: string
  timeZone?: string
  times?: string[]
  nextFree?: string | null
  answerTimes?: () => FakeAnswer | undefined
  reservation?: FakeAnswer
  /** To the booking request. */
  answer?: FakeAnswer
  /** The tab’s session storage before the reload. */
  storage?: Record<string, string>
}

async function openPage({
  sessions = [bookable()],
  reloadedSessions = sessions,
  packages = [],
  address = sessionAddress,
  timeZone = 'Europe/London',
  times = [AFTERNOON, '2026-11-27T20:00:00.000Z', '2026-11-28T10:00:00.000Z'],
  nextFree = null,
  answerTimes,
  reservation,
  answer,
  storage = {},
}: PageOptions) {
  stopClock('2026-11-22T10:00:00.000Z')
  givenMember()
  for (const [key, value] of Object.entries(storage)) sessionStorage.setItem(key, value)
  const reserved = { consultant: grace, startsAt: AFTERNOON, reservedUntil: '2026-11-22T10:05:00.000Z' }
  const slots = times.map((startsAt) => ({ startsAt, consultantIds: [grace.id] }))
  const sessionAnswers = [sessions]
  const answers: Record<string, () => FakeAnswer> = {
    'GET /api/account': () => profileIn(timeZone),
    'GET /api/entitlements': () => granted(listOwnedPackages, { items: packages, nextCursor: null }),
    'GET /api/sessions': () => granted(listBookableSessions, sessionAnswers.shift() ?? reloadedSessions),
    'GET /api/sessions/slots': () => answerTimes?.() ?? granted(listFreeSlots, { slots, nextFree }),
    'POST /api/reservations': () => reservation ?? granted(reserveSlot, reserved),
    'DELETE /api/reservations': () => granted(releaseSlot, null),
    'POST /api/bookings': () => answer ?? 'unreachable',
  }
  const { requests } = fakeServer(
    ({ method, address: requested }) => answers[`${method} ${requested.split('?')[0]}`]?.() ?? 'unreachable',
  )
  const visited = visit(address, { '/portal/bookings/new': page })
  await settle()
  return { ...visited, requests }
}
