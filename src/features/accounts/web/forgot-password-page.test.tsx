// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { type FakeAnswer, fakeServer, granted } from '../../../../tests/web/fake-server.ts'
import { fieldMessages } from '../../../../tests/web/field-messages.ts'
import { givenVisitor } from '../../../../tests/web/people.ts'
import { visit } from '../../../../tests/web/visit.tsx'
import { forgotPassword } from '../contract/password.ts'
import ForgotPasswordPage from './forgot-password-page.tsx'
import { askForPasswordLink } from './queries.ts'
import { useAuth } from './store.ts'

const toasts = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn() }))
vi.mock('#platform/web/ui/toasts.tsx', () => ({ notify: toasts }))

const notice = 'If an account exists with this email, you will receive instructions to reset your password shortly.'

test.each([
  ['', 'Email is required'],
  ['ada', 'Email is invalid'],
])('the email "%s" is answered with "%s"', async (email, says) => {
  const { user, requests } = open('/forgot-password')
  await send(user, email)
  expect(fieldMessages()).toEqual([says])
  expect(requests).toEqual([])
})

test('the link is asked for with the place to come back to, and then the form is locked', async () => {
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

test('whoever mistyped the address can use another one', async () => {
  const { user, requests } = open('/forgot-password', granted(forgotPassword, null), granted(forgotPassword, null))
  await send(user, 'ada@example.con')
  await user.click(screen.getByRole('button', { name: 'Use another email address' }))
  expect(useAuth.getState().forgotPasswordSuccess).toBe(false)
  await user.clear(screen.getByLabelText('Email'))
  await send(user, 'ada@example.com')
  expect(requests[1]?.body).toEqual({ email: 'ada@example.com' })
})

test('a failure stands in the login error field, in an alert and in a toast, and the form stays open', async () => {
  const message = 'Too many attempts. Please try again in 60 minutes.'
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
  const first = askForPasswordLink({ email: 'ada@example.com' })
  expect(useAuth.getState().forgotPassword.loading).toBe(true)
  const second = askForPasswordLink({ email: 'ada@example.com' })
  slow.resolve({ data: null })
  expect(await first).toEqual({ state: 'replaced' })
  expect(await second).toMatchObject({ state: 'done' })
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
