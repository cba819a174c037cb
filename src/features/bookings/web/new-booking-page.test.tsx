// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { alan, bookable, booking, grace, profileIn } from '../../../../tests/web/bookings.ts'
import { pass, settle, stopClock } from '../../../../tests/web/clock.ts'
import { type FakeAnswer, fakeServer, granted, refused } from '../../../../tests/web/fake-server.ts'
import { givenMember } from '../../../../tests/web/people.ts'
import { visit } from '../../../../tests/web/visit.tsx'
import {
  type BookableSession,
  bookSession,
  listBookableSessions,
  listFreeTimes,
  releaseTime,
  reserveTime,
} from '../contract.ts'
import * as page from './new-booking-page.tsx'

const toasts = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn() }))
vi.mock('#platform/web/ui/toasts.tsx', () => ({ notify: toasts }))

const AFTERNOON = '2026-11-27T19:00:00.000Z'
const { entitlementId, lineKey } = bookable()
const chosen = `/portal/bookings/new?entitlement=${entitlementId}&line=${lineKey}`
const confirming = `${chosen}&day=2026-11-27&time=${AFTERNOON}`

test.each<[Partial<BookableSession>, string]>([
  [{ obstacle: 'none-left' }, 'You have booked or used all of these.'],
  [{ obstacle: 'one-is-open' }, 'You have booked one already.'],
  [
    { obstacle: 'earlier-session-first', earlierTitle: 'Initial consultation' },
    'Please book this one first: Initial consultation.',
  ],
  [{ obstacle: 'package-ended' }, 'This package has ended.'],
])('a session that cannot be booked is shown, with the reason: %j', async (changes, words) => {
  await open({ sessions: [bookable(), bookable({ lineKey: 'final-call', title: 'Final call', ...changes })] })
  const radio = screen.getByRole<HTMLInputElement>('radio', { name: /Final call/ })
  expect(radio.disabled).toBe(true)
  expect(radio.closest('label')?.textContent).toContain(words)
})

test('where nothing can be booked, the page says why', async () => {
  await open({ sessions: [bookable({ obstacle: 'one-is-open' })] })
  expect(screen.getByText('Nothing can be booked right now')).toBeTruthy()
})

