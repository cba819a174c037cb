// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type FakeAnswer, fakeServer, granted, refused } from '../../../../tests/web/fake-server.ts'
import { ada, givenMember, givenVisitor } from '../../../../tests/web/people.ts'
import { visit } from '../../../../tests/web/visit.tsx'
import { getMe, resendVerification, verifyEmail } from '../contract.ts'
import { useAuth } from './store.ts'
import VerifyEmailPage from './verify-email-page.tsx'

const confirmed = { address: 'a…@example.com', wasConfirmed: false, isNew: false }

test('the link of the mail confirms the address, and its token leaves the address bar', async () => {
  givenVisitor()
  const { requests, address } = open('?token=abc', granted(verifyEmail, confirmed))
  expect((await screen.findByRole('status')).textContent).toBe('Your email address a…@example.com is confirmed.')
  expect(requests).toMatchObject([{ address: '/api/auth/verify-email', body: { token: 'abc' } }])
  expect(address()).toBe('/verify-email')
  expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy()
})

test('a logged-in member is known as confirmed at once', async () => {
  givenMember({ ...ada, emailVerified: false })
  open('?token=abc', granted(verifyEmail, confirmed), granted(getMe, { user: ada }))
  expect(await screen.findByRole('link', { name: 'Go to your dashboard' })).toBeTruthy()
  await expect.poll(() => useAuth.getState().login.data?.user.emailVerified).toBe(true)
})

test('a new address is said to be the one to log in with', async () => {
  givenMember({ ...ada, email: 'ada@before.example' })
  open('?token=abc', granted(verifyEmail, { ...confirmed, isNew: true }), granted(getMe, { user: ada }))
  expect((await screen.findByRole('status')).textContent).toBe(
    'Your email address a…@example.com is confirmed. From now on you log in with it.',
  )
  await expect.poll(() => useAuth.getState().login.data?.user.email).toBe('ada@example.com')
})

test('a used or old link is said in words', async () => {
  givenVisitor()
  open('?token=abc', refused(verifyEmail, 'link-invalid'))
  expect((await screen.findByRole('alert')).textContent).toBe(
    'This link is not valid any more. Your account works without it. Once you are logged in, we can send you a new one.',
  )
})

test('a link that somebody, or a mail scanner, opened before says that all is well', async () => {
  givenVisitor()
  open('?token=abc', granted(verifyEmail, { ...confirmed, wasConfirmed: true }))
  expect((await screen.findByRole('status')).textContent).toBe(
    'Your email address a…@example.com is already confirmed.',
  )
})

test.each([
  ['who is not confirmed', { ...ada, email: 'anna@example.com', emailVerified: false }],
  ['who is confirmed', { ...ada, email: 'grace@example.org' }],
])('a link that another member opens, %s, says whose address it is', async (_, other) => {
  givenMember(other)
  open('?token=abc', granted(verifyEmail, confirmed), granted(getMe, { user: other }))
  expect((await screen.findByRole('status')).textContent).toBe(
    'The email address a…@example.com is confirmed. It belongs to another account than the one you are logged in to.',
  )
})

test('a link that is not one confirms nobody, not even a member who is confirmed', async () => {
  givenMember()
  open('?token=abc', refused(verifyEmail, 'link-invalid'))
  expect((await screen.findByRole('alert')).textContent).toContain('This link is not valid any more.')
})

test('a member whose link is not valid any more has a new one sent', async () => {
  const unconfirmed = { ...ada, emailVerified: false }
  givenMember(unconfirmed)
  const { user, requests } = open('?token=abc', refused(verifyEmail, 'link-invalid'), granted(resendVerification, null))
  await user.click(await screen.findByRole('button', { name: 'Send the link again' }))
  expect((await screen.findByRole('status')).textContent).toContain('We have sent you a new link.')
  expect(requests.at(-1)).toMatchObject({ method: 'POST', address: '/api/auth/verify-email/link' })
})

test('a visitor whose link is not valid any more is led to log in', async () => {
  givenVisitor()
  open('?token=abc', refused(verifyEmail, 'link-invalid'))
  expect(await screen.findByRole('link', { name: 'Log in' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send the link again' })).toBeNull()
})

test('a link that lost its end is said in words', async () => {
  givenVisitor()
  open('', { status: 400, code: 'invalid-input', message: 'Too small' })
  expect((await screen.findByRole('alert')).textContent).toContain('This link is not complete.')
})

test('a server that cannot be reached is said in words', async () => {
  givenVisitor()
  open('?token=abc', 'unreachable')
  expect((await screen.findByRole('alert')).textContent).toContain('We could not reach the server.')
})

function open(query: string, ...answers: FakeAnswer[]) {
  const { requests } = fakeServer(...answers)
  return { requests, ...visit(`/verify-email${query}`, { '/verify-email': VerifyEmailPage }) }
}
