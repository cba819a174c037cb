import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { type FakeAnswer, fakeServer, granted, refused } from '#tests/support/web/fake-server.ts'
import { fieldMessages } from '#tests/support/web/field-messages.ts'
import { ada, givenMember } from '#tests/support/web/people.ts'
import { visit } from '#tests/support/web/visit.tsx'
import { changePassword } from '../contract.ts'
import { ChangePasswordCard } from './change-password-form.tsx'

const toasts = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn() }))
vi.mock('#platform/web/ui/toasts.tsx', () => ({ notify: toasts }))

const validFields = {
  'Current password': 'old one',
  'New password': 'three green boats',
  'Confirm new password': 'three green boats',
}

test('every empty field shows its error, and nothing is sent', async () => {
  const { user, requests } = open()
  await send(user, { 'Current password': '', 'New password': '', 'Confirm new password': '' })
  expect(fieldMessages()).toEqual(['Password is required', 'Password is required', 'Please confirm your password'])
  expect(requests).toEqual([])
})

test.each([
  ['member', 'At least 8 characters.', 'Strong.'],
  ['consultant', 'At least 15 characters.', 'Too short: use at least 15 characters.'],
] as const)('a %s sees the length their password needs', async (role, rule, judgement) => {
  givenMember({ ...ada, role })
  const { user } = visit('/', { '/': ChangePasswordCard })
  expect(screen.getByText(`${rule} Three or four random words work well.`)).toBeTruthy()
  await user.type(screen.getByLabelText('New password'), 'aB3!eF6?hI9.')
  expect(screen.getByText(judgement)).toBeTruthy()
})

test('a mistyped confirmation shows its error', async () => {
  const { user } = open()
  await send(user, { ...validFields, 'Confirm new password': 'three green goats' })
  expect(fieldMessages()).toEqual(['Passwords do not match'])
})

test('changing the password stores the new session token and clears the form', async () => {
  const { user, requests } = open(granted(changePassword, { token: 'another', user: ada }))
  await send(user, validFields)
  expect(requests).toMatchObject([
    {
      address: '/api/account/password',
      authorization: 'Bearer token',
      body: { currentPassword: 'old one', password: 'three green boats' },
    },
  ])
  expect(toasts.success).toHaveBeenLastCalledWith('Your password has been changed.')
  expect(localStorage.getItem('authToken')).toBe('another')
  expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('')
})

test.each([
  ['wrong-password', 'The password is incorrect.', 'currentPassword'],
  ['password-unchanged', 'This is your current password. Choose a different one.', 'password'],
] as const)('%s is shown next to its field and the input is kept', async (reason, message, field) => {
  const { user } = open(refused(changePassword, reason))
  await send(user, validFields)
  expect(fieldMessages()).toEqual([message])
  expect(document.activeElement?.getAttribute('name')).toBe(field)
  expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('three green boats')
})

test('an error without a field is shown above the form', async () => {
  const { user } = open('unreachable')
  await send(user, validFields)
  expect(screen.getByRole('alert').textContent).toContain('We couldn’t reach the server.')
})

function open(...answers: FakeAnswer[]) {
  givenMember()
  const { requests } = fakeServer(...answers)
  return { requests, ...visit('/', { '/': ChangePasswordCard }) }
}

async function send(user: ReturnType<typeof visit>['user'], fields: typeof validFields) {
  for (const [label, value] of Object.entries(fields)) {
    if (value) await user.type(screen.getByLabelText(label), value)
  }
  await user.click(screen.getByRole('button', { name: 'Change password' }))
}
