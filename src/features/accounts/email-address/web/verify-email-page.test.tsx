import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type FakeAnswer, fakeServer, granted, refused } from '#tests/support/web/fake-server.ts'
import { ada, givenMember, givenVisitor } from '#tests/support/web/people.ts'
import { visit } from '#tests/support/web/visit.tsx'
import type { User } from '../../contract.ts'
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

test('the logged-in member’s details are refreshed after verification', async () => {
  givenMember({ ...ada, email: 'ada@before.example', emailVerified: false })
  open('?token=abc', granted(verifyEmail, confirmed), granted(getMe, { user: ada }))
  expect(await screen.findByRole('link', { name: 'Go to your dashboard' })).toBeTruthy()
  await expect.poll(() => useAuth.getState().login.data?.user).toEqual(ada)
})

const another = 'It belongs to a different account from the one you’re logged in to.'

test.each<[string, User, Partial<typeof confirmed>, string]>([
  ['as confirmed earlier', ada, { wasVerified: true }, 'Your email address a…@example.com is already confirmed.'],
  [
    'as the new login address after a change',
    ada,
    { isNew: true },
    'Your email address a…@example.com is confirmed. Use it to log in from now on.',
  ],
  [
    'as another account’s, if this account’s address is unconfirmed',
    { ...ada, email: 'anna@example.com', emailVerified: false },
    {},
    `The email address a…@example.com is confirmed. ${another}`,
  ],
  [
    'as another account’s, if this account’s address is confirmed',
    { ...ada, email: 'grace@example.org' },
    {},
    `The email address a…@example.com is confirmed. ${another}`,
  ],
])('shows the confirmed address %s', async (_, member, changes, text) => {
  givenMember(member)
  open('?token=abc', granted(verifyEmail, { ...confirmed, ...changes }), granted(getMe, { user: member }))
  expect((await screen.findByRole('status')).textContent).toBe(text)
})

test('a member with an invalid link can request a new one', async () => {
  const unconfirmed = { ...ada, emailVerified: false }
  givenMember(unconfirmed)
  const { user, requests } = open('?token=abc', refused(verifyEmail, 'link-invalid'), granted(resendVerification, null))
  await user.click(await screen.findByRole('button', { name: 'Send the link again' }))
  expect((await screen.findByRole('status')).textContent).toContain('We’ve sent you a new link.')
  expect(requests.at(-1)).toMatchObject({ method: 'POST', address: '/api/auth/verify-email/link' })
})

test('a visitor with an invalid link sees the reason and a link to the login page', async () => {
  givenVisitor()
  open('?token=abc', refused(verifyEmail, 'link-invalid'))
  expect((await screen.findByRole('alert')).textContent).toContain('This link is no longer valid.')
  expect(await screen.findByRole('link', { name: 'Log in' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send the link again' })).toBeNull()
})

test('if the link is incomplete, the page says so', async () => {
  givenVisitor()
  open('', { status: 400, code: 'invalid-input', message: 'Too small' })
  expect((await screen.findByRole('alert')).textContent).toContain('This link isn’t complete.')
})

test('if the server is unreachable, the page says so', async () => {
  givenVisitor()
  open('?token=abc', 'unreachable')
  expect((await screen.findByRole('alert')).textContent).toContain('We couldn’t reach the server.')
})

function open(query: string, ...answers: FakeAnswer[]) {
  const { requests } = fakeServer(...answers)
  return { requests, ...visit(`/verify-email${query}`, { '/verify-email': VerifyEmailPage }) }
}
