// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { alan, answerPanel, bookable, booking, grace, profileIn } from '../../../../tests/web/bookings.ts'
import { settle, stopClock } from '../../../../tests/web/clock.ts'
import { allowDialogs } from '../../../../tests/web/dialogs.ts'
import { type FakeAnswer, fakeServer, granted, refused, type SentRequest } from '../../../../tests/web/fake-server.ts'
import { givenMember } from '../../../../tests/web/people.ts'
import { visit } from '../../../../tests/web/visit.tsx'
import { listSharedNotes, type SharedNote } from '../contract/session-note.ts'
import {
  type BookableSession,
  type Booking,
  type Consequence,
  cancelBooking,
  getBooking,
  type LaterSession,
  listBookableSessions,
  listFreeTimes,
  moveBooking,
} from '../contract.ts'
import * as page from './booking-page.tsx'

const toasts = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn() }))
vi.mock('#platform/web/ui/toasts.tsx', () => ({ notify: toasts }))

const path = `/portal/bookings/${booking().id}`
const returned: Consequence = { outcome: 'returned', freeUntil: '2026-11-26T19:00:00.000Z' }
const forfeited: Consequence = { ...returned, outcome: 'forfeited' }
const SATURDAY = '2026-11-28T10:00:00.000Z'

test('before cancelling, the person reads until when it is free, in their own time and in ours', async () => {
  await open({ timeZone: 'America/New_York' })
  expect(part('Move or cancel')).toContain(
    'Free until Thursday 26 November 2026 at 14:00 (New York time; 19:00 London time). If you cancel, your session comes back to your package.',
  )
})

test('what the consultant has shared stands at the session, as text', async () => {
  const note = { id: booking().id, author: 'Grace', text: 'Bring <b>both</b> letters', writtenAt: SATURDAY }
  await open({ notes: [note] })
  expect(part('Notes from your consultant')).toContain('Bring <b>both</b> letters')
  await open({})
  expect(screen.queryByRole('region', { name: 'Notes from your consultant' })).toBeNull()
})

test('less than a day before, the page says that the session counts as used, and offers no other time', async () => {
  await open({ consequence: forfeited })
  expect(part('Move or cancel')).toContain(
    'The time to move it, or to cancel it for free, ended on Thursday 26 November 2026 at 19:00 (London time). If you cancel now, it counts as used.',
  )
  expect(screen.queryByRole('link', { name: 'Move' })).toBeNull()
})

test('a session that a later one needs is not cancelled before that, and the page leads there', async () => {
  const laterSession = { id: '00000000-0000-4000-8000-000000000009', title: 'Final call', startsAt: SATURDAY }
  await open({ laterSession })
  expect(part('Move or cancel')).toContain(
    'You have booked "Final call" on Saturday 28 November 2026 at 10:00 (London time), which needs this session. To cancel this one, please cancel that one first.',
  )
  expect(screen.queryByRole('button', { name: 'Cancel this session' })).toBeNull()
  const way = screen.getByRole('link', { name: 'Open the later session' })
  expect(way.getAttribute('href')).toBe(`/portal/bookings/${laterSession.id}`)
})

test('whoever has just booked is pointed to the place for files, and nobody else', async () => {
  await open({ state: { isJustBooked: true } })
  expect(screen.getByRole('link', { name: 'Add files for your consultant' }).getAttribute('href')).toBe('#files')
  expect(part('Files for your consultant')).toContain('There is no file yet.')
  expect(document.getElementById('files')).toBe(screen.getByRole('region', { name: 'Files for your consultant' }))
  await open({})
  expect(screen.queryByRole('link', { name: 'Add files for your consultant' })).toBeNull()
})

test('cancelling is asked once more, and sends the consequence that was read', async () => {
  const { user, requests, known } = await open({ answer: granted(cancelBooking, booking({ state: 'cancelled' })) })
  await user.click(screen.getByRole('button', { name: 'Cancel this session' }))
  expect(screen.getByRole('dialog').textContent).toContain('Free until Thursday 26 November 2026')
  known.booking = { state: 'cancelled', cancelledBy: 'member' }
  known.consequence = null
  await user.click(screen.getByRole('button', { name: 'Cancel, get it back' }))
  await settle()
  expect(requests.find(({ method }) => method === 'POST')).toMatchObject({
    address: `/api/bookings/${booking().id}/cancellation`,
    body: { outcome: 'returned' },
  })
  expect(toasts.success).toHaveBeenCalledWith('Your session is cancelled. It is back in your package.')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.body.textContent).toContain('You cancelled this session. It does not count as used.')
})

test('a consequence that has changed is shown before anything is cancelled', async () => {
  const { user, known } = await open({ answer: refused(cancelBooking, 'consequence-changed') })
  await user.click(screen.getByRole('button', { name: 'Cancel this session' }))
  known.consequence = forfeited
  await user.click(screen.getByRole('button', { name: 'Cancel, get it back' }))
  await settle()
  const dialog = screen.getByRole('dialog')
  expect(within(dialog).getByRole('alert').textContent).toContain('Please read what cancelling means now.')
  expect(dialog.textContent).toContain('If you cancel now, it counts as used.')
  expect(within(dialog).getByRole('button', { name: 'Cancel, it counts as used' })).toBeTruthy()
})

