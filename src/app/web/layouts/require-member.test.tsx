// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { forgetLogin, leaveSession, useAuth } from '#features/accounts/web/store.ts'
import { givenMember, givenVisitor } from '../../../../tests/web/people.ts'
import { visit } from '../../../../tests/web/visit.tsx'
import RequireMember from './require-member.tsx'

const here = '/portal/packages?page=2#top'
const toLogin = '/login?from=%2Fportal%2Fpackages%3Fpage%3D2%23top'

test('a visitor is led to the login, which remembers where to', async () => {
  givenVisitor()
  const { address, goBack } = open()
  expect(address()).toBe(toLogin)
  await act(async () => goBack())
  expect(address()).toBe(toLogin)
})

test('a member stays', () => {
  givenMember()
  expect(open().address()).toBe(here)
})

test('while it is not known who is here, a spinner shows and nobody is sent away', () => {
  givenVisitor()
  useAuth.setState({ isRestored: false })
  const { address } = open()
  expect(screen.getByRole('status').textContent).toBe('Loading')
  expect(address()).toBe(here)
})

test('logging out in another tab leads to the login as well', () => {
  givenMember()
  const { address } = open()
  act(() => forgetLogin())
  expect(address()).toBe(toLogin)
})

test('while the page is being left nothing private shows and nobody is sent to log in', () => {
  givenMember()
  const { address } = open()
  act(() => leaveSession())
  expect(screen.getByRole('status').textContent).toBe('Loading')
  expect(address()).toBe(here)
})

function open() {
  return visit(here, { '/portal/packages': RequireMember })
}
