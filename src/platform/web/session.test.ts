import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type FakeAnswer, fakeServer, sessionExpired } from '#tests/support/web/fake-server.ts'
import { endpoint } from '../shared/endpoint.ts'
import { call } from './call.ts'
import { CallFailed } from './request.ts'
import { configureSession, type SessionEnd } from './session.ts'

const lendBook = endpoint('POST /api/loans', {
  summary: 'Lend a book',
  access: 'member',
  body: z.strictObject({ title: z.string() }),
  response: z.null(),
})

const lend = (callInTab = call) => callInTab(lendBook, { body: { title: 'Emma' } })

test('an expired token is renewed once and the call is repeated', async () => {
  const { requests } = fakeAnswers(sessionExpired, { data: null })
  localStorage.setItem('authToken', 'old')
  const { ends } = givenSession({ renewedTo: 'new' })

  const result = await lend()

  expect(result.refused).toBeUndefined()
  expect(requests.map((request) => request.authorization)).toEqual(['Bearer old', 'Bearer new'])
  expect(localStorage.getItem('authToken')).toBe('new')
  expect(ends).toEqual([])
})

test('a malformed stored token is not sent', async () => {
  const { requests } = fakeAnswers({ data: null })
  localStorage.setItem('authToken', '\u{1f600}\n')
  await lend()
  expect(requests[0]?.authorization).toBeNull()
})

test('concurrent calls with an expired token renew it once', async () => {
  fakeAnswers(sessionExpired, sessionExpired, { data: null }, { data: null })
  localStorage.setItem('authToken', 'old')
  const { renew } = givenSession({ renewedTo: 'new' })

  await Promise.all([lend(), lend()])

  expect(renew).toHaveBeenCalledTimes(1)
})

test('a 401 that renewal cannot fix clears the login and ends the session', async () => {
  fakeAnswers({ data: null }, sessionExpired)
  for (const key of ['authToken', 'adminAuthenticated', 'auth', 'market']) localStorage.setItem(key, 'kept')
  const { ends } = givenSession({ renewedTo: null })
  await lend()

  await expect(lend()).rejects.toMatchObject({ status: 401 })

  expect(ends).toEqual(['in-use'])
  expect(Object.keys(localStorage)).toEqual(['market'])
})

test.each<[string, string | null, FakeAnswer[], SessionEnd[]]>([
  ['whose first call is refused ends as expired from the start', null, [sessionExpired], ['at-start']],
  ['whose renewed token is also refused ends', 'new', [sessionExpired, sessionExpired], ['in-use']],
])('a session %s', async (_, renewedTo, answers, expectedEnds) => {
  fakeAnswers(...answers)
  localStorage.setItem('authToken', 'yesterday')
  const { ends, renew } = givenSession({ renewedTo })

  await expect(lend()).rejects.toMatchObject({ status: 401 })

  expect(renew).toHaveBeenCalledTimes(1)
  expect(ends).toEqual(expectedEnds)
})

test('if renewal fails without a connection, the session is kept', async () => {
  fakeAnswers(sessionExpired)
  localStorage.setItem('authToken', 'old')
  const { ends, renew } = givenSession({ renewedTo: null })
  renew.mockRejectedValue(new CallFailed(0, 'unreachable', 'no connection'))

  await expect(lend()).rejects.toMatchObject({ code: 'unreachable' })

  expect(ends).toEqual([])
  expect(localStorage.getItem('authToken')).toBe('old')
})

test('one of two tabs renews, and the other uses the stored token', async () => {
  givenLocks()
  localStorage.setItem('authToken', 'old')
  const firstTab = await openTab({ renewedTo: 'new' })
  const secondTab = await openTab({ renewedTo: 'another' })
  const { requests } = fakeAnswers(sessionExpired, sessionExpired, { data: null }, { data: null })

  await Promise.all([firstTab.lend(), secondTab.lend()])

  expect(firstTab.renew.mock.calls.length + secondTab.renew.mock.calls.length).toBe(1)
  expect(requests.slice(2).map((request) => request.authorization)).toEqual(['Bearer new', 'Bearer new'])
})

test('a tab does not renew a session that another tab ended', async () => {
  givenLocks()
  const { renew } = givenSession({ renewedTo: 'new' })
  localStorage.setItem('authToken', 'old')
  fakeServer(() => {
    localStorage.clear()
    return sessionExpired
  })

  await expect(lend()).rejects.toMatchObject({ status: 401 })

  expect(renew).not.toHaveBeenCalled()
})

function fakeAnswers(...answers: FakeAnswer[]) {
  localStorage.clear()
  givenSession({ renewedTo: null })
  return fakeServer(...answers)
}

function givenSession({ renewedTo }: { renewedTo: string | null }) {
  const renew = vi.fn(async () => renewedTo)
  const ends: SessionEnd[] = []
  configureSession({ renew, onEnd: (end) => ends.push(end) })
  return { renew, ends }
}

/** Another copy of the modules: two tabs share only the browser's storage and locks. */
async function openTab({ renewedTo }: { renewedTo: string }) {
  vi.resetModules()
  const session = await import('./session.ts')
  const { call: callInTab } = await import('./call.ts')
  const renew = vi.fn(async () => renewedTo)
  session.configureSession({ renew, onEnd: () => {} })
  return { lend: () => lend(callInTab), renew }
}

function givenLocks() {
  let queue: Promise<unknown> = Promise.resolve()
  vi.stubGlobal('navigator', {
    locks: {
      request: (_: string, task: () => Promise<unknown>) => {
        const run = queue.then(task)
        queue = run.catch(() => undefined)
        return run
      },
    },
  })
}
