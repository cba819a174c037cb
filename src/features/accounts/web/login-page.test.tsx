// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fakeServer, granted } from '../../../../tests/web/fake-server.ts'
import { ada, givenMember, givenVisitor } from '../../../../tests/web/people.ts'
import { visit } from '../../../../tests/web/visit.tsx'
import { login } from '../contract.ts'
import LoginPage from './login-page.tsx'

const toasts = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn() }))
vi.mock('#platform/web/ui/toasts.tsx', () => ({ notify: toasts }))
const leave = vi.hoisted(() => ({ replacePage: vi.fn() }))
vi.mock('#platform/web/leave.ts', async (original) => ({ ...(await original()), ...leave }))

test.each([
  ['/login', '/portal/dashboard'],
  ['/login?from=%2Fportal%2Fpackages', '/portal/packages'],
  ['/login?from=%2Fservices%2Fmy-future%23my-future-basic', '/services/my-future#my-future-basic'],
  ['/login?from=https%3A%2F%2Fevil.example', '/portal/dashboard'],
  ['/login?from=%2F%5Cevil.example', '/portal/dashboard'],
])('logging in at %s leads to %s', async (at, target) => {
  const { user, address } = openAsVisitor(at)
  await logIn(user)
  expect(address()).toBe(target)
  expect(toasts.success).toHaveBeenLastCalledWith('Logged in successfully')
})

test('a checkout is entered by a full load, and the good news waits for it', async () => {
  const { user, address } = openAsVisitor('/login?from=%2Fcheckout%2Fstripe%3Fpackage%3Dmy-future-basic')
  await logIn(user)
  expect(leave.replacePage).toHaveBeenCalledWith('/checkout/stripe?package=my-future-basic')
  expect(address()).toContain('/login')
  expect(sessionStorage.getItem('notice')).toContain('Logged in successfully')
})

test('whoever is logged in already goes where they came from', () => {
  givenMember()
  const { address } = visit('/login?from=%2Fabout', { '/login': LoginPage })
  expect(address()).toBe('/about')
})

test('the way to an account keeps the place to come back to', () => {
  openAsVisitor('/login?from=%2Fabout')
  expect(screen.getByRole('link', { name: 'Create your account' }).getAttribute('href')).toBe('/register?from=%2Fabout')
})

test('the way to a new password keeps the place to come back to', () => {
  openAsVisitor('/login?from=%2Fabout')
  expect(screen.getByRole('link', { name: 'Forgot your password?' }).getAttribute('href')).toBe(
    '/forgot-password?from=%2Fabout',
  )
})

function openAsVisitor(at: string) {
  givenVisitor()
  fakeServer(granted(login, { token: 'token', user: ada }))
  return visit(at, { '/login': LoginPage })
}

async function logIn(user: ReturnType<typeof visit>['user']) {
  await user.type(screen.getByLabelText('Email'), 'ada@example.com')
  await user.type(screen.getByLabelText('Password'), 'secret1{Enter}')
}
