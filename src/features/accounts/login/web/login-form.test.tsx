import { act, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { type FakeAnswer, fakeServer, granted, refused } from '#tests/support/web/fake-server.ts'
import { fieldMessages } from '#tests/support/web/field-messages.ts'
import { ada, givenVisitor } from '#tests/support/web/people.ts'
import { visit } from '#tests/support/web/visit.tsx'
import { useAuth } from '../../web/auth-store.ts'
import { login } from '../contract.ts'
import { LoginForm } from './login-page.tsx'

const toasts = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn() }))
vi.mock('#platform/web/ui/toasts.tsx', () => ({ notify: toasts }))

test('invalid fields show their errors, the first one gets focus, and nothing is sent', async () => {
  const { user, requests } = open()
  await user.type(screen.getByLabelText('Password'), '12345{Enter}')

  expect(fieldMessages()).toEqual(['Email is required', 'Password must be at least 6 characters'])
  expect(focused()).toBe('email')
  expect(requests).toEqual([])
})

test('pressing Enter logs in, and the login is stored for the next visit', async () => {
  const { user, requests, onLoggedIn } = open(granted(login, { token: 'token', user: ada }))
  await fill(user, { email: ' ada@example.com ', password: 'secret1' })
  await user.click(screen.getByLabelText('Keep me signed in'))
  await user.type(screen.getByLabelText('Password'), '{Enter}')

  expect(requests).toMatchObject([
    { address: '/api/auth/login', body: { email: 'ada@example.com', password: 'secret1', keepSignedIn: true } },
  ])
  expect(onLoggedIn).toHaveBeenCalledWith('Logged in successfully')
  expect(localStorage.getItem('authToken')).toBe('token')
  expect(JSON.parse(localStorage.getItem('auth') ?? '')).toEqual({
    state: { login: { data: { token: 'token', user: ada } } },
    version: 0,
  })
})

test('a staff login is marked in local storage for the menus', async () => {
  const { user } = open(granted(login, { token: 'token', user: { ...ada, role: 'administrator' } }))
  await fill(user, { email: 'ada@example.com', password: 'secret1{Enter}' })
  expect(localStorage.getItem('adminAuthenticated')).toBe('true')
})

test('wrong credentials show an alert and a toast and keep the input', async () => {
  const { user } = open(refused(login, 'wrong-credentials'))
  await fill(user, { email: 'ada@example.com', password: 'wrong-one{Enter}' })

  expect(screen.getByRole('alert').textContent).toBe('Email or password is incorrect.')
  expect(toasts.error).toHaveBeenLastCalledWith('Email or password is incorrect.')
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.com')
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('wrong-one')
  expect(useAuth.getState().login).toMatchObject({ loading: false, error: 'Email or password is incorrect.' })
})

test('a server validation error is shown next to its field', async () => {
  const { user } = open({ status: 400, code: 'invalid-input', message: 'No', errors: { email: 'Email is invalid' } })
  await fill(user, { email: 'ada@example.com', password: 'secret1{Enter}' })
  expect(fieldMessages()).toEqual(['Email is invalid'])
})

test('during login the button is busy and further presses are ignored', async () => {
  const { user, requests } = open(new Promise(() => {}))
  await fill(user, { email: 'ada@example.com', password: 'secret1{Enter}' })

  await user.click(screen.getByRole('button', { name: 'Logging in…' }))
  await user.type(screen.getByLabelText('Password'), '{Enter}')

  expect(requests).toHaveLength(1)
})

test('while the browser asks for a passkey, only the passkey button is busy', async () => {
  const { user } = open(new Promise(() => {}))
  await user.click(screen.getByRole('button', { name: 'Log in with a passkey' }))

  expect(screen.getByRole('button', { name: 'Waiting for your passkey…' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Log in' }).getAttribute('aria-disabled')).toBeNull()
})

test('a known email is prefilled and the password field gets focus', async () => {
  open()
  act(() => setKnownEmail('ada@example.com'))
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.com')
  await waitFor(() => expect(focused()).toBe('password'))
})

test.each(['grace@example.com', ''])('the input "%s", typed before the email is known, is kept', async (typed) => {
  const { user } = open()
  await user.click(screen.getByLabelText('Email'))
  if (typed) await user.keyboard(typed)
  act(() => setKnownEmail('ada@example.com'))
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(typed)
  expect(focused()).toBe('email')
})

test('prefilling the email does not move focus away from the password field', async () => {
  const { user } = open()
  await user.click(screen.getByLabelText('Password'))
  await user.keyboard('secret')
  act(() => setKnownEmail('ada@example.com'))
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.com')
  expect([focused(), screen.getByLabelText<HTMLInputElement>('Password').value]).toEqual(['password', 'secret'])
})

function open(...answers: FakeAnswer[]) {
  givenVisitor()
  const { requests } = fakeServer(...answers)
  const onLoggedIn = vi.fn()
  const { user } = visit('/', { '/': () => <LateForm onLoggedIn={onLoggedIn} /> })
  return { user, requests, onLoggedIn }
}

let setKnownEmail: (email: string) => void

/** Gets the email only after the first render, as a hydrated page does. */
function LateForm({ onLoggedIn }: { onLoggedIn: (message: string) => void }) {
  const [email, setEmail] = useState('')
  setKnownEmail = setEmail
  return <LoginForm email={email} onLoggedIn={onLoggedIn} onChallenged={() => {}} />
}

async function fill(user: ReturnType<typeof visit>['user'], { email, password }: { email: string; password: string }) {
  await user.type(screen.getByLabelText('Email'), email)
  await user.type(screen.getByLabelText('Password'), password)
}

function focused(): string | null | undefined {
  return document.activeElement?.getAttribute('name')
}
