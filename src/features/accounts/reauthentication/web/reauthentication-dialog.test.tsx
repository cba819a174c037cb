import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { attempt } from '#platform/web/attempt.ts'
import { type FakeAnswer, fakeServer, granted, refused } from '#tests/support/web/fake-server.ts'
import { fieldMessages } from '#tests/support/web/field-messages.ts'
import { ada, givenMember } from '#tests/support/web/people.ts'
import { visit } from '#tests/support/web/visit.tsx'
import { getSecondFactor, removeAuthenticator, requestOwnFactorRecovery } from '../../second-factor/contract.ts'
import { revokeOtherSessions } from '../../sessions/contract.ts'
import { useAuth } from '../../web/auth-store.ts'
import { reauthenticate } from '../contract.ts'

// A minimal dialog for jsdom: Escape closes it, and closing restores focus.
beforeAll(() => {
  const openers = new WeakMap<HTMLDialogElement, Element | null>()
  HTMLDialogElement.prototype.showModal = function () {
    openers.set(this, document.activeElement)
    this.open = true
    this.querySelector('button')?.focus()
    this.addEventListener('keydown', ({ key }) => (key === 'Escape' ? this.close() : undefined))
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
    const opener = openers.get(this)
    if (opener instanceof HTMLElement) opener.focus()
    this.dispatchEvent(new Event('close'))
  }
})

const proofNeeded = refused(revokeOtherSessions, 'reauthentication-needed')
const confirmed = granted(reauthenticate, { token: 'newer', user: ada })
const success = granted(revokeOtherSessions, { ended: 1 })

