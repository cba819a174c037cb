import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { alan, answerPanel, bookable, booking, grace, profileIn } from '#tests/support/web/bookings.ts'
import { settle, stopClock } from '#tests/support/web/clock.ts'
import { allowDialogs } from '#tests/support/web/dialogs.ts'
import { type FakeAnswer, fakeServer, granted, refused, type SentRequest } from '#tests/support/web/fake-server.ts'
import { givenMember } from '#tests/support/web/people.ts'
import { visit } from '#tests/support/web/visit.tsx'
import { type BookableSession, getBooking, listBookableSessions, moveBooking } from '../booking/contract.ts'
import { type CancellationTerms, cancelBooking, type LaterSession } from '../cancellation/contract.ts'
import type { Booking } from '../contract.ts'
import { listSharedNotes, type SharedNote } from '../session-notes/contract.ts'
import { listFreeSlots } from '../slots/contract.ts'
import * as page from './booking-page.tsx'

const toasts = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn() }))
vi.mock('#platform/web/ui/toasts.tsx', () => ({ notify: toasts }))

const path = `/portal/bookings/${booking().id}`
const returned: CancellationTerms = { outcome: 'returned', freeUntil: '2026-11-26T19:00:00.000Z' }
const forfeited: CancellationTerms = { ...returned, outcome: 'forfeited' }
const SATURDAY = '2026-11-28T10:00:00.000Z'
const invalidInput = { status: 400, code: 'invalid-input', message: 'Check this value.' }

test('the end of the free cancellation period is shown in the member’s time zone and London’s', async () => {
  await openPage({ timeZone: 'America/New_York' })
  expect(regionText('Move or cancel')).toContain(
    'Moving or cancelling is free until Thursday 26 November 2026 at 14:00 (New York time; 19:00 London time). If you cancel, the session goes back into your package.',
  )
})

test('shared notes are shown as plain text', async () => {
  const note = { id: booking().id, author: 'Grace', text: 'Bring <b>both</b> letters', writtenAt: SATURDAY }
  await openPage({ notes: [note] })
  expect(regionText('Notes from your consultant')).toContain('Bring <b>both</b> letters')
  await openPage({})
  expect(screen.queryByRole('region', { name: 'Notes from your consultant' })).toBeNull()
})

test('less than 24 hours before the start, the page says that cancelling forfeits the session and hides the move link', async () => {
  await openPage({ cancellationTerms: forfeited })
  expect(regionText('Move or cancel')).toContain(
    'The deadline to move or cancel for free was Thursday 26 November 2026 at 19:00 (London time). If you cancel now, the session will count as used.',
  )
  expect(screen.queryByRole('link', { name: 'Move' })).toBeNull()
})

test('a session that a later one depends on cannot be cancelled first, and the page links to the later one', async () => {
  const laterSession = { id: '00000000-0000-4000-8000-000000000009', title: 'Final call', startsAt: SATURDAY }
  await openPage({ laterSession })
  expect(regionText('Move or cancel')).toContain(
    'You’ve booked “Final call” for Saturday 28 November 2026 at 10:00 (London time), and it depends on this session. To cancel this session, cancel that one first.',
  )
  expect(screen.queryByRole('button', { name: 'Cancel this session' })).toBeNull()
  const link = screen.getByRole('link', { name: 'Open the later session' })
  expect(link.getAttribute('href')).toBe(`/portal/bookings/${laterSession.id}`)
})

