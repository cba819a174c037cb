// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import type { ComponentType } from 'react'
import { expect, test, vi } from 'vitest'
import { logout } from '#features/accounts/contract.ts'
import { useAuth } from '#features/accounts/web/store.ts'
import { fakeServer, granted } from '../../../../tests/web/fake-server.ts'
import { ada, givenMember } from '../../../../tests/web/people.ts'
import { visit } from '../../../../tests/web/visit.tsx'
import PortalLayout from './portal-layout.tsx'

const leave = vi.hoisted(() => ({ loadPage: vi.fn() }))
vi.mock('#platform/web/leave.ts', async (original) => ({ ...(await original()), ...leave }))
const toasts = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn() }))
vi.mock('#platform/web/ui/toasts.tsx', () => ({ notify: toasts }))

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
  expect(screen.getByRole('status').textContent).toBe(
    'Please confirm your email address. We sent a link to ada@example.com.',
  )
  open('/portal')
  expect(screen.queryByRole('status')).toBeNull()
})

test('logging out goes home by a full load, and the next page says so', async () => {
  const { user } = open('/portal')
  fakeServer(granted(logout, null))
  await user.click(screen.getByLabelText('Your account'))
  await user.click(screen.getByRole('button', { name: 'Logout' }))
  await vi.waitFor(() => expect(leave.loadPage).toHaveBeenCalledWith('/'))
  expect(useAuth.getState()).toMatchObject({ isLeaving: true, login: { data: null } })
  expect(sessionStorage.getItem('notice')).toContain('Logged out successfully')
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
