// The page imports this module at the first click, and these tests should not wait for that.
import '#features/accounts/sessions/web/queries.ts'
import { screen, within } from '@testing-library/react'
import type { ComponentType } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { resendVerification } from '#features/accounts/email-address/contract.ts'
import { getMe, logout } from '#features/accounts/sessions/contract.ts'
import { useAuth } from '#features/accounts/web/auth-store.ts'
import { followLogoutButtons } from '#features/accounts/web/log-out.ts'
import { safeSessionStorage } from '#platform/web/browser-storage.ts'
import { fakeServer, granted, refused } from '#tests/support/web/fake-server.ts'
import { ada, givenMember } from '#tests/support/web/people.ts'
import { visit } from '#tests/support/web/visit.tsx'
import PortalLayout from './portal-layout.tsx'

const navigation = vi.hoisted(() => ({ loadPage: vi.fn() }))
vi.mock('#platform/web/navigation.ts', async (original) => ({ ...(await original()), ...navigation }))
const toasts = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn() }))
vi.mock('#platform/web/ui/toasts.tsx', () => ({ notify: toasts }))

// The bell has its own tests.
vi.mock('#platform/web/live/subscribe.ts', () => ({ subscribe: () => () => {} }))

beforeAll(followLogoutButtons)

test('the portal header shows the member', () => {
  open('/portal/packages')
  const banner = screen.getByRole('banner')
  expect(banner.textContent).toContain('Ada Okafor')
  expect(banner.textContent).toContain('ada@example.com')
})

test.each([
  ['/portal', 'Dashboard'],
  ['/portal/', 'Dashboard'],
  ['/portal/dashboard', 'Dashboard'],
  ['/portal/packages', 'Packages'],
  ['/portal/packages/0196b3a0-0000-4000-8000-000000000001', 'Packages'],
  ['/portal/bookings', 'Bookings'],
  ['/portal/bookings/new', 'Bookings'],
  ['/portal/invoices', 'Invoices'],
  ['/portal/upcoming-sessions', 'Upcoming Sessions'],
])('%s is titled %s', (path, title) => {
  open(path)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title)
})

test.each(['/portal', '/portal/dashboard'])('at %s, the dashboard is marked in the menu', (path) => {
  open(path)
  const menu = screen.getByRole('navigation', { name: 'Portal' })
  expect(within(menu).getByRole('link', { current: 'page' }).textContent).toBe('Dashboard')
})

test('only a member with an unconfirmed email is asked to confirm it', () => {
  open('/portal', { emailVerified: false })
  expect(screen.getByRole('status').textContent).toContain(
    'Please confirm your email address. We sent a link to ada@example.com.',
  )
  open('/portal')
  expect(screen.queryByRole('status')).toBeNull()
})

test('the confirmation link can be sent again', async () => {
  const { user } = open('/portal', { emailVerified: false })
  const { requests } = fakeServer(granted(resendVerification, null))
  const button = screen.getByRole('button', { name: 'Send the link again' })
  await user.click(button)
  expect(await screen.findByText(/^We’ve sent you a new link/)).toBeTruthy()
  expect(requests).toMatchObject([{ method: 'POST', address: '/api/auth/verify-email/link' }])
  expect(document.activeElement).toBe(button)
})

test('if the confirmation link cannot be sent, the page shows the reason', async () => {
  const { user } = open('/portal', { emailVerified: false })
  const message = 'Too many attempts. Try again in 50 minutes.'
  fakeServer({ status: 429, code: 'too-many-attempts', message })
  await user.click(screen.getByRole('button', { name: 'Send the link again' }))
  expect((await screen.findByRole('alert')).textContent).toBe(message)
  expect(screen.getByRole('button', { name: 'Send the link again' })).toBeTruthy()
})

test('a member who confirmed in another browser is no longer asked', async () => {
  const { user } = open('/portal', { emailVerified: false })
  fakeServer(refused(resendVerification, 'email-already-verified'), granted(getMe, { user: ada }))
  await user.click(screen.getByRole('button', { name: 'Send the link again' }))
  await vi.waitFor(() => expect(screen.queryByText(/Please confirm your email address/)).toBeNull())
})

test('logging out loads the home page with a notice and clears drafts', async () => {
  const { user } = open('/portal')
  fakeServer(granted(logout, null))
  safeSessionStorage.write('conversation-draft:ada', 'What nobody else is to read')
  await user.click(screen.getByLabelText('Your account'))
  await user.click(screen.getByRole('button', { name: 'Logout' }))
  await vi.waitFor(() => expect(navigation.loadPage).toHaveBeenCalledWith('/'))
  expect(useAuth.getState()).toMatchObject({ isLeaving: true, login: { data: null } })
  expect(sessionStorage.getItem('notice')).toContain('Logged out successfully')
  expect(Object.keys(sessionStorage)).toEqual(['notice'])
})

test('if logging out fails, the page stays open and shows the reason', async () => {
  const { user } = open('/portal')
  navigation.loadPage.mockClear()
  fakeServer('unreachable')
  await user.click(screen.getByLabelText('Your account'))
  await user.click(screen.getByRole('button', { name: 'Logout' }))
  const message = 'We couldn’t reach the server. Check your connection and try again.'
  await vi.waitFor(() => expect(toasts.error).toHaveBeenCalledWith(message))
  expect(navigation.loadPage).not.toHaveBeenCalled()
})

function open(path: string, changes: Partial<typeof ada> = {}) {
  givenMember({ ...ada, ...changes })
  const Layout = PortalLayout as unknown as ComponentType<{ loaderData: { brandName: string } }>
  return visit(path, { [path]: () => <Layout loaderData={{ brandName: 'FutureWorld Consultancy' }} /> })
}
