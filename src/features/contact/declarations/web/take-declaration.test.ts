import { expect, test, vi } from 'vitest'
import { takeDeclaration } from './take-declaration.ts'

const typed = { name: 'Ada Lovelace', orderReference: 'fw 2026 42', email: 'ada@example.org' }
const id = '0196b3a0-0000-7000-8000-0000000000aa'
const received = { status: 200, data: { ...typed, declaredAt: '2026-11-28T10:00:00.000Z' } } as const

function press(button: string, fields: Record<string, string> = typed, answer: unknown = received) {
  const submit = vi.fn(async () => answer)
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...fields, press: button })) form.set(name, value)
  return { taken: takeDeclaration(form, submit as never), submit }
}

test('every error is beside its field at once, and nothing that was typed is lost', async () => {
  const fields = { name: '<b>', orderReference: '', email: 'ada@' }
  const { taken, submit } = press('', fields)
  expect(await taken).toEqual({
    status: 400,
    next: {
      step: 'form',
      values: fields,
      errors: {
        name: 'Use only your name: letters, spaces and . , ’ -',
        orderReference: 'Order reference is required',
        email: 'Email is invalid',
      },
    },
  })
  expect(submit).not.toHaveBeenCalled()
})

test('an empty form, as a program may send it, is answered like one with empty fields', async () => {
  const { taken } = press('confirm', {})
  expect(await taken).toMatchObject({ status: 400, next: { step: 'form', errors: { name: 'Name is required' } } })
})

test('the first press asks again and declares nothing', async () => {
  const { taken, submit } = press('')
  expect(await taken).toMatchObject({ status: 200, next: { step: 'review', declaration: typed, problem: null } })
  expect(submit).not.toHaveBeenCalled()
})

test('details can be changed before they are declared', async () => {
  const { taken, submit } = press('change')
  expect(await taken).toEqual({ status: 200, next: { step: 'form', values: typed, errors: {} } })
  expect(submit).not.toHaveBeenCalled()
})

test('confirming declares what was shown, under the id of that page', async () => {
  const { taken, submit } = press('confirm', { ...typed, id })
  expect(await taken).toEqual({
    status: 200,
    next: { step: 'received', declaration: typed, declaredAt: '2026-11-28T10:00:00.000Z' },
  })
  expect(submit.mock.calls).toMatchObject([[{ path: '/api/cancellations' }, { body: { ...typed, id } }]])
})

test('a refusal is shown with the details, to be confirmed again', async () => {
  const message = 'Too many attempts. Try again in 3 minutes.'
  const { taken } = press('confirm', { ...typed, id }, { status: 429, message, retryAfter: '180' })
  expect(await taken).toMatchObject({
    status: 429,
    headers: { 'retry-after': '180' },
    next: { step: 'review', declaration: typed, problem: message },
  })
})
