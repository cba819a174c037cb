// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answerPanel, bookable, booking, profileIn } from '../../../../tests/web/bookings.ts'
import { settle, stopClock } from '../../../../tests/web/clock.ts'
import { type FakeAnswer, fakeServer, granted } from '../../../../tests/web/fake-server.ts'
import { givenMember } from '../../../../tests/web/people.ts'
import { visit } from '../../../../tests/web/visit.tsx'
import { type BookableSession, type Booking, listBookableSessions, listBookings } from '../contract.ts'
import * as page from './bookings-page.tsx'

test('while the sessions load, the page says so', async () => {
  await open({ others: new Promise(() => {}) })
  expect(screen.getByText('Loading')).toBeTruthy()
})

test('whoever has bought nothing finds the way to the packages', async () => {
  await open({})
  expect(screen.getByText('No packages purchased yet')).toBeTruthy()
})

test('whoever has booked nothing is led to the first session', async () => {
  await open({ sessions: [bookable()] })
  expect(document.body.textContent).toContain(
    'Your package MY FUTURE WEEK begins with: Initial consultation, 30 minutes.',
  )
  expect(screen.getByRole('link', { name: 'Book your first session' }).getAttribute('href')).toBe(
    '/portal/bookings/new',
  )
})

test('where nothing can be booked, each session says why', async () => {
  await open({ sessions: [bookable({ obstacle: 'none-left', left: 0 })] })
  expect(screen.getByText('You have booked or used all of these.')).toBeTruthy()
  expect(screen.queryByRole('link', { name: /^Book/ })).toBeNull()
})

test('a session stands there with its time in both zones, who holds it, and the way in', async () => {
  await open({ upcoming: [booking({ notes: 'About my first job' })], timeZone: 'America/New_York' })
  const card = screen.getByRole('article', { name: 'Initial consultation' })
  for (const words of [
    'MY FUTURE WEEK',
    'Booked',
    'Friday 27 November 2026, 14:00 to 14:30',
    'New York time (19:00 London time)',
    'with Grace Hopper',
    'About my first job',
  ]) {
    expect(card.textContent).toContain(words)
  }
  const meeting = within(card).getByRole('link', { name: /Join the meeting/ })
  expect(meeting.getAttribute('href')).toBe('https://meet.example.com/grace')
  expect(meeting.getAttribute('target')).toBe('_blank')
  expect(meeting.getAttribute('rel')).toContain('noopener')
  expect(within(card).getByRole('link', { name: 'View, move or cancel Initial consultation' })).toBeTruthy()
})

test('whoever lives by London’s clock reads the time once', async () => {
  await open({ upcoming: [booking()] })
  const card = screen.getByRole('article', { name: 'Initial consultation' })
  expect(card.textContent).toContain('19:00 to 19:30London time')
  expect(card.textContent?.match(/London time/g)).toHaveLength(1)
})

test('what is no address of the web is not linked', async () => {
  await open({ upcoming: [booking({ meetingUrl: 'javascript:alert(1)' })] })
  expect(screen.queryByRole('link', { name: /Join/ })).toBeNull()
})

test('a session by phone names the number', async () => {
  await open({ upcoming: [booking({ place: 'phone', meetingUrl: null, phone: '+44 7700 900123' })] })
  expect(screen.getByText(/By phone/).textContent).toContain('+44 7700 900123')
})

test.each<[Partial<Booking>, string]>([
  [{ state: 'cancelled', cancelledBy: 'member' }, 'Cancelled'],
  [{ state: 'cancelled', cancelledBy: 'member', isForfeited: true }, 'Cancelled, counts as used'],
  [{ state: 'held' }, 'Held'],
  [{ state: 'missed' }, 'Missed, counts as used'],
  [{ state: 'booked' }, 'Over'],
])('what is past says how it ended: %j', async (changes, words) => {
  await open({ past: [booking(changes)] })
  const past = screen.getByRole('region', { name: 'Past and cancelled' })
  expect(within(past).getByText(words)).toBeTruthy()
  expect(within(past).queryByRole('link', { name: /Join/ })).toBeNull()
  expect(screen.getByRole('region', { name: 'Upcoming' }).textContent).toContain('Nothing is booked.')
})

test('what does not fit on the first page is loaded by the button', async () => {
  const { user, requests } = await open({ past: [booking({ state: 'held' })], nextCursor: 'after-first' })
  await user.click(screen.getByRole('button', { name: 'Load more' }))
  await settle()
  expect(requests.at(-1)?.address).toBe('/api/bookings?when=past&cursor=after-first')
})

test('a list that cannot be loaded says why', async () => {
  await open({ others: { status: 503, code: 'service-away', message: 'Please try again in a minute.' } })
  expect(screen.getByRole('alert').textContent).toContain('Please try again in a minute.')
})

type Known = {
  upcoming?: Booking[]
  past?: Booking[]
  nextCursor?: string | null
  sessions?: BookableSession[]
  timeZone?: string
  /** In place of the bookings. */
  others?: FakeAnswer
}

async function open({
  upcoming = [],
  past = [],
  nextCursor = null,
  sessions = [],
  timeZone = 'Europe/London',
  others,
}: Known) {
  stopClock('2026-11-22T10:00:00.000Z')
  givenMember()
  const { requests } = fakeServer(({ address }) => {
    if (address === '/api/account') return profileIn(timeZone)
    if (address === '/api/sessions') return granted(listBookableSessions, sessions)
    return answerPanel(address) ?? others ?? listed(address)
  })
  const listed = (address: string) => {
    if (address.includes('cursor')) return granted(listBookings, { items: [], nextCursor: null })
    const isPast = address.includes('when=past')
    return granted(listBookings, { items: isPast ? past : upcoming, nextCursor: isPast ? nextCursor : null })
  }
  const shown = visit('/portal/bookings', { '/portal/bookings': page })
  await settle()
  return { ...shown, requests }
}