test('where no answer comes, the question stays open and says why', async () => {
  const { user, known } = await open({})
  await user.click(screen.getByRole('button', { name: 'Cancel this session' }))
  known.isAway = true
  await user.click(screen.getByRole('button', { name: 'Cancel, get it back' }))
  await settle()
  expect(within(screen.getByRole('dialog')).getByRole('alert').textContent).toContain('We could not reach the server.')
  expect(screen.getByRole('heading', { name: 'Initial consultation' })).toBeTruthy()
})

test('an address that names no session says so, and leads back', async () => {
  givenMember()
  const wrong = { status: 400, code: 'invalid-input', message: 'Please check this value.' }
  fakeServer(({ address }) => {
    if (address === '/api/account') return profileIn('Europe/London')
    return address === '/api/sessions' ? granted(listBookableSessions, []) : wrong
  })
  visit('/portal/bookings/nonsense', { '/portal/bookings/:bookingId': page })
  await settle()
  expect(screen.getByRole('alert').textContent).toContain('There is nothing at this address.')
  expect(screen.getByRole('link', { name: 'My Bookings' }).getAttribute('href')).toBe('/portal/bookings')
})

test('whoever can still move a session can ask to come earlier, and afterwards nobody can', async () => {
  await open({})
  expect(screen.getByRole('region', { name: 'Come earlier' })).toBeTruthy()
  await open({ booking: { state: 'cancelled', cancelledBy: 'member' }, consequence: null })
  expect(screen.queryByRole('region', { name: 'Come earlier' })).toBeNull()
})

test('a session that was held can be rated', async () => {
  await open({ booking: { state: 'held' }, consequence: null })
  expect(screen.getByRole('region', { name: 'How was this session?' })).toBeTruthy()
})

test('moving begins with the same consultant, and shows both times before it is done', async () => {
  const { user, requests, address, known } = await open({
    answer: granted(moveBooking, booking({ startsAt: SATURDAY })),
  })
  await user.click(screen.getByRole('link', { name: 'Move' }))
  await settle()
  const asked = requests.find(({ address }) => address.startsWith('/api/sessions/times'))?.address
  expect(asked).toContain(`moving=${booking().id}`)
  expect(asked).toContain(`consultantId=${grace.id}`)
  await user.click(screen.getByRole('button', { name: /^Saturday 28 November/ }))
  await user.click(screen.getByRole('button', { name: '10:00' }))
  expect(part('Move this session')).toContain(
    'From Friday 27 November 2026 at 19:00 (London time) to Saturday 28 November 2026 at 10:00 (London time).',
  )
  known.booking = { startsAt: SATURDAY, endsAt: '2026-11-28T10:30:00.000Z' }
  await user.click(screen.getByRole('button', { name: 'Move to this time' }))
  await settle()
  expect(requests.find(({ method }) => method === 'POST')).toMatchObject({
    address: `/api/bookings/${booking().id}/time`,
    body: { startsAt: SATURDAY, consultantId: grace.id },
  })
  expect(toasts.success).toHaveBeenCalledWith('Your session was moved.')
  expect(address()).toBe(path)
  expect(document.body.textContent).toContain('Saturday 28 November 2026, 10:00 to 10:30')
})

test.each([
  [SATURDAY, 'You can move it, or cancel it and get it back, until Friday 27 November 2026 at 10:00'],
  ['2026-11-23T09:50:00.000Z', 'it can no longer be moved, and counts as used even if you cancel.'],
])('before moving to %s, what cancelling will mean is read', async (time, words) => {
  await open({ address: `${path}?change=time&time=${time}` })
  expect(part('Move this session')).toContain(words)
})

test('another consultant may be chosen for the new time', async () => {
  const { user, requests } = await open({ address: `${path}?change=time&consultant=${grace.id}` })
  await user.click(screen.getByRole('radio', { name: 'Alan Turing' }))
  await settle()
  expect(requests.at(-1)?.address).toContain(`consultantId=${alan.id}`)
})

test('a new time that somebody else has taken is said above fresh times', async () => {
  const { user, address } = await open({
    address: `${path}?change=time&day=2026-11-28&time=${SATURDAY}`,
    answer: refused(moveBooking, 'slot-taken'),
  })
  await user.click(screen.getByRole('button', { name: 'Move to this time' }))
  await settle()
  expect(within(screen.getByRole('region', { name: 'When?' })).getByRole('alert').textContent).toContain(
    'Somebody else has just taken this time.',
  )
  expect(address()).toBe(`${path}?change=time&day=2026-11-28`)
})

