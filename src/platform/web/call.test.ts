import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { type FakeAnswer, fakeServer } from '#tests/support/web/fake-server.ts'
import { call } from './call.ts'
import { CallFailed } from './request.ts'

const readBook = endpoint('GET /api/shelves/:shelf/books', {
  summary: 'Books of a shelf',
  access: 'member',
  params: z.strictObject({ shelf: z.string() }),
  query: z.strictObject({ cursor: z.string().optional(), limit: z.coerce.number().default(20) }),
  response: z.object({ titles: z.array(z.string()) }),
})

const lendBook = endpoint('POST /api/loans', {
  summary: 'Lend a book',
  access: 'member',
  body: z.strictObject({ title: z.string() }),
  response: z.null(),
  message: 'Lent',
  refusals: { 'already-lent': 'Somebody has this book.', 'no-such-book': { status: 404, message: 'No such book.' } },
})

const lend = (options?: { signal: AbortSignal }) => call(lendBook, { body: { title: 'Emma' } }, options)

test("a call fills the path and query from its input and returns only the contract's fields", async () => {
  const { requests } = fakeAnswers({ data: { titles: ['Emma'], secret: 'not in the contract' } })

  const result = await call(readBook, { params: { shelf: 'a/b' }, query: { limit: 5 } })

  expect(requests).toMatchObject([{ method: 'GET', address: '/api/shelves/a%2Fb/books?limit=5', body: undefined }])
  expect(result).toEqual({ value: { titles: ['Emma'] }, message: undefined })
})

test('a call sends JSON and the stored token as a bearer token', async () => {
  const { requests } = fakeAnswers({ data: null, message: 'Lent' })
  localStorage.setItem('authToken', 'first')

  const result = await lend()

  expect(requests).toMatchObject([{ body: { title: 'Emma' }, authorization: 'Bearer first' }])
  expect(requests[0]?.contentType).toBe('application/json')
  expect(result).toEqual({ value: null, message: 'Lent' })
})

test('a response without a body is a success', async () => {
  fakeAnswers({ status: 204 })
  expect(await lend()).toEqual({ value: null, message: undefined })
})

test('without a stored token no authorization header is sent', async () => {
  const { requests } = fakeAnswers({ data: null })
  await lend()
  expect(requests[0]?.authorization).toBeNull()
})

test.each([
  { status: 409, code: 'already-lent', message: 'Somebody has this book.' },
  { status: 404, code: 'no-such-book', message: 'No such book.' },
])('a refusal named in the contract is returned as a value: $code', async (refusal) => {
  fakeAnswers({ ...refusal, data: { until: 'May' } })
  expect(await lend()).toMatchObject({
    refused: refusal.code,
    message: refusal.message,
    data: { until: 'May' },
  })
})

test('invalid input is returned with a message for each field', async () => {
  fakeAnswers({ status: 400, code: 'invalid-input', message: 'Too long', errors: { title: 'Too long' } })
  expect(await lend()).toMatchObject({
    refused: 'invalid-input',
    errors: { title: 'Too long' },
  })
})

test.each<[string, FakeAnswer, Partial<CallFailed>]>([
  [
    "an error is thrown with the server's message and retry time",
    { status: 429, code: 'too-many', message: 'Please wait a minute.', retryAfter: 60 },
    { name: 'CallFailed', status: 429, code: 'too-many', message: 'Please wait a minute.', retryAfter: 60 },
  ],
  [
    'a refusal not named in the contract is thrown',
    { status: 409, code: 'unheard-of', message: '' },
    unknownError(409),
  ],
  [
    "a proxy's HTML page is replaced by our own error message",
    { status: 502, text: '<h1>Bad gateway</h1>' },
    unknownError(502),
  ],
  [
    'if the server is unreachable, the error message gives advice',
    'unreachable',
    { status: 0, message: 'We couldn’t reach the server. Check your connection and try again.' },
  ],
])('%s', async (_, answer, error) => {
  fakeAnswers(answer)
  await expect(lend()).rejects.toMatchObject(error)
})

test('a response that does not match the contract throws an error', async () => {
  fakeAnswers({ data: { titles: 'Emma' } })
  await expect(call(readBook, { params: { shelf: 'a' }, query: {} })).rejects.toBeInstanceOf(CallFailed)
})

test('an aborted call rejects with AbortError', async () => {
  fakeAnswers({ data: null })
  const signal = AbortSignal.abort()
  await expect(lend({ signal })).rejects.toMatchObject({ name: 'AbortError' })
})

function unknownError(status: number) {
  return { status, message: 'An unknown error occurred' }
}

function fakeAnswers(...answers: FakeAnswer[]) {
  localStorage.clear()
  return fakeServer(...answers)
}
