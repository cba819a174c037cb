// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { type FakeAnswer, fakeServer } from '../../../tests/web/fake-server.ts'
import { call } from './call.ts'
import { CallFailed } from './request.ts'

const readBook = endpoint({
  method: 'GET',
  path: '/api/shelves/:shelf/books',
  summary: 'Books of a shelf',
  access: 'member',
  params: z.strictObject({ shelf: z.string() }),
  query: z.strictObject({ cursor: z.string().optional(), limit: z.coerce.number().default(20) }),
  response: z.object({ titles: z.array(z.string()) }),
})

const lendBook = endpoint({
  method: 'POST',
  path: '/api/loans',
  summary: 'Lend a book',
  access: 'member',
  body: z.strictObject({ title: z.string() }),
  response: z.null(),
  message: 'Lent',
  refusals: { 'already-lent': 'Somebody has this book.', 'no-such-book': { status: 404, message: 'No such book.' } },
})

test('a call fills path and query from its input and reads what the contract promises', async () => {
  const { requests } = given({ data: { titles: ['Emma'], secret: 'not in the contract' } })

  const answer = await call(readBook, { params: { shelf: 'a/b' }, query: { limit: 5 } })

  expect(requests).toMatchObject([{ method: 'GET', address: '/api/shelves/a%2Fb/books?limit=5', body: undefined }])
  expect(answer).toEqual({ value: { titles: ['Emma'] }, message: undefined })
})

test('a call sends JSON, and the stored token as bearer', async () => {
  const { requests } = given({ data: null, message: 'Lent' })
  localStorage.setItem('authToken', 'first')

  const answer = await call(lendBook, { body: { title: 'Emma' } })

  expect(requests).toMatchObject([{ body: { title: 'Emma' }, authorization: 'Bearer first' }])
  expect(requests[0]?.contentType).toBe('application/json')
  expect(answer).toEqual({ value: null, message: 'Lent' })
})

test('without a stored token no bearer is sent', async () => {
  const { requests } = given({ data: null })
  await call(lendBook, { body: { title: 'Emma' } })
  expect(requests[0]?.authorization).toBeNull()
})

test.each([
  { status: 409, code: 'already-lent', message: 'Somebody has this book.' },
  { status: 404, code: 'no-such-book', message: 'No such book.' },
])('a refusal that the contract names is a value: $code', async (refusal) => {
  given({ ...refusal, data: { until: 'May' } })
  expect(await call(lendBook, { body: { title: 'Emma' } })).toMatchObject({
    refused: refusal.code,
    message: refusal.message,
    data: { until: 'May' },
  })
})

test('wrong input comes back with a sentence for each field', async () => {
  given({ status: 400, code: 'invalid-input', message: 'Too long', errors: { title: 'Too long' } })
  expect(await call(lendBook, { body: { title: 'Emma' } })).toMatchObject({
    refused: 'invalid-input',
    errors: { title: 'Too long' },
  })
})

test('anything else is thrown with what the server said and when to try again', async () => {
  given({ status: 429, code: 'too-many', message: 'Please wait a minute.', retryAfter: 60 })
  await expect(call(lendBook, { body: { title: 'Emma' } })).rejects.toMatchObject({
    name: 'CallFailed',
    status: 429,
    code: 'too-many',
    message: 'Please wait a minute.',
    retryAfter: 60,
  })
})

test('a reason that the contract does not name is no answer', async () => {
  given({ status: 409, code: 'unheard-of', message: '' })
  await expect(call(lendBook, { body: { title: 'Emma' } })).rejects.toMatchObject({
    status: 409,
    message: 'An unknown error occurred',
  })
})

test('an answer that is no JSON, such as a proxy’s page, has words of our own', async () => {
  given({ status: 502, text: '<h1>Bad gateway</h1>' })
  await expect(call(lendBook, { body: { title: 'Emma' } })).rejects.toMatchObject({
    status: 502,
    message: 'An unknown error occurred',
  })
})

test('an answer in another shape than the contract’s is not passed on', async () => {
  given({ data: { titles: 'Emma' } })
  await expect(call(readBook, { params: { shelf: 'a' }, query: {} })).rejects.toBeInstanceOf(CallFailed)
})

test('a server that cannot be reached is said in words to act on', async () => {
  given('unreachable')
  await expect(call(lendBook, { body: { title: 'Emma' } })).rejects.toMatchObject({
    status: 0,
    message: 'We could not reach the server. Please check your connection and try again.',
  })
})

test('a call that is called off ends as called off', async () => {
  given({ data: null })
  const signal = AbortSignal.abort()
  await expect(call(lendBook, { body: { title: 'Emma' } }, { signal })).rejects.toMatchObject({ name: 'AbortError' })
})

function given(...answers: FakeAnswer[]) {
  localStorage.clear()
  return fakeServer(...answers)
}