test('what is chosen stands in the address, so that nothing is lost by loading the page again', async () => {
  const { user, address } = await open({
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

test('free times are asked for a month at once, for whoever was chosen', async () => {
  const { requests } = await open({ address: `${chosen}&consultant=${grace.id}`, timeZone: 'America/New_York' })
  const asked = new URL(
    requests.find(({ address }) => address.startsWith('/api/sessions/times'))?.address ?? '',
    'http://x',
  )
  expect(Object.fromEntries(asked.searchParams)).toEqual({
    entitlementId,
    lineKey,
    consultantId: grace.id,
    from: '2026-11-01T04:00:00.000Z',
    until: '2026-12-01T05:00:00.000Z',
  })
})

test('the first free day is open, with its times in the member’s zone and London’s beside them', async () => {
  await open({ timeZone: 'America/New_York' })
  expect(screen.getByRole('heading', { name: 'Friday 27 November 2026' })).toBeTruthy()
  expect(screen.getByRole('button', { name: '14:00 19:00 London time' })).toBeTruthy()
  expect(screen.getByText(/All times are in your time zone: New York time/)).toBeTruthy()
  expect(
    screen.getByRole<HTMLButtonElement>('button', { name: /^Monday 23 November 2026, nothing free/ }).disabled,
  ).toBe(true)
})

test('a month without free times leads to the next one', async () => {
  const { user, requests } = await open({ times: [] })
  expect(screen.getByText('Nothing is free in November 2026.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'See December 2026' }))
  await settle()
  expect(requests.at(-1)?.address).toContain('from=2026-12-01T00%3A00%3A00.000Z')
  expect(screen.getByText('Please choose another consultant, or look again tomorrow.')).toBeTruthy()
})

test('where nobody is free before the package ends, it says that the package runs longer', async () => {
  await open({ times: [], nextFree: '2027-01-05T10:00:00.000Z' })
  expect(document.body.textContent).toContain(
    'The next free time is Tuesday 5 January 2027 at 10:00 (London time): your package runs until then by itself',
  )
  expect(screen.getByRole('button', { name: 'See the times' })).toBeTruthy()
})

test('times that cannot be loaded say why, and can be asked for again', async () => {
  const answers: FakeAnswer[] = ['unreachable']
  const { user } = await open({ answerTimes: () => answers.shift() })
  expect(screen.getByRole('alert').textContent).toContain('We could not reach the server.')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await settle()
  expect(screen.getByRole('button', { name: '19:00' })).toBeTruthy()
})

test('a time that is chosen is kept, and counts down without talking all the time', async () => {
  const { user, requests } = await open({})
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
  await pass(60_000)
  expect(screen.getByText('4:00')).toBeTruthy()
  expect(spoken.textContent).toBe('We keep this time for you for 5 minutes.')
  await pass(180_000)
  expect(spoken.textContent).toBe('We keep this time for you for one more minute.')
})

test.each([
  ['2026-11-23T10:00:00.000Z', 'You can move it, or cancel it and get it back, until Sunday 22 November 2026 at 10:00'],
  ['2026-11-23T09:50:00.000Z', 'it can no longer be moved, and counts as used even if you cancel.'],
])('before booking %s, what cancelling will mean is read', async (time, words) => {
  await open({ address: `${chosen}&time=${time}` })
  expect(document.body.textContent).toContain(words)
})

test('a time that has lapsed can be kept again, and nothing typed is lost', async () => {
  const { user, requests } = await open({ address: confirming })
  await user.type(screen.getByLabelText(/Notes/), 'About my first job')
  await pass(300_000)
  expect(screen.getByRole('alert').textContent).toContain('We do not keep this time for you any more.')
  await user.click(screen.getByRole('button', { name: 'Keep it again' }))
  await settle()
  expect(requests.filter(({ address }) => address === '/api/reservations')).toHaveLength(2)
  expect(screen.getByLabelText<HTMLTextAreaElement>(/Notes/).value).toBe('About my first job')
  expect(screen.getByText('5:00')).toBeTruthy()
})

test('booking says how to meet and what the consultant should know, and leads to the session', async () => {
  const { user, requests, address, state } = await open({
    address: confirming,
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

test('a phone number that is none is said beside its field, and nothing is sent', async () => {
  const { user, requests } = await open({ address: confirming })
  await user.click(screen.getByRole('radio', { name: /By phone/ }))
  const phone = screen.getByLabelText('Your phone number')
  await user.clear(phone)
  await user.click(screen.getByRole('button', { name: 'Book this session' }))
  await settle()
  expect(screen.getByText('Please enter a phone number, such as +44 7700 900123')).toBeTruthy()
  expect(document.activeElement).toBe(phone)
  expect(requests.some(({ address }) => address === '/api/bookings')).toBe(false)
})

test('a time that somebody else has taken is said above fresh times, and the notes stay', async () => {
  const { user, address, requests } = await open({ address: confirming, answer: refused(bookSession, 'slot-taken') })
  await user.type(screen.getByLabelText(/Notes/), 'About my first job')
  await user.click(screen.getByRole('button', { name: 'Book this session' }))
  await settle()
  const when = screen.getByRole('region', { name: 'When?' })
  expect(within(when).getByRole('alert').textContent).toBe(
    'Somebody else has just taken this time. Please choose another one.',
  )
  expect(address()).toBe(`${chosen}&day=2026-11-27`)
  expect(requests.at(-1)?.address).toContain('/api/sessions/times')
  await user.click(screen.getByRole('button', { name: '20:00' }))
  await settle()
  expect(screen.getByLabelText<HTMLTextAreaElement>(/Notes/).value).toBe('About my first job')
})

test('a time that can no longer be kept leads back to the times', async () => {
  const { address } = await open({ address: confirming, reservation: refused(reserveTime, 'own-session-then') })
  expect(screen.getByRole('alert').textContent).toBe(
    'You have another session at this time. Please choose another one.',
  )
  expect(address()).not.toContain('time=')
})

test('a session that is used up meanwhile is said above the sessions, which are read anew', async () => {
  const sessions = [bookable(), bookable({ lineKey: 'final-call', title: 'Final call' })]
  const { user, requests } = await open({
    sessions,
    address: confirming,
    answer: refused(bookSession, 'none-left'),
  })
  await user.click(screen.getByRole('button', { name: 'Book this session' }))
  await settle()
  expect(screen.getByRole('alert').textContent).toContain('No session of this kind is left in your package.')
  expect(screen.getByRole('link', { name: 'See what you have booked' }).getAttribute('href')).toBe('/portal/bookings')
  expect(requests.filter(({ address }) => address === '/api/sessions')).toHaveLength(2)
})

test('whoever has booked their last session in another tab is told so in this one', async () => {
  const { user } = await open({
    address: confirming,
    answer: refused(bookSession, 'none-left'),
    later: [bookable({ obstacle: 'none-left' })],
  })
  await user.click(screen.getByRole('button', { name: 'Book this session' }))
  await settle()
  expect(screen.getByText('Nothing can be booked right now')).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toContain('No session of this kind is left in your package.')
})

test('a time stands in the address with its session: loading the page again never confirms another one', async () => {
  const { user, address } = await open({ address: '/portal/bookings/new' })
  await user.click(screen.getByRole('button', { name: '19:00' }))
  await settle()
  expect(address()).toBe(`${chosen}&time=${encodeURIComponent(AFTERNOON)}`)
})

test('a time that cannot be kept can be booked all the same, and the page says so', async () => {
  await open({ address: confirming, reservation: 'unreachable' })
  const alert = screen.getByRole('alert').textContent
  expect(alert).toContain('We could not reach the server.')
  expect(alert).toContain('We do not keep this time for you, but you can book it as long as it is free.')
})

test('going back leads from the last step to the times, with what was chosen', async () => {
  const { user, address, goBack } = await open({ address: `${chosen}&day=2026-11-27` })
  await user.click(screen.getByRole('button', { name: '20:00' }))
  await settle()
  expect(screen.getByRole('button', { name: 'Book this session' })).toBeTruthy()
  await goBack()
  await settle()
  expect(address()).toBe(`${chosen}&day=2026-11-27`)
  expect(screen.getByRole('button', { name: '19:00' })).toBeTruthy()
})

test('whoever wants another time lets go of the one that is kept', async () => {
  const { user, requests } = await open({ address: confirming })
  await user.click(screen.getByRole('button', { name: 'Choose another time' }))
  await settle()
  expect(requests).toContainEqual(expect.objectContaining({ method: 'DELETE', address: '/api/reservations' }))
  expect(screen.getByRole('button', { name: '19:00' })).toBeTruthy()
})

test('what was typed is there again after the page was loaded anew, until the session is booked', async () => {
  const first = await open({ address: confirming })
  await first.user.type(screen.getByLabelText(/^Notes/), 'About Leeds')
  cleanup()
  const kept = { ...sessionStorage }
  const second = await open({ address: confirming, kept, answer: granted(bookSession, booking()) })
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Notes/).value).toBe('About Leeds')
  await second.user.click(screen.getByRole('button', { name: 'Book this session' }))
  await settle()
  expect(JSON.stringify(sessionStorage)).not.toContain('About Leeds')
})

test('an address that names nonsense is as good as none', async () => {
  await open({ address: `${chosen}&day=yesterday&time=soon` })
  expect(screen.getByRole('heading', { name: 'Friday 27 November 2026' })).toBeTruthy()
})

test('a session that nobody holds leads to us', async () => {
  await open({ sessions: [bookable({ consultants: [] })] })
  expect(screen.getByRole('link', { name: 'write to us' }).getAttribute('href')).toBe('/portal/messages')
  expect(screen.queryByRole('region', { name: 'When?' })).toBeNull()
})

type Known = {
  sessions?: BookableSession[]
  /** When they are read anew. */
  later?: BookableSession[]
  address?: string
  timeZone?: string
  times?: string[]
  nextFree?: string | null
  answerTimes?: () => FakeAnswer | undefined
  reservation?: FakeAnswer
  /** To the press that books. */
  answer?: FakeAnswer
  /** What this tab still has of the page before. */
  kept?: Record<string, string>
}

async function open({
  sessions = [bookable()],
  later = sessions,
  address = chosen,
  timeZone = 'Europe/London',
  times = [AFTERNOON, '2026-11-27T20:00:00.000Z', '2026-11-28T10:00:00.000Z'],
  nextFree = null,
  answerTimes,
  reservation,
  answer,
  kept: ofBefore = {},
}: Known) {
  stopClock('2026-11-22T10:00:00.000Z')
  givenMember()
  for (const [key, value] of Object.entries(ofBefore)) sessionStorage.setItem(key, value)
  const kept = { consultant: grace, startsAt: AFTERNOON, reservedUntil: '2026-11-22T10:05:00.000Z' }
  const free = times.map((startsAt) => ({ startsAt, consultantIds: [grace.id] }))
  const readings = [sessions]
  const answers: Record<string, () => FakeAnswer> = {
    'GET /api/account': () => profileIn(timeZone),
    'GET /api/sessions': () => granted(listBookableSessions, readings.shift() ?? later),
    'GET /api/sessions/times': () => answerTimes?.() ?? granted(listFreeTimes, { times: free, nextFree }),
    'POST /api/reservations': () => reservation ?? granted(reserveTime, kept),
    'DELETE /api/reservations': () => granted(releaseTime, null),
    'POST /api/bookings': () => answer ?? 'unreachable',
  }
  const { requests } = fakeServer(
    ({ method, address: asked }) => answers[`${method} ${asked.split('?')[0]}`]?.() ?? 'unreachable',
  )
  const shown = visit(address, { '/portal/bookings/new': page })
  await settle()
  return { ...shown, requests }
}
