import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { type FakeAnswer, fakeServer, granted, refused } from '#tests/support/web/fake-server.ts'
import { fieldMessages } from '#tests/support/web/field-messages.ts'
import { ada, givenVisitor } from '#tests/support/web/people.ts'
import { visit } from '#tests/support/web/visit.tsx'
import { requestFactorRecovery } from '../../second-factor/contract.ts'
import { passSecondFactor, setUpSecondFactor } from '../contract/second-step.ts'
import { type Challenge, login } from '../contract.ts'
import LoginPage from './login-page.tsx'

const toasts = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn() }))
vi.mock('#platform/web/ui/toasts.tsx', () => ({ notify: toasts }))

const allMethods: Challenge['methods'] = ['authenticator', 'recovery-code', 'passkey']
const loggedIn = granted(passSecondFactor, { token: 'token', user: ada })

test('a challenge stores no login and replaces the form with a code field', async () => {
  await openStep(allMethods)
  const field = screen.getByLabelText<HTMLInputElement>('Code')
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect([field.autocomplete, field.inputMode]).toEqual(['one-time-code', 'numeric'])
  expect(localStorage.length).toBe(0)
  expect(screen.queryByLabelText('Password')).toBeNull()
})

test('a pasted code with a space is accepted, and the member returns to the page they came from', async () => {
  const { user, requests, address } = await openStep(allMethods, loggedIn)
  await user.click(screen.getByLabelText('Trust this device for 30 days'))
  await user.click(screen.getByLabelText('Code'))
  await user.paste('123 456')
  await user.keyboard('{Enter}')

  expect(requests.at(-1)).toMatchObject({
    address: '/api/auth/second-factor',
    body: { challenge: 'challenge', code: '123456', trustDevice: true },
  })
  expect(address()).toBe('/portal/packages')
  expect(toasts.success).toHaveBeenLastCalledWith('Logged in successfully')
  expect(localStorage.getItem('authToken')).toBe('token')
})

test('a member who has lost every factor can have them removed after seven days', async () => {
  const requested = granted(requestFactorRecovery, { dueAt: '2026-12-03T10:00:00.000Z' })
  const { user, requests } = await openStep(allMethods, refused(requestFactorRecovery, 'ask-operator'), requested)
  await user.click(screen.getByRole('button', { name: 'I’ve lost all of these' }))
  await user.click(screen.getByRole('button', { name: 'Remove them in seven days' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Ask the person who runs the site')
  await user.click(screen.getByRole('button', { name: 'Remove them in seven days' }))
  expect(
    (await screen.findByText(/On .*3.* December 2026 we’ll remove your two-factor login/)).textContent,
  ).toBeTruthy()
  expect(requests.at(-1)).toMatchObject({
    address: '/api/auth/second-factor/recovery',
    body: { challenge: 'challenge' },
  })
})

test.each([
  ['', 'Enter the code'],
  ['12345', 'Enter the 6-digit code'],
  ['12345a', 'Enter the 6-digit code'],
])('rejects the code "%s" with an error next to its field: %s', async (code, message) => {
  const { user, requests } = await openStep(allMethods)
  await user.type(screen.getByLabelText('Code'), `${code}{Enter}`)
  expect(fieldMessages()).toEqual([message])
  expect(requests).toHaveLength(1)
})

test('a wrong code shows an error next to its field, and an expired challenge leads back to the login', async () => {
  const answers = [refused(passSecondFactor, 'wrong-code'), refused(passSecondFactor, 'challenge-expired')]
  const { user } = await openStep(allMethods, ...answers)
  await user.type(screen.getByLabelText('Code'), '123456{Enter}')
  expect(fieldMessages()[0]).toContain('That code isn’t right.')
  expect(screen.getByLabelText<HTMLInputElement>('Code').value).toBe('123456')

  await user.keyboard('{Enter}')
  expect(screen.getByRole('alert').textContent).toContain('Start again.')
  await user.click(screen.getByRole('button', { name: 'Back to login' }))
  expect(screen.getByLabelText('Password')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a recovery code can be used instead of an authenticator code', async () => {
  const { user, requests } = await openStep(allMethods, loggedIn)
  await user.click(screen.getByRole('button', { name: 'Use a recovery code' }))
  await user.type(screen.getByLabelText('Recovery code'), 'abcd-efgh-jkmn-pqrs{Enter}')
  expect(requests.at(-1)?.body).toEqual({
    challenge: 'challenge',
    recoveryCode: 'abcd-efgh-jkmn-pqrs',
    trustDevice: false,
  })
})

test('only the member’s own methods are offered', async () => {
  await openStep(['authenticator', 'recovery-code'])
  expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull()
})

test('a browser without passkey support shows a message', async () => {
  const options = {
    challenge: 'AAAA',
    rpId: 'localhost',
    timeout: 1,
    userVerification: 'required',
    allowCredentials: [],
  }
  const { user } = await openStep(allMethods, { data: { challenge: 'challenge', options } })
  await user.click(screen.getByRole('button', { name: 'Use a passkey' }))
  await user.click(screen.getByRole('button', { name: 'Use a passkey' }))
  expect((await screen.findByRole('alert')).textContent).toBe('This browser doesn’t support passkeys.')
})

test('staff set up a second factor and are logged in after saving the recovery codes', async () => {
  const codes = Array.from({ length: 10 }, (_, index) => `AAAA-BBBB-CCCC-000${index}`)
  const { user, requests } = await openStep(
    [],
    granted(setUpSecondFactor, { secret: 'JBSWY3DPEHPK3PXP', address: 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP' }),
    granted(passSecondFactor, { token: 'token', user: { ...ada, role: 'administrator' }, recoveryCodes: codes }),
  )
  expect(await screen.findByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy()
  expect(screen.getByRole('img', { name: /QR code/ })).toBeTruthy()
  await user.type(screen.getByLabelText(/Enter the code/), '123456{Enter}')

  const list = await screen.findByRole('list', { name: 'Recovery codes' })
  expect(list.children).toHaveLength(10)
  expect(requests.at(-1)?.body).toMatchObject({ challenge: 'challenge', code: '123456' })
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(fieldMessages()).toEqual(['Save the codes first, then tick the box.'])
  expect(localStorage.getItem('authToken')).toBeNull()

  await user.click(screen.getByLabelText('I’ve saved these codes'))
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(localStorage.getItem('authToken')).toBe('token')
  expect(localStorage.getItem('auth')).not.toContain('AAAA-BBBB')
})

async function openStep(methods: Challenge['methods'], ...answers: FakeAnswer[]) {
  givenVisitor()
  const { requests } = fakeServer(granted(login, { challenge: 'challenge', methods }), ...answers)
  const page = visit('/login?from=%2Fportal%2Fpackages', { '/login': LoginPage })
  await page.user.type(screen.getByLabelText('Email'), 'ada@example.com')
  await page.user.type(screen.getByLabelText('Password'), 'secret1{Enter}')
  await screen.findByRole('heading', { name: methods.length > 0 ? 'One more step' : 'Set up two-factor login' })
  return { ...page, requests }
}
