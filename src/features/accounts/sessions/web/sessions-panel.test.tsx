import { act, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { type FakeAnswer, fakeServer, granted, refused } from '#tests/support/web/fake-server.ts'
import { givenMember } from '#tests/support/web/people.ts'
import { visit } from '#tests/support/web/visit.tsx'
import { listSessions, logout, revokeOtherSessions, revokeSession, type Session } from '../contract.ts'
import { SessionsPanel } from './sessions-panel.tsx'

const navigation = vi.hoisted(() => ({ loadPage: vi.fn() }))
vi.mock('#platform/web/navigation.ts', async (original) => ({ ...(await original()), ...navigation }))

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

const thisDevice: Session = {
  id: '0196b3a0-0000-7000-8000-000000000001',
  device: 'Chrome on Windows',
  deviceKind: 'computer',
  signedInAt: minutesAgo(5),
  lastUsedAt: minutesAgo(0),
  expiresAt: '2126-12-05T12:00:00Z',
  keepSignedIn: false,
  isThis: true,
}
const phone: Session = {
  ...thisDevice,
  id: '0196b3a0-0000-7000-8000-000000000002',
  device: 'Safari on iOS',
  deviceKind: 'phone',
  signedInAt: minutesAgo(2 * 24 * 60 + 1),
  lastUsedAt: minutesAgo(185),
  keepSignedIn: true,
  isThis: false,
}
const tablet: Session = { ...phone, id: '0196b3a0-0000-7000-8000-000000000003', device: 'Firefox on Android' }

const makePage = (items: Session[], nextCursor: string | null = null) => granted(listSessions, { items, nextCursor })
const thisDeviceAlone = makePage([thisDevice])
const bothDevices = makePage([thisDevice, phone])

test('each device is listed with its last use, and the current one is marked', async () => {
  open(bothDevices)
  const [thisRow, otherRow] = await screen.findAllByRole('listitem')
  expect(thisRow?.textContent).toContain('Chrome on Windows')
  expect(thisRow?.textContent).toContain('This device')
  expect(otherRow?.textContent).toContain('Safari on iOS')
  expect(otherRow?.textContent).toContain(
    'Last used 3 hours ago. Logged in 2 days ago. Stays logged in until 5 December 2126.',
  )
  expect(otherRow?.textContent).not.toContain('This device')
})

test('if there is only one session, the panel says so and has no button to log out elsewhere', async () => {
  open(thisDeviceAlone)
  expect(await screen.findByText('You’re not logged in anywhere else.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Log out everywhere else' })).toBeNull()
})

test.each([
  ['', granted(revokeSession, null), 'Device logged out.'],
  [' that is logged out already', refused(revokeSession, 'session-not-found'), 'That device is already logged out.'],
])('logging out a device%s shows a message and removes it from the list', async (_, answer, text) => {
  const { user, requests } = open(bothDevices, answer, thisDeviceAlone)
  await user.click(await screen.findByRole('button', { name: 'Log out Safari on iOS' }))
  const message = await screen.findByText(text)
  expect(requests[1]).toMatchObject({ method: 'DELETE', address: `/api/account/sessions/${phone.id}` })
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
  await expect.poll(() => document.activeElement?.contains(message)).toBe(true)
})

test('while a device is being logged out, further presses are ignored', async () => {
  const { user, requests } = open(bothDevices, new Promise(() => {}))
  await user.click(await screen.findByRole('button', { name: 'Log out Safari on iOS' }))
  await user.click(screen.getByRole('button', { name: 'Logging out…' }))
  await user.click(screen.getByRole('button', { name: 'Log out everywhere else' }))
  expect(requests).toHaveLength(2)
})

test.each([
  [0, 'You weren’t logged in anywhere else.'],
  [1, 'One other device logged out.'],
  [3, '3 other devices logged out.'],
])('logging out %i other devices shows "%s"', async (ended, message) => {
  const { user } = open(bothDevices, granted(revokeOtherSessions, { ended }), thisDeviceAlone)
  await user.click(await screen.findByRole('button', { name: 'Log out everywhere else' }))
  expect(await screen.findByText(message)).toBeTruthy()
})

test('if the server is unreachable, the panel shows an alert and keeps the list', async () => {
  const { user } = open(bothDevices, 'unreachable')
  await user.click(await screen.findByRole('button', { name: 'Log out Safari on iOS' }))
  expect((await screen.findByRole('alert')).textContent).toContain('We couldn’t reach the server.')
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
})

test('logging out this device ends the session and loads the home page', async () => {
  const { user, requests } = open(bothDevices, granted(logout, null))
  const [row] = await screen.findAllByRole('listitem')
  await user.click(within(row as HTMLElement).getByRole('button', { name: 'Log out this device' }))
  await expect.poll(() => navigation.loadPage.mock.lastCall).toEqual(['/'])
  expect(requests[1]?.address).toBe('/api/auth/logout')
  expect(localStorage.getItem('authToken')).toBeNull()
})

test('if the list fails to load, the panel shows a retry button', async () => {
  const { user } = open('unreachable', thisDeviceAlone)
  expect((await screen.findByRole('alert')).textContent).toContain('We couldn’t reach the server.')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('This device')).toBeTruthy()
})

test('the list is refreshed when the page becomes visible, and kept if the refresh fails', async () => {
  open(bothDevices, 'unreachable', thisDeviceAlone)
  await screen.findAllByRole('listitem')
  await showAgain()
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
  await showAgain()
  await expect.poll(() => screen.getAllByRole('listitem').length).toBe(1)
})

test('"Load more" adds the next page and can be retried after a failure', async () => {
  const { user, requests } = open(makePage([thisDevice, phone], 'after-phone'), 'unreachable', makePage([tablet]))
  await user.click(await screen.findByRole('button', { name: 'Load more' }))
  expect((await screen.findByRole('alert')).textContent).toContain('We couldn’t reach the server.')
  await user.click(screen.getByRole('button', { name: 'Load more' }))
  expect(await screen.findByRole('button', { name: 'Log out Firefox on Android' })).toBeTruthy()
  expect(requests[2]?.address).toBe('/api/account/sessions?cursor=after-phone')
  expect(screen.getAllByRole('listitem')).toHaveLength(3)
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
})

function open(...answers: FakeAnswer[]) {
  givenMember()
  const { requests } = fakeServer(...answers)
  return { requests, ...visit('/portal/security', { '/portal/security': SessionsPanel }) }
}

function showAgain() {
  return act(async () => document.dispatchEvent(new Event('visibilitychange')))
}
