import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { type FakeAnswer, fakeServer, granted } from '#tests/support/web/fake-server.ts'
import { fieldMessages } from '#tests/support/web/field-messages.ts'
import { createFormToken, sendComplaint } from '../contract.ts'
import { ComplaintForm } from './complaint-form.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const validFields = {
  'What’s your complaint about?': 'data-protection',
  'What happened?': 'You wrote to my old address.',
  Name: 'Ada Okafor',
  Email: 'ada@example.com',
}

const acknowledgement = { reference: 'C-7KQ4-M2XD', answerBy: '21 December 2026' }

test('submitting an empty complaint shows an error for each field', async () => {
  await open('unreachable')
  await submit()
  expect(fieldMessages()).toEqual([
    'Choose what your complaint is about',
    'Message is required',
    'Name is required',
    'Email is required',
  ])
})

test('the reference and the date for an answer stay visible after sending', async () => {
  const { requests } = await open(granted(sendComplaint, acknowledgement))
  fill()
  screen.getByRole('button', { name: 'Send complaint' }).focus()
  await submit()

  expect(requests[1]).toMatchObject({ address: '/api/complaints', body: { topic: 'data-protection' } })
  expect(document.activeElement).toBe(screen.getByRole('status').parentElement)
  expect(screen.getByRole('status').textContent).toContain('C-7KQ4-M2XD')
  await act(() => vi.advanceTimersByTimeAsync(120_000))
  expect(screen.getByRole('status').textContent).toContain('21 December 2026')
})

test('the fields are locked while sending, and a retry sends the same complaint', async () => {
  let respond: (envelope: object) => void = () => {}
  const { requests } = await open(
    new Promise((resolve) => (respond = resolve)),
    granted(sendComplaint, acknowledgement),
  )
  fill()
  await submit()
  const listLocked = () =>
    Object.keys(validFields).map((label) => {
      const field = screen.getByLabelText<HTMLInputElement>(label)
      return field.disabled || field.readOnly
    })
  expect(listLocked()).toEqual([true, true, true, true])

  await act(async () => respond({ status: 503, code: 'service-unavailable', message: 'Please try again in a minute.' }))
  expect(listLocked().some(Boolean)).toBe(false)
  await submit()
  expect(requests[2]?.body).toEqual(requests[1]?.body)
  expect(requests[2]?.body).toMatchObject({ topic: 'data-protection', name: 'Ada Okafor' })
})

async function open(...answers: FakeAnswer[]) {
  vi.useFakeTimers()
  const server = fakeServer(granted(createFormToken, { form: 'signed' }), ...answers)
  render(<ComplaintForm />)
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  return server
}

function fill() {
  for (const [label, value] of Object.entries(validFields)) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  }
}

async function submit() {
  fireEvent.click(screen.getByRole('button', { name: 'Send complaint' }))
  await act(() => vi.advanceTimersByTimeAsync(100))
}
