import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { listOwnedPackages, type OwnedPackage } from '#features/purchases/entitlements/contract.ts'
import { answerPanel, bookable, booking, profileIn } from '#tests/support/web/bookings.ts'
import { settle, stopClock } from '#tests/support/web/clock.ts'
import { fakeServer, granted } from '#tests/support/web/fake-server.ts'
import { owned, subscription } from '#tests/support/web/owned-packages.ts'
import { givenMember } from '#tests/support/web/people.ts'
import { visit } from '#tests/support/web/visit.tsx'
import type { Booking } from '../../contract.ts'
import { type BookableSession, listBookableSessions, listBookings } from '../contract.ts'
import * as page from './bookings-page.tsx'

const dueSubscription = { ...subscription({ status: 'past_due' }), renewsAt: null }

test('a member without a package sees the empty state', async () => {
  await openPage({})
  expect(screen.getByText('No packages purchased yet')).toBeTruthy()
})

test('a member without bookings sees a link to book the first session', async () => {
  await openPage({ sessions: [bookable()] })
  expect(document.body.textContent).toContain(
    'Your MY FUTURE WEEK package starts with “Initial consultation” (30 minutes).',
  )
  expect(screen.getByRole('link', { name: 'Book your first session' }).getAttribute('href')).toBe(
    '/portal/bookings/new',
  )
})

test('sessions that cannot be booked show the reason and no booking link', async () => {
  await openPage({ sessions: [bookable({ blocker: 'no-sessions-left', left: 0 })] })
  expect(screen.getByText('You’ve booked or used all of these sessions.')).toBeTruthy()
  expect(screen.queryByRole('link', { name: /^Book/ })).toBeNull()
})

test.each<[string, Partial<OwnedPackage>, string]>([
  ['cannot be used', { isUsable: false, notice: 'It is on hold.' }, 'MY FUTURE WEEK: It is on hold.'],
  ['is cancelled', { state: 'cancelled', isUsable: false }, 'MY FUTURE WEEK: This package is cancelled.'],
  ['has no sessions', { title: 'BIZ FUTURE' }, 'BIZ FUTURE: This package doesn’t include sessions.'],
])('if there are no bookings, a package that %s is shown with the reason', async (_, changes, text) => {
  await openPage({ packages: [owned(changes)] })
  expect(document.body.textContent).toContain(text)
  expect(screen.queryByText('No packages purchased yet')).toBeNull()
})

test.each<[string, Partial<OwnedPackage>]>([
  ['on hold', { state: 'suspended', isUsable: false }],
  ['due', { state: 'expired', isUsable: false, subscription: dueSubscription }],
])('an alert above the bookings names a package that is %s', async (_, changes) => {
  await openPage({ upcoming: [booking()], packages: [owned({ ...changes, notice: 'You can’t book.' })] })
  expect(screen.getByRole('alert').textContent).toContain('MY FUTURE WEEK: You can’t book.')
})

test('no alert is shown for packages that have ended, or that are still usable although a payment is due', async () => {
  const over = owned({ state: 'expired', isUsable: false, notice: 'It is over.' })
  await openPage({
    upcoming: [booking()],
    packages: [over, owned({ state: 'past_due', subscription: dueSubscription })],
  })
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a session card shows both time zones, the consultant and the meeting link', async () => {
  await openPage({ upcoming: [booking({ notes: 'About my first job' })], timeZone: 'America/New_York' })
  const card = screen.getByRole('article', { name: 'Initial consultation' })
  for (const text of [
    'MY FUTURE WEEK',
    'Booked',
    'Friday 27 November 2026, 14:00 to 14:30',
    'New York time (19:00 London time)',
    'with Grace Hopper',
    'About my first job',
  ]) {
    expect(card.textContent).toContain(text)
  }
  const meeting = within(card).getByRole('link', { name: /Join the meeting/ })
  expect(meeting.getAttribute('href')).toBe('https://meet.example.com/grace')
  expect(meeting.getAttribute('target')).toBe('_blank')
  expect(meeting.getAttribute('rel')).toContain('noopener')
  expect(within(card).getByRole('link', { name: 'View, move or cancel Initial consultation' })).toBeTruthy()
})

test('a member in London’s time zone sees only one time', async () => {
  await openPage({ upcoming: [booking()] })
  const card = screen.getByRole('article', { name: 'Initial consultation' })
  expect(card.textContent).toContain('19:00 to 19:30London time')
  expect(card.textContent?.match(/London time/g)).toHaveLength(1)
})

test('a meeting URL that does not use https is not shown as a link', async () => {
  await openPage({ upcoming: [booking({ meetingUrl: 'javascript:alert(1)' })] })
  expect(screen.queryByRole('link', { name: /Join/ })).toBeNull()
})

test.each<[Partial<Booking>, string]>([
  [{ state: 'cancelled', cancelledBy: 'member' }, 'Cancelled'],
  [{ state: 'cancelled', cancelledBy: 'member', isForfeited: true }, 'Cancelled, counts as used'],
  [{ state: 'held' }, 'Completed'],
  [{ state: 'missed' }, 'Missed, counts as used'],
  [{ state: 'booked' }, 'Past'],
])('a past session shows its outcome: %j', async (changes, text) => {
  await openPage({ past: [booking(changes)] })
  const past = screen.getByRole('region', { name: 'Past and cancelled' })
  expect(within(past).getByText(text)).toBeTruthy()
  expect(within(past).queryByRole('link', { name: /Join/ })).toBeNull()
  expect(screen.getByRole('region', { name: 'Upcoming' }).textContent).toContain('No upcoming sessions.')
})

test('"load more" fetches the next page', async () => {
  const { user, requests } = await openPage({ past: [booking({ state: 'held' })], nextCursor: 'after-first' })
  await user.click(screen.getByRole('button', { name: 'Load more' }))
  await settle()
  expect(requests.at(-1)?.address).toBe('/api/bookings?when=past&cursor=after-first')
})

type PageOptions = {
  upcoming?: Booking[]
  past?: Booking[]
  nextCursor?: string | null
  sessions?: BookableSession[]
  packages?: OwnedPackage[]
  timeZone?: string
}

async function openPage({
  upcoming = [],
  past = [],
  nextCursor = null,
  sessions = [],
  packages = sessions.length > 0 ? [owned()] : [],
  timeZone = 'Europe/London',
}: PageOptions) {
  stopClock('2026-11-22T10:00:00.000Z')
  givenMember()
  const { requests } = fakeServer(({ address }) => {
    if (address === '/api/account') return profileIn(timeZone)
    if (address === '/api/entitlements') return granted(listOwnedPackages, { items: packages, nextCursor: null })
    if (address === '/api/sessions') return granted(listBookableSessions, sessions)
    return answerPanel(address) ?? answerList(address)
  })
  const answerList = (address: string) => {
    if (address.includes('cursor')) return granted(listBookings, { items: [], nextCursor: null })
    const isPast = address.includes('when=past')
    return granted(listBookings, { items: isPast ? past : upcoming, nextCursor: isPast ? nextCursor : null })
  }
  const visited = visit('/portal/bookings', { '/portal/bookings': page })
  await settle()
  return { ...visited, requests }
}
