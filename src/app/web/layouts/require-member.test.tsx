import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { clearLogin, leaveSession, useAuth } from '#features/accounts/web/auth-store.ts'
import { givenMember, givenVisitor } from '#tests/support/web/people.ts'
import { visit } from '#tests/support/web/visit.tsx'
import RequireMember from './require-member.tsx'

const currentAddress = '/portal/packages?page=2#top'
const loginAddress = '/login?from=%2Fportal%2Fpackages%3Fpage%3D2%23top'

test('a visitor is redirected to the login, which remembers the requested address', async () => {
  givenVisitor()
  const { address, goBack } = open()
  expect(address()).toBe(loginAddress)
  await act(async () => goBack())
  expect(address()).toBe(loginAddress)
})

test('a logged-in member is not redirected', () => {
  givenMember()
  expect(open().address()).toBe(currentAddress)
})

test('a spinner is shown, without a redirect, until the login is restored', () => {
  givenVisitor()
  useAuth.setState({ isRestored: false })
  const { address } = open()
  expect(screen.getByRole('status').textContent).toBe('Loading')
  expect(address()).toBe(currentAddress)
})

test('logging out in another tab redirects to the login', () => {
  givenMember()
  const { address } = open()
  act(() => clearLogin())
  expect(address()).toBe(loginAddress)
})

test('a spinner is shown, without a redirect, while the session is ending', () => {
  givenMember()
  const { address } = open()
  act(() => leaveSession())
  expect(screen.getByRole('status').textContent).toBe('Loading')
  expect(address()).toBe(currentAddress)
})

function open() {
  return visit(currentAddress, { '/portal/packages': RequireMember })
}