test('after a recent reauthentication, no dialog is shown', async () => {
  const { user } = open(success)
  await user.click(screen.getByRole('button', { name: 'Do it' }))
  expect(await screen.findByText('Ending: done')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the correct password repeats the request with the new token and restores focus', async () => {
  const { user, requests } = open(proofNeeded, confirmed, success)
  await openDialog(user)
  expect(document.activeElement?.getAttribute('name')).toBe('password')
  await user.keyboard('secret1{Enter}')

  expect(await screen.findByText('Ending: done')).toBeTruthy()
  expect(requests.map(({ address, authorization }) => [address, authorization])).toEqual([
    ['/api/account/sessions', 'Bearer token'],
    ['/api/auth/reauthentication', 'Bearer token'],
    ['/api/account/sessions', 'Bearer newer'],
  ])
  expect(localStorage.getItem('authToken')).toBe('newer')
  expect(useAuth.getState().login.data?.token).toBe('newer')
  expect(screen.queryByRole('dialog')).toBeNull()
  await expect.poll(() => document.activeElement?.textContent).toBe('Do it')
})

test('a wrong password shows an error next to its field and keeps the input', async () => {
  const { user } = open(proofNeeded, refused(reauthenticate, 'wrong-password'), confirmed, success)
  await openDialog(user)
  await user.keyboard('wrong-one{Enter}')
  await expect.poll(fieldMessages).toEqual(['The password is incorrect.'])
  const field = screen.getByLabelText<HTMLInputElement>('Password')
  expect([field.value, document.activeElement]).toEqual(['wrong-one', field])

  await user.clear(field)
  await user.keyboard('secret1{Enter}')
  expect(await screen.findByText('Ending: done')).toBeTruthy()
})

test('an empty password is not sent', async () => {
  const { user, requests } = open(proofNeeded)
  await openDialog(user)
  await user.keyboard('{Enter}')
  await expect.poll(fieldMessages).toEqual(['Password is required'])
  expect(requests).toHaveLength(1)
})

test('too many wrong passwords show an alert', async () => {
  const tooMany = {
    status: 429,
    code: 'too-many-attempts',
    message: 'Too many attempts. Try again in 5 minutes.',
  }
  const { user } = open(proofNeeded, tooMany)
  await openDialog(user)
  await user.keyboard('secret1{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('Too many attempts. Try again in 5 minutes.')
})

test.each([
  ['Escape', (user: User) => user.keyboard('{Escape}')],
  ['the close button', (user: User) => user.click(screen.getByRole('button', { name: 'Close' }))],
])('%s cancels the request and restores focus, and the next request asks again', async (_, cancel) => {
  const { user, requests } = open(proofNeeded, proofNeeded)
  await openDialog(user)
  await cancel(user)
  expect(await screen.findByText('Ending: Confirm it’s you to continue.')).toBeTruthy()
  expect(requests).toHaveLength(1)
  expect(screen.queryByRole('dialog')).toBeNull()
  await expect.poll(() => document.activeElement?.textContent).toBe('Do it')
  await openDialog(user)
})

const factorNeeded = refused(removeAuthenticator, 'factor-needed')
const passkeys = [{ id: crypto.randomUUID(), name: 'My phone', addedAt: '2026-11-01T10:00:00.000Z', lastUsedAt: null }]
const factors = granted(getSecondFactor, {
  authenticator: { since: '2026-11-01T10:00:00.000Z' },
  recoveryCodesLeft: 8,
  passkeys,
  isRequired: false,
  removedAt: null,
})

test.each([
  {
    offer: 'Use your authenticator app',
    label: 'Code from your authenticator app',
    reason: 'wrong-code',
    body: { code: '123456' },
  },
  {
    offer: 'Use a recovery code',
    label: 'Recovery code',
    reason: 'wrong-recovery-code',
    body: { recoveryCode: 'ABCD-1234' },
  },
] as const)('"$offer" replaces the password, and a wrong entry shows an error next to its field', async (proof) => {
  const wrong = refused(reauthenticate, proof.reason)
  const { user, requests } = open(proofNeeded, factors, wrong, confirmed, success)
  await openDialog(user)
  await user.click(screen.getByRole('button', { name: 'Use your authenticator app or a passkey' }))
  await user.click(await screen.findByRole('button', { name: proof.offer }))
  await user.type(screen.getByLabelText(proof.label), `${Object.values(proof.body)[0]}{Enter}`)
  await expect.poll(fieldMessages).toEqual([wrong.message])
  await user.keyboard('{Enter}')

  expect(await screen.findByText('Ending: done')).toBeTruthy()
  expect(requests[3]?.body).toEqual(proof.body)
})

test('if a second factor is required, the dialog offers the authenticator code but not the password', async () => {
  const { user, requests } = open(factorNeeded, factors, confirmed, success)
  await openDialog(user)
  expect(screen.queryByRole('button', { name: 'Use your password' })).toBeNull()
  await user.type(await screen.findByLabelText('Code from your authenticator app'), '123456{Enter}')

  expect(await screen.findByText('Ending: done')).toBeTruthy()
  expect(requests[2]?.body).toEqual({ code: '123456' })
})

test('a member who has lost every factor can use the password to have them removed', async () => {
  const dueAt = '2026-12-03T10:00:00.000Z'
  const { user, requests } = open(
    factorNeeded,
    factors,
    refused(requestOwnFactorRecovery, 'reauthentication-needed'),
    confirmed,
    granted(requestOwnFactorRecovery, { dueAt }),
  )
  await openDialog(user)
  await user.click(await screen.findByRole('button', { name: 'I’ve lost all of these' }))
  expect(screen.getByText(/in seven days\. We’ll email you now/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Remove them in seven days' }))
  await user.type(await screen.findByLabelText('Password'), 'secret1{Enter}')

  await expect.poll(() => requests.length).toBe(5)
  expect(requests.slice(2).map(({ address }) => address)).toEqual([
    '/api/account/second-factor/recovery',
    '/api/auth/reauthentication',
    '/api/account/second-factor/recovery',
  ])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a member with only a passkey sees no text field', async () => {
  const { user } = open(factorNeeded, { ...factors, data: { ...Object(factors.data), authenticator: null } })
  await openDialog(user)
  expect(await screen.findByRole('button', { name: 'Use a passkey' })).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
})

type User = ReturnType<typeof visit>['user']

function open(...answers: FakeAnswer[]) {
  givenMember()
  const { requests } = fakeServer(...answers)
  return { requests, ...visit('/', { '/': DangerousPage }) }
}

async function openDialog(user: User) {
  await user.click(screen.getByRole('button', { name: 'Do it' }))
  await screen.findByRole('dialog', { name: 'Confirm it’s you' })
  await act(async () => {})
}

function DangerousPage() {
  const [ending, setEnding] = useState('')
  const press = async () => {
    const answer = await attempt(revokeOtherSessions)
    setEnding(answer.state === 'done' ? 'done' : answer.message)
  }
  return (
    <>
      <button type="button" onClick={press}>
        Do it
      </button>
      <p>Ending: {ending}</p>
    </>
  )
}