test('a session in a package on hold can be cancelled but not moved or put on the waitlist', async () => {
  await openPage({ isOnHold: true, address: `${path}?change=time` })
  expect(regionText('Move or cancel')).toContain('Until it decides, you can cancel this session but not move it.')
  expect(screen.getByRole('button', { name: 'Cancel this session' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Move' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Want an earlier slot?' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Move this session' })).toBeNull()
})

test('the link to add files appears only right after booking', async () => {
  await openPage({ state: { isJustBooked: true } })
  expect(screen.getByRole('link', { name: 'Add files for your consultant' }).getAttribute('href')).toBe('#files')
  expect(regionText('Files for your consultant')).toContain('No files yet.')
  expect(document.getElementById('files')).toBe(screen.getByRole('region', { name: 'Files for your consultant' }))
  await openPage({})
  expect(screen.queryByRole('link', { name: 'Add files for your consultant' })).toBeNull()
})

test('a rating typed for one session does not appear on another', async () => {
  const laterSession = { id: '00000000-0000-4000-8000-000000000009', title: 'Final call', startsAt: SATURDAY }
  const { user, server } = await openPage({ booking: { state: 'held' }, laterSession })
  await user.type(screen.getByLabelText('In your own words (optional)'), 'It helped.')
  server.booking = { state: 'held', id: laterSession.id }
  await user.click(screen.getByRole('link', { name: 'Open the later session' }))
  await settle()
  expect(document.body.textContent).toContain('How was this session?')
  expect(screen.getByLabelText<HTMLTextAreaElement>('In your own words (optional)').value).toBe('')
})

test('waitlist times that have been typed are kept when the move section is opened and closed', async () => {
  const { user } = await openPage({})
  await user.click(screen.getByRole('button', { name: 'Choose times' }))
  fireEvent.change(screen.getByLabelText('Day'), { target: { value: '2026-11-25' } })
  await user.click(screen.getByRole('link', { name: 'Move' }))
  await settle()
  expect(screen.queryByRole('region', { name: 'Want an earlier slot?' })).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Keep current time' }))
  await settle()
  expect(screen.getByLabelText<HTMLInputElement>('Day').value).toBe('2026-11-25')
})

test('cancelling asks for confirmation and sends the terms that were shown', async () => {
  const { user, requests, server } = await openPage({ answer: granted(cancelBooking, booking({ state: 'cancelled' })) })
  await user.click(screen.getByRole('button', { name: 'Cancel this session' }))
  expect(screen.getByRole('dialog').textContent).toContain(
    'Moving or cancelling is free until Thursday 26 November 2026',
  )
  server.booking = { state: 'cancelled', cancelledBy: 'member' }
  server.cancellationTerms = null
  await user.click(screen.getByRole('button', { name: 'Cancel and get this session back' }))
  await settle()
  expect(requests.find(({ method }) => method === 'POST')).toMatchObject({
    address: `/api/bookings/${booking().id}/cancellation`,
    body: { outcome: 'returned' },
  })
  expect(toasts.success).toHaveBeenCalledWith('Session cancelled. It’s back in your package.')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.body.textContent).toContain('You cancelled this session. It doesn’t count as used.')
})

test('if the cancellation terms have changed, they are shown before anything is cancelled', async () => {
  const { user, server } = await openPage({ answer: refused(cancelBooking, 'terms-changed') })
  await user.click(screen.getByRole('button', { name: 'Cancel this session' }))
  server.cancellationTerms = forfeited
  await user.click(screen.getByRole('button', { name: 'Cancel and get this session back' }))
  await settle()
  const dialog = screen.getByRole('dialog')
  expect(within(dialog).getByRole('alert').textContent).toContain('Check before you go ahead.')
  expect(dialog.textContent).toContain('If you cancel now, the session will count as used.')
  expect(within(dialog).getByRole('button', { name: 'Cancel and lose this session' })).toBeTruthy()
})

test('if a cancellation fails, the dialog stays open and shows the reason', async () => {
  const { user, server } = await openPage({})
  await user.click(screen.getByRole('button', { name: 'Cancel this session' }))
  server.isAway = true
  await user.click(screen.getByRole('button', { name: 'Cancel and get this session back' }))
  await settle()
  expect(within(screen.getByRole('dialog')).getByRole('alert').textContent).toContain('We couldn’t reach the server.')
  expect(screen.getByRole('heading', { name: 'Initial consultation' })).toBeTruthy()
})

test('the waitlist is offered only while the session can be moved', async () => {
  await openPage({})
  expect(screen.getByRole('region', { name: 'Want an earlier slot?' })).toBeTruthy()
  await openPage({ booking: { state: 'cancelled', cancelledBy: 'member' }, cancellationTerms: null })
  expect(screen.queryByRole('region', { name: 'Want an earlier slot?' })).toBeNull()
})

test('a held session can be rated', async () => {
  await openPage({ booking: { state: 'held' }, cancellationTerms: null })
  expect(screen.getByRole('region', { name: 'How was this session?' })).toBeTruthy()
})

test('the same consultant is selected when moving, and both times are shown before confirming', async () => {
  const { user, requests, address, server } = await openPage({
    answer: granted(moveBooking, booking({ startsAt: SATURDAY })),
  })
  await user.click(screen.getByRole('link', { name: 'Move' }))
  await settle()
  const slotsAddress = requests.find(({ address }) => address.startsWith('/api/sessions/slots'))?.address
  expect(slotsAddress).toContain(`moving=${booking().id}`)
  expect(slotsAddress).toContain(`consultantId=${grace.id}`)
  await user.click(screen.getByRole('button', { name: /^Saturday 28 November/ }))
  await user.click(screen.getByRole('button', { name: '10:00' }))
  expect(regionText('Move this session')).toContain(
    'Your session will move from Friday 27 November 2026 at 19:00 (London time) to Saturday 28 November 2026 at 10:00 (London time).',
  )
  expect(regionText('Move this session')).toContain(
    'You can move this session, or cancel and get it back, until Friday 27',
  )
  server.booking = { startsAt: SATURDAY, endsAt: '2026-11-28T10:30:00.000Z' }
  await user.click(screen.getByRole('button', { name: 'Move to this time' }))
  await settle()
  expect(requests.find(({ method }) => method === 'POST')).toMatchObject({
    address: `/api/bookings/${booking().id}/time`,
    body: { startsAt: SATURDAY, consultantId: grace.id },
  })
  expect(toasts.success).toHaveBeenCalledWith('We’ve moved your session.')
  expect(address()).toBe(path)
  expect(document.body.textContent).toContain('Saturday 28 November 2026, 10:00 to 10:30')
})

test('another consultant can be chosen for the new time', async () => {
  const { user, requests } = await openPage({ address: `${path}?change=time&consultant=${grace.id}` })
  await user.click(screen.getByRole('radio', { name: 'Alan Turing' }))
  await settle()
  expect(requests.at(-1)?.address).toContain(`consultantId=${alan.id}`)
})

test('if the slot has been taken, an alert appears above the reloaded slots', async () => {
  const { user, address } = await openPage({
    address: `${path}?change=time&day=2026-11-28&time=${SATURDAY}`,
    answer: refused(moveBooking, 'slot-taken'),
  })
  await user.click(screen.getByRole('button', { name: 'Move to this time' }))
  await settle()
  expect(within(screen.getByRole('region', { name: 'When?' })).getByRole('alert').textContent).toContain(
    'Someone else has just taken this time.',
  )
  expect(address()).toBe(`${path}?change=time&day=2026-11-28`)
})

test('moving too late shows an error and the current cancellation terms', async () => {
  const { user, server, address } = await openPage({
    address: `${path}?change=time&time=${SATURDAY}`,
    answer: refused(moveBooking, 'too-late-to-move'),
  })
  server.cancellationTerms = forfeited
  await user.click(screen.getByRole('button', { name: 'Move to this time' }))
  await settle()
  expect(toasts.error).toHaveBeenCalledWith('This session starts in less than 24 hours, so it can’t be moved.')
  expect(address()).toBe(path)
  expect(regionText('Move or cancel')).toContain('If you cancel now, the session will count as used.')
})

test('a past session links to the next one', async () => {
  await openPage({
    booking: { state: 'held' },
    cancellationTerms: null,
    sessions: [bookable({ lineKey: 'final-call', title: 'Final call', minutes: 20 })],
  })
  expect(screen.queryByRole('button', { name: /Cancel/ })).toBeNull()
  expect(regionText('Next session')).toContain('Final call, 20 minutes (MY FUTURE WEEK).')
  expect(screen.getByRole('link', { name: 'Book your next session' }).getAttribute('href')).toBe(
    `/portal/bookings/new?entitlement=${booking().entitlementId}&line=final-call`,
  )
})

test.each<[Partial<Booking>, string]>([
  [{ state: 'cancelled', cancelledBy: 'consultant' }, 'We cancelled this session. It doesn’t count as used.'],
  [{ state: 'cancelled', cancelledBy: 'member', isForfeited: true }, 'You cancelled this session. It counts as used.'],
  [{ state: 'missed' }, 'You weren’t there, so this session counts as used.'],
])('the page shows how a session ended: %j', async (changes, text) => {
  await openPage({ booking: changes, cancellationTerms: null })
  expect(document.body.textContent).toContain(text)
})

test('a missed session links to the messages', async () => {
  await openPage({ booking: { state: 'missed' }, cancellationTerms: null })
  expect(screen.getByRole('link', { name: 'message us' }).getAttribute('href')).toBe('/portal/messages')
})

test('the member’s own phone number is not a link', async () => {
  await openPage({ booking: { place: 'phone', phone: '+44 7700 900123' } })
  expect(document.body.textContent).toContain('By phone: we’ll call you on +44 7700 900123')
  expect(screen.queryByRole('link', { name: '+44 7700 900123' })).toBeNull()
})

test('a former consultant is shown without a name', async () => {
  await openPage({ booking: { consultant: null, state: 'held' }, cancellationTerms: null })
  expect(screen.getByText('This consultant no longer works with us.')).toBeTruthy()
})

test.each([
  ['another member’s', path, refused(getBooking, 'booking-not-found'), 'We couldn’t find this session.'],
  ['an invalid', '/portal/bookings/nonsense', invalidInput, 'There’s nothing at this address.'],
])('%s address shows an error and a link back', async (_, address, bookingAnswer, text) => {
  await openPage({ address, bookingAnswer })
  expect(screen.getByRole('alert').textContent).toContain(text)
  expect(screen.getByRole('link', { name: 'My Bookings' }).getAttribute('href')).toBe('/portal/bookings')
})

type PageOptions = {
  notes?: SharedNote[]
  booking?: Partial<Booking>
  cancellationTerms?: CancellationTerms | null
  isOnHold?: boolean
  laterSession?: LaterSession | null
  sessions?: BookableSession[]
  timeZone?: string
  address?: string
  /** The router state when the page is opened. */
  state?: unknown
  /** Response to the request to move or cancel. */
  answer?: FakeAnswer
  /** Used instead of the response that contains the booking. */
  bookingAnswer?: FakeAnswer
}

async function openPage({
  booking: changes = {},
  cancellationTerms = returned,
  isOnHold = false,
  laterSession = null,
  sessions = [bookable({ blocker: 'no-sessions-left' })],
  timeZone = 'Europe/London',
  address = path,
  notes = [],
  state,
  answer,
  bookingAnswer,
}: PageOptions) {
  allowDialogs()
  stopClock('2026-11-22T10:00:00.000Z')
  givenMember()
  const server = { booking: changes, cancellationTerms, isAway: false }
  const reply = (request: SentRequest) => {
    if (request.method === 'POST') return answer ?? 'unreachable'
    if (request.address === '/api/account') return profileIn(timeZone)
    if (request.address.endsWith('/notes')) return granted(listSharedNotes, { items: notes, nextCursor: null })
    if (request.address === '/api/sessions') return granted(listBookableSessions, sessions)
    if (request.address.startsWith('/api/sessions/slots')) {
      return granted(listFreeSlots, {
        slots: [{ startsAt: SATURDAY, consultantIds: [grace.id, alan.id] }],
        nextFree: null,
      })
    }
    const shownBooking = {
      ...booking(server.booking),
      cancellationTerms: server.cancellationTerms,
      isOnHold,
      laterSession,
      companyTimeZone: 'Europe/London',
    }
    return answerPanel(request.address) ?? bookingAnswer ?? granted(getBooking, shownBooking)
  }
  const { requests } = fakeServer((request) => (server.isAway ? 'unreachable' : reply(request)))
  const visited = visit(state ? { pathname: address, state } : address, { '/portal/bookings/:bookingId': page })
  await settle()
  return { ...visited, requests, server }
}

function regionText(name: string): string | null {
  return screen.getByRole('region', { name }).textContent
}