test('whoever is too late to move is told, and reads what cancelling means now', async () => {
  const { user, known, address } = await open({
    address: `${path}?change=time&time=${SATURDAY}`,
    answer: refused(moveBooking, 'too-late-to-move'),
  })
  known.consequence = forfeited
  await user.click(screen.getByRole('button', { name: 'Move to this time' }))
  await settle()
  expect(toasts.error).toHaveBeenCalledWith(
    'Less than 24 hours are left before this session, so it can no longer be moved.',
  )
  expect(address()).toBe(path)
  expect(part('Move or cancel')).toContain('If you cancel now, it counts as used.')
})

test('a session that is over leads to the next one', async () => {
  await open({
    booking: { state: 'held' },
    consequence: null,
    sessions: [bookable({ lineKey: 'final-call', title: 'Final call', minutes: 20 })],
  })
  expect(screen.queryByRole('button', { name: /Cancel/ })).toBeNull()
  expect(part('What comes next')).toContain('Final call, 20 minutes (MY FUTURE WEEK).')
  expect(screen.getByRole('link', { name: 'Book your next session' }).getAttribute('href')).toBe(
    `/portal/bookings/new?entitlement=${booking().entitlementId}&line=final-call`,
  )
})

test.each<[Partial<Booking>, string]>([
  [{ state: 'cancelled', cancelledBy: 'consultant' }, 'We cancelled this session. It does not count as used.'],
  [{ state: 'cancelled', cancelledBy: 'member', isForfeited: true }, 'You cancelled this session. It counts as used.'],
  [{ state: 'missed' }, 'You were not there, so this session counts as used.'],
])('how a session ended stands on its page: %j', async (changes, words) => {
  await open({ booking: changes, consequence: null })
  expect(document.body.textContent).toContain(words)
})

test('whoever is said to have missed a session can write to us from there', async () => {
  await open({ booking: { state: 'missed' }, consequence: null })
  expect(screen.getByRole('link', { name: 'write to us' }).getAttribute('href')).toBe('/portal/messages')
})

test('one’s own phone number is nothing to press', async () => {
  await open({ booking: { place: 'phone', phone: '+44 7700 900123' } })
  expect(document.body.textContent).toContain('By phone: we call you on +44 7700 900123')
  expect(screen.queryByRole('link', { name: '+44 7700 900123' })).toBeNull()
})

test('the consultant who is not with us any more has no name', async () => {
  await open({ booking: { consultant: null, state: 'held' }, consequence: null })
  expect(screen.getByText('The consultant is not with us any more.')).toBeTruthy()
})

test('a session that is not one’s own is not found', async () => {
  givenMember()
  fakeServer(({ address }) => {
    if (address === '/api/account') return profileIn('Europe/London')
    return address === '/api/sessions' ? granted(listBookableSessions, []) : refused(getBooking, 'booking-not-found')
  })
  stopClock('2026-11-22T10:00:00.000Z')
  visit(path, { '/portal/bookings/:bookingId': page })
  await settle()
  expect(screen.getByRole('alert').textContent).toContain('This session was not found.')
})

type Known = {
  notes?: SharedNote[]
  booking?: Partial<Booking>
  consequence?: Consequence | null
  laterSession?: LaterSession | null
  sessions?: BookableSession[]
  timeZone?: string
  address?: string
  /** With which the address was opened. */
  state?: unknown
  /** To the press that moves or cancels. */
  answer?: FakeAnswer
}

async function open({
  booking: changes = {},
  consequence = returned,
  laterSession = null,
  sessions = [bookable({ obstacle: 'none-left' })],
  timeZone = 'Europe/London',
  address = path,
  notes = [],
  state,
  answer,
}: Known) {
  allowDialogs()
  stopClock('2026-11-22T10:00:00.000Z')
  givenMember()
  const known = { booking: changes, consequence, isAway: false }
  const reply = (request: SentRequest) => {
    if (request.method === 'POST') return answer ?? 'unreachable'
    if (request.address === '/api/account') return profileIn(timeZone)
    if (request.address.endsWith('/notes')) return granted(listSharedNotes, { items: notes, nextCursor: null })
    if (request.address === '/api/sessions') return granted(listBookableSessions, sessions)
    if (request.address.startsWith('/api/sessions/times')) {
      return granted(listFreeTimes, {
        times: [{ startsAt: SATURDAY, consultantIds: [grace.id, alan.id] }],
        nextFree: null,
      })
    }
    const { consequence: meaning } = known
    const shown = { ...booking(known.booking), consequence: meaning, laterSession, companyTimeZone: 'Europe/London' }
    return answerPanel(request.address) ?? granted(getBooking, shown)
  }
  const { requests } = fakeServer((request) => (known.isAway ? 'unreachable' : reply(request)))
  const shown = visit(state ? { pathname: address, state } : address, { '/portal/bookings/:bookingId': page })
  await settle()
  return { ...shown, requests, known }
}

function part(name: string): string | null {
  return screen.getByRole('region', { name }).textContent
}
