import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type FakeAnswer, fakeServer, granted, refused } from '../../../../../tests/support/web/fake-server.ts'
import { ada, givenMember, givenVisitor } from '../../../../../tests/support/web/people.ts'
import { visit } from '../../../../../tests/support/web/visit.tsx'
import { getMe } from '../../sessions/contract.ts'
import { useAuth } from '../../web/auth-store.ts'
import { resendVerification, verifyEmail } from '../contract.ts'
import VerifyEmailPage from './verify-email-page.tsx'

const confirmed = { address: 'a…@example.com', wasVerified: false, isNew: false }

test('opening the link verifies the address and removes the token from the address bar', async () => {
  givenVisitor()
  const { requests, address } = open('?token=abc', granted(verifyEmail, confirmed))
  expect((await screen.findByRole('status')).textContent).toBe('Your email address a…@example.com is confirmed.')
  expect(requests).toMatchObject([{ address: '/api/auth/verify-email', body: { token: 'abc' } }])
  expect(address()).toBe('/verify-email')
  expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy()
})

test('a logged-in member’s state is refreshed to verified', async () => {
  givenMember({ ...ada, emailVerified: false })
  open('?token=abc', granted(verifyEmail, confirmed), granted(getMe, { user: ada }))
  expect(await screen.findByRole('link', { name: 'Go to your dashboard' })).toBeTruthy()
  await expect.poll(() => useAuth.getState().login.data?.user.emailVerified).toBe(true)
})

test('after an email change the page says to log in with the new address', async () => {
  givenMember({ ...ada, email: 'ada@before.example' })
  open('?token=abc', granted(verifyEmail, { ...confirmed, isNew: true }), granted(getMe, { user: ada }))
  expect((await screen.findByRole('status')).textContent).toBe(
    'Your email address a…@example.com is confirmed. From now on you log in with it.',
  )
  await expect.poll(() => useAuth.getState().login.data?.user.email).toBe('ada@example.com')
})

test('an invalid link shows a message', async () => {
  givenVisitor()
  open('?token=abc', refused(verifyEmail, 'link-invalid'))
  expect((await screen.findByRole('alert')).textContent).toBe(
    'This link is not valid any more. Your account works without it. Once you are logged in, we can send you a new one.',
  )
})

test('an already verified address shows success', async () => {
  givenVisitor()
  open('?token=abc', granted(verifyEmail, { ...confirmed, wasVerified: true }))
  expect((await screen.findByRole('status')).textContent).toBe(
    'Your email address a…@example.com is already confirmed.',
  )
})

test.each([
  ['with an unconfirmed address', { ...ada, email: 'anna@example.com', emailVerified: false }],
  ['with a confirmed address', { ...ada, email: 'grace@example.org' }],
])('a link opened by another member %s says that it belongs to another account', async (_, otherMember) => {
  givenMember(otherMember)
  open('?token=abc', granted(verifyEmail, confirmed), granted(getMe, { user: otherMember }))
  expect((await screen.findByRole('status')).textContent).toBe(
    'The email address a…@example.com is confirmed. It belongs to another account than the one you are logged in to.',
  )
})

test('an invalid link shows an error even to a verified member', async () => {
  givenMember()
  open('?token=abc', refused(verifyEmail, 'link-invalid'))
  expect((await screen.findByRole('alert')).textContent).toContain('This link is not valid any more.')
})

test('a member with an invalid link can resend it', async () => {
  const unconfirmed = { ...ada, emailVerified: false }
  givenMember(unconfirmed)
  const { user, requests } = open('?token=abc', refused(verifyEmail, 'link-invalid'), granted(resendVerification, null))
  await user.click(await screen.findByRole('button', { name: 'Send the link again' }))
  expect((await screen.findByRole('status')).textContent).toContain('We have sent you a new link.')
  expect(requests.at(-1)).toMatchObject({ method: 'POST', address: '/api/auth/verify-email/link' })
})

test('a visitor with an invalid link is led to the login', async () => {
  givenVisitor()
  open('?token=abc', refused(verifyEmail, 'link-invalid'))
  expect(await screen.findByRole('link', { name: 'Log in' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send the link again' })).toBeNull()
})

test('an incomplete link shows a message', async () => {
  givenVisitor()
  open('', { status: 400, code: 'invalid-input', message: 'Too small' })
  expect((await screen.findByRole('alert')).textContent).toContain('This link is not complete.')
})

test('an unreachable server shows a message', async () => {
  givenVisitor()
  open('?token=abc', 'unreachable')
  expect((await screen.findByRole('alert')).textContent).toContain('We could not reach the server.')
})

function open(query: string, ...answers: FakeAnswer[]) {
  const { requests } = fakeServer(...answers)
  return { requests, ...visit(`/verify-email${query}`, { '/verify-email': VerifyEmailPage }) }
}
