import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fakeServer, granted } from '#tests/support/web/fake-server.ts'
import { ada, givenMember, givenVisitor } from '#tests/support/web/people.ts'
import { visit } from '#tests/support/web/visit.tsx'
import type { Role } from '../../contract.ts'
import { login } from '../contract.ts'
import LoginPage from './login-page.tsx'

const toasts = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn() }))
vi.mock('#platform/web/ui/toasts.tsx', () => ({ notify: toasts }))
const navigation = vi.hoisted(() => ({ replacePage: vi.fn() }))
vi.mock('#platform/web/navigation.ts', async (original) => ({ ...(await original()), ...navigation }))

test.each([
  ['/login', '/portal/dashboard'],
  ['/login?from=%2Fportal%2Fpackages', '/portal/packages'],
  ['/login?from=https%3A%2F%2Fevil.example', '/portal/dashboard'],
  ['/login?from=%2F%5Cevil.example', '/portal/dashboard'],
])('logging in at %s leads to %s', async (at, target) => {
  const { user, address } = openAsVisitor(at)
  await logIn(user)
  expect(address()).toBe(target)
  expect(toasts.success).toHaveBeenLastCalledWith('Logged in successfully')
})

test.each([
  ['administrator', '/login', '/admin'],
  ['administrator', '/login?from=%2Fadmin%2Fmembers%3Frole%3Dstaff', '/admin/members?role=staff'],
  ['administrator', '/login?from=%2Fportal%2Fconsultant', '/admin'],
  ['administrator', '/login?from=%2Fportal%2Fprofile', '/portal/profile'],
  ['consultant', '/login', '/portal/consultant'],
  ['consultant', '/login?from=%2Fportal%2Fconsultant%2Favailability', '/portal/consultant/availability'],
  ['consultant', '/login?from=%2Fadmin%3Fa%3Db', '/portal/consultant'],
  ['member', '/login?from=%2Fadmin%2Faudit', '/portal/dashboard'],
] as const)('%s logging in at %s is redirected to %s', async (role, at, target) => {
  const { user, address } = openAsVisitor(at, role)
  await logIn(user)
  expect(address()).toBe(target)
})

test.each([
  '/checkout/stripe?package=my-future-basic',
  '/services/my-future#my-future-basic',
  '/administrators-of-ours',
])('%s is opened with a full page load, and the message is shown there', async (from) => {
  const { user, address } = openAsVisitor(`/login?from=${encodeURIComponent(from)}`)
  await logIn(user)
  expect(navigation.replacePage).toHaveBeenLastCalledWith(from)
  expect(address()).toContain('/login')
  expect(sessionStorage.getItem('notice')).toContain('Logged in successfully')
})

test('a logged-in member is redirected to the page they came from', () => {
  givenMember()
  const { address } = visit('/login?from=%2Fportal%2Fpackages', { '/login': LoginPage })
  expect(address()).toBe('/portal/packages')
})

test.each([
  ['Create your account', '/register?from=%2Fabout'],
  ['Forgot your password?', '/forgot-password?from=%2Fabout'],
])('the link "%s" keeps the return address', (name, target) => {
  openAsVisitor('/login?from=%2Fabout')
  expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(target)
})

function openAsVisitor(at: string, role: Role = 'member') {
  givenVisitor()
  fakeServer(granted(login, { token: 'token', user: { ...ada, role } }))
  return visit(at, { '/login': LoginPage })
}

async function logIn(user: ReturnType<typeof visit>['user']) {
  await user.type(screen.getByLabelText('Email'), 'ada@example.com')
  await user.type(screen.getByLabelText('Password'), 'secret1{Enter}')
}
