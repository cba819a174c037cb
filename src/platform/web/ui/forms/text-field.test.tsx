import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRef } from 'react'
import { afterEach, expect, test } from 'vitest'
import { TextField } from './text-field.tsx'

afterEach(cleanup)

test('a field announces its label, hint and error', () => {
  render(<TextField label="Mobile" hint="With country code" error="Mobile number is required" />)

  const field = screen.getByLabelText('Mobile')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(findDescriptions(field)).toEqual(['With country code', 'Mobile number is required'])
})

test('a field without a hint or an error has no description and is not invalid', () => {
  render(<TextField label="Mobile" />)

  const field = screen.getByLabelText('Mobile')
  expect(field.hasAttribute('aria-describedby')).toBe(false)
  expect(field.hasAttribute('aria-invalid')).toBe(false)
})

test('a password is hidden until it is shown on request', async () => {
  render(<TextField label="Password" type="password" />)

  const field = screen.getByLabelText('Password')
  const show = screen.getByRole('button', { name: 'Show password' })
  expect(field.getAttribute('type')).toBe('password')

  await userEvent.click(show)
  expect(field.getAttribute('type')).toBe('text')
  expect(show.getAttribute('aria-pressed')).toBe('true')
})

test('the ref is the input, so that a form can focus its first error', () => {
  const ref = createRef<HTMLInputElement>()
  render(<TextField label="Email" ref={ref} name="email" />)

  expect(ref.current).toBe(screen.getByLabelText('Email'))
})

function findDescriptions(field: HTMLElement) {
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent)
}
