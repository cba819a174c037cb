// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { attempt } from '#platform/web/attempt.ts'
import { type FakeAnswer, fakeServer, granted, refused } from '../../../../tests/web/fake-server.ts'
import { fieldMessages } from '../../../../tests/web/field-messages.ts'
import { ada, givenMember } from '../../../../tests/web/people.ts'
import { visit } from '../../../../tests/web/visit.tsx'
import { confirmIdentity, endOtherSessions } from '../contract/session.ts'
import { useFreshIdentity } from './confirm-identity-dialog.tsx'
import { useAuth } from './store.ts'

// As browsers do it, as far as a test can see: Escape closes, closing gives the focus back.
beforeAll(() => {
  const before = new WeakMap<HTMLDialogElement, Element | null>()
  HTMLDialogElement.prototype.showModal = function () {
    before.set(this, document.activeElement)
    this.open = true
    this.querySelector('button')?.focus()
    this.addEventListener('keydown', ({ key }) => (key === 'Escape' ? this.close() : undefined))
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
    const opener = before.get(this)
    if (opener instanceof HTMLElement) opener.focus()
    this.dispatchEvent(new Event('close'))
  }
})

const needed = refused(endOtherSessions, 'confirmation-needed')
const confirmed = granted(confirmIdentity, { token: 'newer', user: ada })
const done = granted(endOtherSessions, { ended: 1 })

test('whoever has proved a short while ago who they are is not asked', async () => {
  const { user } = open(done)
  await user.click(screen.getByRole('button', { name: 'Do it' }))
  expect(await screen.findByText('Ending: done')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the right password goes on with what was asked for, under the new token, where the keyboard was', async () => {
  const { user, requests } = open(needed, confirmed, done)
  await ask(user)
  expect(document.activeElement?.getAttribute('name')).toBe('password')
  await user.keyboard('secret1{Enter}')

  expect(await screen.findByText('Ending: done')).toBeTruthy()
  expect(requests.map(({ address, authorization }) => [address, authorization])).toEqual([
    ['/api/account/sessions', 'Bearer token'],
    ['/api/auth/confirmation', 'Bearer token'],
    ['/api/account/sessions', 'Bearer newer'],
  ])
  expect(localStorage.getItem('authToken')).toBe('newer')
  expect(useAuth.getState().login.data?.token).toBe('newer')
  expect(screen.queryByRole('dialog')).toBeNull()
  await expect.poll(() => document.activeElement?.textContent).toBe('Do it')
})

test('a wrong password is said beside the field, keeps what was typed, and can be mended', async () => {
  const { user } = open(needed, refused(confirmIdentity, 'wrong-password'), confirmed, done)
  await ask(user)
  await user.keyboard('wrong-one{Enter}')
  await expect.poll(fieldMessages).toEqual(['The password is incorrect.'])
  const field = screen.getByLabelText<HTMLInputElement>('Password')
  expect([field.value, document.activeElement]).toEqual(['wrong-one', field])

  await user.clear(field)
  await user.keyboard('secret1{Enter}')
  expect(await screen.findByText('Ending: done')).toBeTruthy()
})

test('an empty password asks nobody', async () => {
  const { user, requests } = open(needed)
  await ask(user)
  await user.keyboard('{Enter}')
  await expect.poll(fieldMessages).toEqual(['Password is required'])
  expect(requests).toHaveLength(1)
})

test('too many wrong passwords are said above the field', async () => {
  const tooMany = {
    status: 429,
    code: 'too-many-attempts',
    message: 'Too many attempts. Please try again in 5 minutes.',
  }
  const { user } = open(needed, tooMany)
  await ask(user)
  await user.keyboard('secret1{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('Too many attempts. Please try again in 5 minutes.')
})

test.each([
  ['Escape', (user: User) => user.keyboard('{Escape}')],
  ['the button that closes', (user: User) => user.click(screen.getByRole('button', { name: 'Close' }))],
])('%s leaves everything as it is, and gives the focus back', async (_, leave) => {
  const { user, requests } = open(needed)
  await ask(user)
  await leave(user)
  expect(await screen.findByText('Ending: none')).toBeTruthy()
  expect(requests).toHaveLength(1)
  expect(screen.queryByRole('dialog')).toBeNull()
  await expect.poll(() => document.activeElement?.textContent).toBe('Do it')
})

test('whoever asks again later is asked again', async () => {
  const { user } = open(needed, needed, confirmed, done)
  await ask(user)
  await user.keyboard('{Escape}')
  await screen.findByText('Ending: none')
  await ask(user)
  await user.keyboard('secret1{Enter}')
  expect(await screen.findByText('Ending: done')).toBeTruthy()
})

type User = ReturnType<typeof visit>['user']

function open(...answers: FakeAnswer[]) {
  givenMember()
  const { requests } = fakeServer(...answers)
  return { requests, ...visit('/', { '/': DangerousPage }) }
}

async function ask(user: User) {
  await user.click(screen.getByRole('button', { name: 'Do it' }))
  await screen.findByRole('dialog', { name: 'Please confirm that it is you' })
  await act(async () => {})
}

function DangerousPage() {
  const { withIdentity, question } = useFreshIdentity()
  const [ending, setEnding] = useState('')
  const press = async () => {
    const answer = await withIdentity(() => attempt(endOtherSessions))
    setEnding(answer?.state ?? 'none')
  }
  return (
    <>
      <button type="button" onClick={press}>
        Do it
      </button>
      <p>Ending: {ending}</p>
      {question}
    </>
  )
}
