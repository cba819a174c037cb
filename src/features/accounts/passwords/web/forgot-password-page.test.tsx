import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { type FakeAnswer, fakeServer, granted } from '#tests/support/web/fake-server.ts'
import { fieldMessages } from '#tests/support/web/field-messages.ts'
import { givenVisitor } from '#tests/support/web/people.ts'
import { visit } from '#tests/support/web/visit.tsx'
import { useAuth } from '../../web/auth-store.ts'
import { forgotPassword } from '../contract.ts'
import ForgotPasswordPage from './forgot-password-page.tsx'
import { requestPasswordLink } from './queries.ts'

const toasts = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn() }))
vi.mock('#platform/web/ui/toasts.tsx', () => ({ notify: toasts }))

const notice = 'If an account exists with this email, you will receive instructions to reset your password shortly.'

test('an invalid email shows an error and is not sent', async () => {
  const { user, requests } = open('/forgot-password')
  await send(user, 'ada')
  expect(fieldMessages()).toEqual(['Email is invalid'])
  expect(requests).toEqual([])
})

test('a request sends the return address and then locks the form', async () => {
  const { user, requests } = open('/forgot-password?from=%2Fabout', granted(forgotPassword, null))
  await send(user, ' ada@example.com ')

  expect(requests).toMatchObject([
    { address: '/api/auth/forgot-password', body: { email: 'ada@example.com', from: '/about' } },
  ])
  expect(toasts.success).toHaveBeenLastCalledWith('Password reset link sent to your email successfully.')
  expect(screen.getByRole('status').textContent).toContain(notice)
  expect(document.activeElement?.textContent).toContain(notice)
  expect(screen.getByLabelText<HTMLInputElement>('Email').matches(':disabled')).toBe(true)
  expect(screen.queryByRole('button', { name: 'Send me a link' })).toBeNull()
  expect(useAuth.getState()).toMatchObject({ forgotPassword: { loading: false }, forgotPasswordSuccess: true })
})

test('a mistyped address can be corrected', async () => {
  const { user, requests } = open('/forgot-password', granted(forgotPassword, null), granted(forgotPassword, null))
  await send(user, 'ada@example.con')
  await user.click(screen.getByRole('button', { name: 'Use another email address' }))
  expect(useAuth.getState().forgotPasswordSuccess).toBe(false)
  await user.clear(screen.getByLabelText('Email'))
  await send(user, 'ada@example.com')
  expect(requests[1]?.body).toEqual({ email: 'ada@example.com' })
})

test('a failure is stored as the login error, shown as an alert and a toast, and leaves the form open', async () => {
  const message = 'Too many attempts. Try again in 60 minutes.'
  const { user } = open('/forgot-password', { status: 429, code: 'too-many-attempts', message, retryAfter: 3600 })
  await send(user, 'ada@example.com')
  expect(useAuth.getState()).toMatchObject({ login: { error: message }, forgotPasswordSuccess: false })
  expect(screen.getByRole('alert').textContent).toBe(message)
  expect(toasts.error).toHaveBeenLastCalledWith(message)
  expect(screen.getByRole('button', { name: 'Send me a link' })).toBeTruthy()
})

test('a newer request replaces the one in progress', async () => {
  givenVisitor()
  const slow = Promise.withResolvers<{ data: unknown }>()
  fakeServer(slow.promise, granted(forgotPassword, null))
  const firstRequest = requestPasswordLink({ email: 'ada@example.com' })
  expect(useAuth.getState().forgotPassword.loading).toBe(true)
  const secondRequest = requestPasswordLink({ email: 'ada@example.com' })
  slow.resolve({ data: null })
  expect(await firstRequest).toEqual({ state: 'replaced' })
  expect(await secondRequest).toMatchObject({ state: 'done' })
})

function open(at: string, ...answers: FakeAnswer[]) {
  givenVisitor()
  const { requests } = fakeServer(...answers)
  return { requests, ...visit(at, { '/forgot-password': ForgotPasswordPage }) }
}

async function send(user: ReturnType<typeof visit>['user'], email: string) {
  if (email) await user.type(screen.getByLabelText('Email'), email)
  await user.click(screen.getByRole('button', { name: 'Send me a link' }))
}
