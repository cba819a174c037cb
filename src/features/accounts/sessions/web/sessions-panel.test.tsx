import { act, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { allowDialogs } from '../../../../../tests/support/web/dialogs.ts'
import { type FakeAnswer, fakeServer, granted, refused } from '../../../../../tests/support/web/fake-server.ts'
import { ada, givenMember } from '../../../../../tests/support/web/people.ts'
import { visit } from '../../../../../tests/support/web/visit.tsx'
import { reauthenticate } from '../../reauthentication/contract.ts'
import { listSessions, logout, revokeOtherSessions, revokeSession, type Session } from '../contract.ts'
import { SessionsPanel } from './sessions-panel.tsx'

const navigation = vi.hoisted(() => ({ loadPage: vi.fn() }))
vi.mock('#platform/web/navigation.ts', async (original) => ({ ...(await original()), ...navigation }))

allowDialogs()

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const [firstId, secondId, thirdId] = ['1', '2', '3'].map((digit) => `0196b3a0-0000-7000-8000-00000000000${digit}`)

test('each device is listed with its last use, and the current one is marked', async () => {
  open(makePage([thisDevice(), phone()]))
  const [thisRow, otherRow] = await screen.findAllByRole('listitem')
  expect(thisRow?.textContent).toContain('Chrome on Windows')
  expect(thisRow?.textContent).toContain('This device')
  expect(otherRow?.textContent).toContain('Safari on iOS')
  expect(otherRow?.textContent).toContain(
    'Last used 3 hours ago. Logged in 2 days ago. Stays logged in until 5 December 2126.',
  )
  expect(otherRow?.textContent).not.toContain('This device')
})

test('a single session shows a message and no button to log out elsewhere', async () => {
  open(makePage([thisDevice()]))
  expect(await screen.findByText('You are not logged in anywhere else.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Log out everywhere else' })).toBeNull()
})

test('logging out a device shows a message and removes it from the list', async () => {
  const { user, requests } = open(
    makePage([thisDevice(), phone()]),
    granted(revokeSession, null),
    makePage([thisDevice()]),
  )
  await user.click(await screen.findByRole('button', { name: 'Log out Safari on iOS' }))
  const message = await screen.findByText('That device is logged out.')
  expect(requests[1]).toMatchObject({ method: 'DELETE', address: `/api/account/sessions/${secondId}` })
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
  await expect.poll(() => document.activeElement?.contains(message)).toBe(true)
})

test('while a device is being logged out further presses are ignored', async () => {
  const { user, requests } = open(makePage([thisDevice(), phone()]), new Promise(() => {}))
  await user.click(await screen.findByRole('button', { name: 'Log out Safari on iOS' }))
  await user.click(screen.getByRole('button', { name: 'Logging out…' }))
  await user.click(screen.getByRole('button', { name: 'Log out everywhere else' }))
  expect(requests).toHaveLength(2)
})

test.each([
  [0, 'You were not logged in anywhere else.'],
  [1, 'One other device is logged out.'],
  [3, '3 other devices are logged out.'],
])('logging out %i other devices shows "%s"', async (ended, message) => {
  const { user } = open(
    makePage([thisDevice(), phone()]),
    granted(revokeOtherSessions, { ended }),
    makePage([thisDevice()]),
  )
  await user.click(await screen.findByRole('button', { name: 'Log out everywhere else' }))
  expect(await screen.findByText(message)).toBeTruthy()
})

test('a device already logged out also leaves the list', async () => {
  const { user } = open(
    makePage([thisDevice(), phone()]),
    refused(revokeSession, 'session-not-found'),
    makePage([thisDevice()]),
  )
  await user.click(await screen.findByRole('button', { name: 'Log out Safari on iOS' }))
  expect(await screen.findByText('That device is logged out already.')).toBeTruthy()
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
})

test('an unreachable server shows an alert and keeps the list', async () => {
  const { user } = open(makePage([thisDevice(), phone()]), 'unreachable')
  await user.click(await screen.findByRole('button', { name: 'Log out Safari on iOS' }))
  expect((await screen.findByRole('alert')).textContent).toContain('We could not reach the server.')
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
})

test('a device is logged out after reauthentication', async () => {
  const { user, requests } = open(
    makePage([thisDevice(), phone()]),
    refused(revokeSession, 'reauthentication-needed'),
    granted(reauthenticate, { token: 'newer', user: ada }),
    granted(revokeSession, null),
    makePage([thisDevice()]),
  )
  await user.click(await screen.findByRole('button', { name: 'Log out Safari on iOS' }))
  await user.type(await screen.findByLabelText('Password'), 'secret1{Enter}')
  expect(await screen.findByText('That device is logged out.')).toBeTruthy()
  expect(requests.map(({ authorization }) => authorization).slice(2)).toEqual([
    'Bearer token',
    'Bearer newer',
    'Bearer newer',
  ])
})

test('logging out this device ends the session and loads the home page', async () => {
  const { user, requests } = open(makePage([thisDevice(), phone()]), granted(logout, null))
  const [row] = await screen.findAllByRole('listitem')
  await user.click(within(row as HTMLElement).getByRole('button', { name: 'Log out this device' }))
  await expect.poll(() => navigation.loadPage.mock.lastCall).toEqual(['/'])
  expect(requests[1]?.address).toBe('/api/auth/logout')
  expect(localStorage.getItem('authToken')).toBeNull()
})

test('a list that fails to load shows a retry button', async () => {
  const { user } = open('unreachable', makePage([thisDevice()]))
  expect((await screen.findByRole('alert')).textContent).toContain('We could not reach the server.')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('This device')).toBeTruthy()
})

test('the list is refreshed when the page becomes visible, and kept if that fails', async () => {
  open(makePage([thisDevice(), phone()]), 'unreachable', makePage([thisDevice()]))
  await screen.findAllByRole('listitem')
  await showAgain()
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
  await showAgain()
  await expect.poll(() => screen.getAllByRole('listitem')).toHaveLength(1)
})

test('load more adds the next page, and can be retried after a failure', async () => {
  const { user, requests } = open(makePage([thisDevice(), phone()], 'after-phone'), 'unreachable', makePage([tablet()]))
  await user.click(await screen.findByRole('button', { name: 'Load more' }))
  expect((await screen.findByRole('alert')).textContent).toContain('We could not reach the server.')
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

async function showAgain() {
  await act(async () => {
    document.dispatchEvent(new Event('visibilitychange'))
  })
}

function makePage(items: Session[], nextCursor: string | null = null) {
  return granted(listSessions, { items, nextCursor })
}

function thisDevice(): Session {
  return {
    id: firstId as string,
    device: 'Chrome on Windows',
    deviceKind: 'computer',
    signedInAt: minutesAgo(5),
    lastUsedAt: minutesAgo(0),
    expiresAt: '2126-12-05T12:00:00Z',
    keepSignedIn: false,
    isThis: true,
  }
}

function phone(): Session {
  return {
    ...thisDevice(),
    id: secondId as string,
    device: 'Safari on iOS',
    deviceKind: 'phone',
    signedInAt: minutesAgo(2 * 24 * 60 + 1),
    lastUsedAt: minutesAgo(185),
    keepSignedIn: true,
    isThis: false,
  }
}

function tablet(): Session {
  return { ...phone(), id: thirdId as string, device: 'Firefox on Android', deviceKind: 'tablet' }
}
