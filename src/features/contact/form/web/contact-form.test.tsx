import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { type FakeAnswer, fakeServer, granted } from '#tests/support/web/fake-server.ts'
import { fieldMessages } from '#tests/support/web/field-messages.ts'
import { createFormToken, sendMessage } from '../contract.ts'
import { ContactForm } from './contact-form.tsx'

const packageTitles = { 'my-future-basic': 'MY FUTURE WEEK' }

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const validFields = { Name: 'Ada Okafor', Email: 'ada@example.com', Message: 'Which package fits?' }
const success = 'Your message has been sent successfully!'
const failure = 'Failed to send message. Please try again.'

test('submitting an empty form shows an error for each field and sends nothing', async () => {
  const { requests } = await open()
  await submit()

  expect(fieldMessages()).toEqual(['Name is required', 'Email is required', 'Message is required'])
  expect(document.activeElement?.getAttribute('name')).toBe('name')
  expect(requests).toHaveLength(1)
})

test('editing a field removes only that field’s error', async () => {
  await open()
  type({ ...validFields, Email: 'ada@example', Name: '' })
  await submit()
  expect(fieldMessages()).toEqual(['Name is required', 'Email is invalid'])

  type({ Email: 'ada@example.' })

  expect(fieldMessages()).toEqual(['Name is required'])
})

test('the message is prefilled if the visitor wants to be notified about a package', () => {
  fakeServer(granted(createFormToken, { form: 'signed' }))
  window.history.replaceState(null, '', '/contact?package=my-future-basic')
  render(<ContactForm packageTitles={packageTitles} />)
  window.history.replaceState(null, '', '/contact')

  expect(screen.getByLabelText<HTMLTextAreaElement>('Message').value).toBe(
    'Please tell me when I can buy MY FUTURE WEEK.',
  )
})

test('a message is sent with its form token, and the form is cleared', async () => {
  const { requests } = await open(granted(sendMessage, null))
  type(validFields)
  await submit()

  expect(requests[1]).toMatchObject({
    method: 'POST',
    address: '/api/contact',
    body: { name: validFields.Name, email: validFields.Email, message: validFields.Message, form: 'signed' },
  })
  expect(screen.getByRole('status').textContent).toBe(success)
  expect(screen.getByLabelText<HTMLTextAreaElement>('Message').value).toBe('')
})

test('while sending, the fields are read-only, the button is busy and pressing it again does nothing', async () => {
  let respond: (envelope: object) => void = () => {}
  const { requests } = await open(new Promise((resolve) => (respond = resolve)))
  type(validFields)
  await submit()
  const listLocked = () =>
    Object.keys(validFields).map((label) => screen.getByLabelText<HTMLInputElement>(label).matches(':read-only'))
  expect(listLocked()).toEqual([true, true, true])
  expect(screen.getByRole('button', { name: 'Sending...' }).getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(screen.getByRole('button', { name: 'Sending...' }))

  await act(async () => respond(granted(sendMessage, null)))
  expect(requests).toHaveLength(2)
  expect(listLocked()).toEqual([false, false, false])
  expect(screen.getByRole('button', { name: 'Send message' })).toBeTruthy()
})

test('a form submitted too quickly is held back until three seconds have passed', async () => {
  const { requests } = await open(granted(sendMessage, null))
  type(validFields)
  press()
  await passTime(2_900)
  expect(requests).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Sending...' })).toBeTruthy()

  await passTime(200)
  expect(requests).toHaveLength(2)
})

test.each<[string, FakeAnswer, string]>([
  ['the server cannot be reached', 'unreachable', failure],
  ['a proxy responds instead of the server', { status: 502, text: '<html>' }, failure],
  [
    'the server gives a reason',
    { status: 429, code: 'too-many-attempts', message: 'Too many attempts. Try again in 5 minutes.' },
    'Too many attempts. Try again in 5 minutes.',
  ],
])('if %s, the input is kept', async (_, answer, message) => {
  await open(answer)
  type(validFields)
  await submit()

  expect(screen.getByRole('alert').textContent).toBe(message)
  expect(screen.getByLabelText<HTMLTextAreaElement>('Message').value).toBe(validFields.Message)
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe(validFields.Name)
})

test('a server validation error is shown next to its field', async () => {
  await open({ status: 400, code: 'invalid-input', message: 'Email is invalid', errors: { email: 'Email is invalid' } })
  type(validFields)
  await submit()
  expect(fieldMessages()).toEqual(['Email is invalid'])
})

test('the status message disappears after 60 seconds', async () => {
  await open(granted(sendMessage, null))
  type(validFields)
  await submit()
  await passTime(59_000)
  expect(screen.queryByRole('status')).toBeTruthy()

  await passTime(1_100)
  expect(screen.queryByRole('status')).toBeNull()
})

test('the status message disappears after an edit', async () => {
  await open('unreachable')
  type(validFields)
  await submit()
  expect(screen.queryByRole('alert')).toBeTruthy()

  type({ Message: 'Which package fits? Thank you.' })
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the message is sent even if the form token could not be fetched', async () => {
  const { requests } = await open(granted(sendMessage, null), 'unreachable')
  type(validFields)
  await submit()
  expect(requests[1]?.body).toEqual({
    name: validFields.Name,
    email: validFields.Email,
    message: validFields.Message,
    subject: '',
  })
})

test('the honeypot cannot be reached by keyboard or screen reader', async () => {
  await open()
  expect(screen.queryByRole('textbox', { name: 'Leave this empty' })).toBeNull()
  expect(document.querySelector('[name="subject"]')?.getAttribute('tabindex')).toBe('-1')
})

async function open(
  answer: FakeAnswer = 'unreachable',
  form: FakeAnswer = granted(createFormToken, { form: 'signed' }),
) {
  vi.useFakeTimers()
  const server = fakeServer(form, answer)
  render(<ContactForm packageTitles={packageTitles} />)
  await passTime(1)
  return server
}

function type(fields: Record<string, string>) {
  for (const [label, value] of Object.entries(fields)) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  }
}

function press() {
  fireEvent.click(screen.getByRole('button', { name: 'Send message' }))
}

async function submit() {
  await passTime(5_000)
  press()
  await passTime(100)
}

function passTime(milliseconds: number) {
  return act(() => vi.advanceTimersByTimeAsync(milliseconds))
}
