import { render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { showFlashMessage } from '#platform/web/flash-message.ts'
import { type FakeAnswer, fakeServer, granted, refused } from '#tests/support/web/fake-server.ts'
import { fieldMessages } from '#tests/support/web/field-messages.ts'
import { ada, givenMember, givenVisitor } from '#tests/support/web/people.ts'
import { visit } from '#tests/support/web/visit.tsx'
import { weakPassword } from '../../passwords/contract.ts'
import { useAuth } from '../../web/auth-store.ts'
import { register } from '../contract.ts'
import RegisterPage, { RegisterForm } from './register-page.tsx'

const toasts = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn() }))
vi.mock('#platform/web/ui/toasts.tsx', () => ({ notify: toasts }))
const leave = vi.hoisted(() => ({ replacePage: vi.fn() }))
vi.mock('#platform/web/navigation.ts', async (original) => ({ ...(await original()), ...leave }))

const validFields = {
  'First name': 'Ada',
  'Last name': 'Okafor',
  Email: 'ada@example.com',
  'Mobile number': '+447700900123',
  Password: 'three green boats',
  'Confirm password': 'three green boats',
}

test.each<[string, Partial<typeof validFields>, string[]]>([
  ['a field that the server would refuse', { Email: 'ada@example' }, ['Email is invalid']],
  ['no confirmation', { 'Confirm password': '' }, ['Please confirm your password']],
  ['a different confirmation', { 'Confirm password': 'three green goats' }, ['Passwords do not match']],
  ['several mistakes at once', { Email: '', 'Confirm password': 'x' }, ['Email is required', 'Passwords do not match']],
])('registering with %s shows field errors', async (_, changes, errors) => {
  const { user, requests } = open()
  await fill(user, { ...validFields, ...changes })
  await user.click(screen.getByRole('button', { name: 'Create account' }))

  expect(fieldMessages()).toEqual(errors)
  expect(requests).toEqual([])
})

test('an empty form shows all field errors and focuses the first field', async () => {
  const { user } = open()
  await user.click(screen.getByRole('button', { name: 'Create account' }))

  expect(fieldMessages()).toEqual([
    'First name is required',
    'Last name is required',
    'Email is required',
    'Mobile number is required',
    'Password is required',
    'Please confirm your password',
  ])
  expect(document.activeElement?.getAttribute('name')).toBe('firstName')
})

test.each([
  ['+44 (0) 7700-900123', '+4407700900123'],
  ['call me', ''],
  ['44+7700', '447700'],
  ['+123456789012345678', '+123456789012345'],
])('typing "%s" as the mobile number leaves "%s"', async (typed, result) => {
  const { user } = open()
  await user.type(screen.getByLabelText('Mobile number'), typed)
  expect(screen.getByLabelText<HTMLInputElement>('Mobile number').value).toBe(result)
})

test('a mobile number autofilled before hydration is sanitised', async () => {
  givenVisitor()
  const { requests } = fakeServer(granted(register, { token: 'token', user: ada }))
  const form = <RegisterForm onRegistered={() => {}} />
  const container = document.createElement('div')
  container.innerHTML = renderToString(form)
  document.body.replaceChildren(container)
  for (const [label, value] of Object.entries({ ...validFields, 'Mobile number': ' +44 (7700) 900-123' })) {
    screen.getByLabelText<HTMLInputElement>(label).value = value
  }
  container.querySelector('form')?.setAttribute('data-pressed', '')

  render(form, { container, hydrate: true })
  await expect.poll(() => requests).toMatchObject([{ body: { mobile: '+447700900123' } }])
})

test('the confirmation is validated again when the password changes', async () => {
  const { user } = open()
  await fill(user, { ...validFields, Password: 'three green boat' })
  await user.click(screen.getByRole('button', { name: 'Create account' }))
  expect(fieldMessages()).toEqual(['Passwords do not match'])

  await user.type(screen.getByLabelText('Password'), 's')

  expect(fieldMessages()).toEqual([])
})

test('a new member is logged in and returns to the page they came from', async () => {
  const { user, requests } = open(granted(register, { token: 'token', user: ada }))
  await fill(user, validFields)
  await user.type(screen.getByLabelText('Confirm password'), '{Enter}')

  expect(requests).toMatchObject([
    {
      address: '/api/auth/register',
      body: {
        firstName: 'Ada',
        lastName: 'Okafor',
        email: 'ada@example.com',
        mobile: '+447700900123',
        password: 'three green boats',
        marketing: true,
      },
    },
  ])
  expect(useAuth.getState().login.data).toEqual({ token: 'token', user: ada })
  expect(leave.replacePage).toHaveBeenLastCalledWith('/services/my-future#my-future-basic')
  showFlashMessage()
  expect(toasts.success).toHaveBeenLastCalledWith('Registered successfully')
})

test('the marketing opt-out is sent to the server', async () => {
  const { user, requests } = open(granted(register, { token: 'token', user: ada }))
  await fill(user, validFields)
  await user.click(screen.getByLabelText('Don’t send me news or offers'))
  await user.click(screen.getByRole('button', { name: 'Create account' }))
  expect(requests[0]?.body).toMatchObject({ marketing: false })
})

test('if the email is in use, the form shows a toast and an error next to the field, and keeps the input', async () => {
  const { user } = open(refused(register, 'email-taken'))
  await fill(user, validFields)
  await user.click(screen.getByRole('button', { name: 'Create account' }))

  const sentence = 'An account with this email already exists. Log in instead.'
  expect(fieldMessages()).toEqual([sentence])
  expect(screen.getAllByText(sentence)).toHaveLength(1)
  expect(toasts.error).toHaveBeenLastCalledWith(sentence)
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe(validFields.Password)
})

test.each(['password-common', 'password-personal'] as const)(
  'if a password is rejected as %s, the reason is shown instead of its strength',
  async (reason) => {
    const { user } = open(refused(register, reason))
    await fill(user, validFields)
    expect(screen.getByText('Strong.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Create account' }))
    expect(screen.queryByText('Strong.')).toBeNull()
    expect(fieldMessages()).toEqual([weakPassword[reason].message])
    expect(document.activeElement?.getAttribute('name')).toBe('password')
  },
)

test('an error without a field is shown above the form', async () => {
  const { user } = open('unreachable')
  await fill(user, validFields)
  await user.click(screen.getByRole('button', { name: 'Create account' }))
  expect(screen.getByRole('alert').textContent).toContain('We couldn’t reach the server.')
})

test('the password strength is shown while typing', async () => {
  const { user } = open()
  await user.type(screen.getByLabelText('Password'), 'short')
  expect(screen.getByText('Too short: use at least 8 characters.')).toBeTruthy()
  await user.type(screen.getByLabelText('Password'), ' but then Longer')
  expect(screen.getByText('Strong.')).toBeTruthy()
})

test('a logged-in member is redirected to the dashboard', () => {
  givenMember()
  const { address } = visit('/register', { '/register': RegisterPage })
  expect(address()).toBe('/portal/dashboard')
})

function open(...answers: FakeAnswer[]) {
  givenVisitor()
  const { requests } = fakeServer(...answers)
  const page = visit('/register?from=%2Fservices%2Fmy-future%23my-future-basic', { '/register': RegisterPage })
  return { ...page, requests }
}

async function fill(user: ReturnType<typeof visit>['user'], fields: Record<string, string>) {
  for (const [label, value] of Object.entries(fields)) {
    await user.click(screen.getByLabelText(label))
    if (value) await user.paste(value)
  }
}
