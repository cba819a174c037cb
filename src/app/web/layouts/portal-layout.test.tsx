// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import type { ComponentType } from 'react'
import { expect, test, vi } from 'vitest'
import { getMe, logout, resendVerification } from '#features/accounts/contract.ts'
// The page fetches it at the first click; how long that takes is not what is tested here.
import '#features/accounts/web/queries.ts'
import { useAuth } from '#features/accounts/web/store.ts'
import { sessionShelf } from '#platform/web/browser-storage.ts'
import { fakeServer, granted, refused } from '../../../../tests/web/fake-server.ts'
import { ada, givenMember } from '../../../../tests/web/people.ts'
import { visit } from '../../../../tests/web/visit.tsx'
import PortalLayout from './portal-layout.tsx'

const leave = vi.hoisted(() => ({ loadPage: vi.fn() }))
vi.mock('#platform/web/leave.ts', async (original) => ({ ...(await original()), ...leave }))
const toasts = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn() }))
vi.mock('#platform/web/ui/toasts.tsx', () => ({ notify: toasts }))

// The bell has tests of its own.
vi.mock('#platform/web/follow.ts', () => ({ follow: () => () => {} }))

test('the shell names the page and the person', () => {
  open('/portal/packages')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Packages')
  const banner = screen.getByRole('banner')
  expect(banner.textContent).toContain('Ada Okafor')
  expect(banner.textContent).toContain('ada@example.com')
})

test.each(['/portal', '/portal/dashboard'])('at %s the menu marks the dashboard', (path) => {
  open(path)
  const menu = screen.getByRole('navigation', { name: 'Portal' })
  expect(within(menu).getByRole('link', { current: 'page' }).textContent).toBe('Dashboard')
})

test('a member whose email is not confirmed is asked to, and only then', () => {
  open('/portal', { emailVerified: false })
  expect(screen.getByRole('status').textContent).toContain(
    'Please confirm your email address. We sent a link to ada@example.com.',
  )
  open('/portal')
  expect(screen.queryByRole('status')).toBeNull()
})

test('the link that confirms the email can be sent again', async () => {
  const { user } = open('/portal', { emailVerified: false })
  const { requests } = fakeServer(granted(resendVerification, null))
  const button = screen.getByRole('button', { name: 'Send the link again' })
  await user.click(button)
  expect(await screen.findByText(/^We have sent you a new link/)).toBeTruthy()
  expect(requests).toMatchObject([{ method: 'POST', address: '/api/auth/verify-email/link' }])
  expect(document.activeElement).toBe(button)
})

test('a link that could not be sent again says why', async () => {
  const { user } = open('/portal', { emailVerified: false })
  const sentence = 'Too many attempts. Please try again in 50 minutes.'
  fakeServer({ status: 429, code: 'too-many-attempts', message: sentence })
  await user.click(screen.getByRole('button', { name: 'Send the link again' }))
  expect((await screen.findByRole('alert')).textContent).toBe(sentence)
  expect(screen.getByRole('button', { name: 'Send the link again' })).toBeTruthy()
})

test('whoever has confirmed in another browser is not asked any more', async () => {
  const { user } = open('/portal', { emailVerified: false })
  fakeServer(refused(resendVerification, 'email-confirmed'), granted(getMe, { user: ada }))
  await user.click(screen.getByRole('button', { name: 'Send the link again' }))
  await vi.waitFor(() => expect(screen.queryByText(/Please confirm your email address/)).toBeNull())
})

test('without a connection a link leads nowhere, says why, and can be tried again', async () => {
  const { user, address } = open('/portal')
  const connection = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const link = within(screen.getByRole('navigation', { name: 'Portal' })).getByRole('link', { name: 'My Packages' })
  await user.click(link)
  expect((await screen.findByRole('alert')).textContent).toContain('You are offline')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(address()).toBe('/portal')

  connection.mockReturnValue(true)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await vi.waitFor(() => expect(address()).toBe('/portal/packages'))
})

test('logging out goes home by a full load, and the next page says so', async () => {
  const { user } = open('/portal')
  fakeServer(granted(logout, null))
  sessionShelf.write('conversation-draft:ada', 'What nobody else is to read')
  await user.click(screen.getByLabelText('Your account'))
  await user.click(screen.getByRole('button', { name: 'Logout' }))
  await vi.waitFor(() => expect(leave.loadPage).toHaveBeenCalledWith('/'))
  expect(useAuth.getState()).toMatchObject({ isLeaving: true, login: { data: null } })
  expect(sessionStorage.getItem('notice')).toContain('Logged out successfully')
  expect(Object.keys(sessionStorage)).toEqual(['notice'])
})

test('a logout that fails says why, and the person stays', async () => {
  const { user } = open('/portal')
  leave.loadPage.mockClear()
  fakeServer('unreachable')
  await user.click(screen.getByLabelText('Your account'))
  await user.click(screen.getByRole('button', { name: 'Logout' }))
  const sentence = 'We could not reach the server. Please check your connection and try again.'
  await vi.waitFor(() => expect(toasts.error).toHaveBeenCalledWith(sentence))
  expect(leave.loadPage).not.toHaveBeenCalled()
})

function open(path: string, changes: Partial<typeof ada> = {}) {
  givenMember({ ...ada, ...changes })
  const Layout = PortalLayout as unknown as ComponentType<{ loaderData: { brandName: string } }>
  return visit(path, { [path]: () => <Layout loaderData={{ brandName: 'FutureWorld Consultancy' }} /> })
}
