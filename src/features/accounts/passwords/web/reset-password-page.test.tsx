import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { advanceClock, settle, stopClock } from '#tests/support/web/clock.ts'
import { type FakeAnswer, fakeServer, granted, refused } from '#tests/support/web/fake-server.ts'
import { fieldMessages } from '#tests/support/web/field-messages.ts'
import { givenMember, givenVisitor } from '#tests/support/web/people.ts'
import { visit } from '#tests/support/web/visit.tsx'
import { isLoggedIn, useAuth } from '../../web/auth-store.ts'
import { resetPassword, weakPassword } from '../contract.ts'
import ResetPasswordPage from './reset-password-page.tsx'

const toasts = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn() }))
vi.mock('#platform/web/ui/toasts.tsx', () => ({ notify: toasts }))

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const successMessage = 'Your password has been reset successfully.'

test.each([
  ['', '', ['Password is required', 'Please confirm your password']],
  ['1234567', '1234567', ['Password must be at least 8 characters']],
  ['three green boats', '', ['Please confirm your password']],
  ['three green boats', 'three green goats', ['Passwords do not match']],
])('the new password "%s", confirmed with "%s", shows field errors', async (typed, confirmation, errors) => {
  const { user, requests } = open('/reset-password/abc')
  await send(user, typed, confirmation)
  expect(fieldMessages()).toEqual(errors)
  expect(requests).toEqual([])
})

test('the token is removed from the address bar, but the return address stays', () => {
  const { address } = open('/reset-password/abc?from=%2Fabout')
  expect(address()).toBe('/reset-password?from=%2Fabout')
  expect(document.body.innerHTML).not.toContain('abc')
})

test('a reload keeps the form and the token', async () => {
  const { state } = open('/reset-password/abc')
  const { user, requests } = open({ pathname: '/reset-password', state: state() }, granted(resetPassword, null))
  await send(user, 'three green boats', 'three green boats')
  expect(requests).toMatchObject([{ address: '/api/auth/reset-password/abc' }])
})

test.each([
  ['/reset-password', '/forgot-password'],
  ['/reset-password?from=%2Fabout', '/forgot-password?from=%2Fabout'],
])('%s shows that the token is missing and links to the form for requesting a new link', (at, newLink) => {
  open(at)
  expect(screen.getByRole('alert').textContent).toBe('Invalid or missing reset token.')
  expect(screen.getByRole('link', { name: 'Get a new link' }).getAttribute('href')).toBe(newLink)
  expect(screen.queryByLabelText('New password')).toBeNull()
})

test('two seconds after a reset, the page redirects to the login with the return address', async () => {
  stopClock('2026-03-01T09:00:00Z')
  const { user, requests, address } = open('/reset-password/a-b_c?from=%2Fabout', granted(resetPassword, null))
  await send(user, 'three green boats', 'three green boats')
  await settle()

  const body = { password: 'three green boats', confirmPassword: 'three green boats', token: 'a-b_c' }
  expect(requests).toMatchObject([{ address: '/api/auth/reset-password/a-b_c', body }])
  expect(toasts.success).toHaveBeenLastCalledWith(successMessage)
  expect(screen.getByRole('status').textContent).toContain(successMessage)
  expect(useAuth.getState()).toMatchObject({ resetPassword: { loading: false }, resetPasswordSuccess: true })

  await advanceClock(1_999)
  expect(address()).toBe('/reset-password?from=%2Fabout')
  await advanceClock(1)
  expect(address()).toBe('/login?from=%2Fabout')
  expect(useAuth.getState()).toMatchObject({ resetPassword: { error: null }, resetPasswordSuccess: false })
})

test('a reset logs out this browser', async () => {
  const { user } = open('/reset-password/abc', granted(resetPassword, null))
  givenMember()
  await send(user, 'three green boats', 'three green boats')
  expect(isLoggedIn(useAuth.getState())).toBe(false)
  expect(localStorage.getItem('authToken')).toBeNull()
})

test('if the link has expired, the page shows a message and a link to request a new one', async () => {
  const { user } = open('/reset-password/abc', refused(resetPassword, 'link-invalid'))
  await send(user, 'three green boats', 'three green boats')
  expect(screen.getByRole('alert').textContent).toContain('Invalid or missing reset token.')
  expect(useAuth.getState().resetPassword.error).toContain('Invalid or missing reset token.')
  expect(screen.getByRole('link', { name: 'Get a new link' })).toBeTruthy()
})

test.each(['password-common', 'password-personal', 'password-too-short'] as const)(
  'if a password is rejected as %s, the reason is shown next to its field and the input is kept',
  async (reason) => {
    const { user } = open('/reset-password/abc', refused(resetPassword, reason))
    await send(user, 'Sunshine1', 'Sunshine1')
    expect(fieldMessages()).toEqual([weakPassword[reason].message])
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByLabelText<HTMLInputElement>('Confirm new password').value).toBe('Sunshine1')
  },
)

test.each<[string, FakeAnswer, string]>([
  [
    'a server error without a message',
    { status: 500, code: 'internal-error', message: '' },
    'Failed to reset password.',
  ],
  ['a refusal without a message', { status: 400, code: 'link-invalid', message: '' }, 'Failed to reset password.'],
  [
    'an error with a message',
    { status: 503, code: 'service-unavailable', message: 'Later, please.' },
    'Later, please.',
  ],
  ['an unreadable response', { text: '<html>' }, 'An unknown error occurred while resetting password.'],
])('a failed reset shows a message after %s', async (_, answer, message) => {
  const { user } = open('/reset-password/abc', answer)
  await send(user, 'three green boats', 'three green boats')
  expect(toasts.error).toHaveBeenLastCalledWith(message)
  expect(screen.getByRole('alert').textContent).toBe(message)
  expect(useAuth.getState()).toMatchObject({ resetPassword: { loading: false, error: message } })
})

function open(at: Parameters<typeof visit>[0], ...answers: FakeAnswer[]) {
  givenVisitor()
  const { requests } = fakeServer(...answers)
  return { requests, ...visit(at, { '/reset-password/:token?': ResetPasswordPage }) }
}

async function send(user: ReturnType<typeof visit>['user'], password: string, confirmation: string) {
  if (password) await user.type(screen.getByLabelText('New password'), password)
  if (confirmation) await user.type(screen.getByLabelText('Confirm new password'), confirmation)
  await user.click(screen.getByRole('button', { name: 'Set new password' }))
}
