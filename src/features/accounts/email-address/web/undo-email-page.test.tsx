import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type FakeAnswer, fakeServer, granted, refused } from '#tests/support/web/fake-server.ts'
import { givenVisitor } from '#tests/support/web/people.ts'
import { visit } from '#tests/support/web/visit.tsx'
import { undoEmailChange } from '../contract.ts'
import UndoEmailPage from './undo-email-page.tsx'

const undone = granted(undoEmailChange, { address: 'a…@example.com' })

test('opening the link only removes the token from the address bar; the button undoes the change', async () => {
  const { user, requests, address } = open('/undo-email/abc', undone)
  expect(await screen.findByRole('button', { name: 'Undo the change' })).toBeTruthy()
  expect([requests, address()]).toEqual([[], '/undo-email'])

  await user.click(screen.getByRole('button', { name: 'Undo the change' }))
  expect((await screen.findByRole('status')).textContent).toContain('address is a…@example.com again')
  expect(requests).toMatchObject([{ address: '/api/auth/email-undo', body: { token: 'abc' } }])
  expect(screen.queryByRole('button', { name: 'Undo the change' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy()
})

test('if the link has expired, the page shows the reason and a link to the contact page', async () => {
  const { user } = open('/undo-email/abc', refused(undoEmailChange, 'link-invalid'))
  await user.click(await screen.findByRole('button', { name: 'Undo the change' }))
  expect((await screen.findByRole('alert')).textContent).toContain('This link is no longer valid.')
  expect(screen.getByRole('link', { name: 'Contact us' }).getAttribute('href')).toBe('/contact')
})

test('a failed request can be retried', async () => {
  const { user } = open('/undo-email/abc', 'unreachable', undone)
  await user.click(await screen.findByRole('button', { name: 'Undo the change' }))
  await screen.findByRole('alert')
  await user.click(screen.getByRole('button', { name: 'Undo the change' }))
  expect(await screen.findByRole('link', { name: 'Log in' })).toBeTruthy()
})

test('if the token is missing, the page tells the visitor to open the link again', async () => {
  open('/undo-email')
  expect((await screen.findByRole('alert')).textContent).toBe(
    'This link isn’t complete. Open the whole link from our email.',
  )
})

function open(address: string, ...answers: FakeAnswer[]) {
  givenVisitor()
  return { ...fakeServer(...answers), ...visit(address, { '/undo-email/:token?': UndoEmailPage }) }
}
