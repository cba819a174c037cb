// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { type FakeAnswer, fakeServer, sessionOver } from '../../../tests/web/fake-server.ts'
import { call } from './call.ts'
import { CallFailed } from './request.ts'
import { configureSession, type SessionEnd } from './session.ts'

const lendBook = endpoint({
  method: 'POST',
  path: '/api/loans',
  summary: 'Lend a book',
  access: 'member',
  body: z.strictObject({ title: z.string() }),
  response: z.null(),
})

test('a token that has run out is renewed once, and the call goes out again', async () => {
  const { requests } = given(sessionOver, { data: null })
  localStorage.setItem('authToken', 'old')
  const { ends } = givenSession({ renewedTo: 'new' })

  const answer = await call(lendBook, { body: { title: 'Emma' } })

  expect(answer.refused).toBeUndefined()
  expect(requests.map((request) => request.authorization)).toEqual(['Bearer old', 'Bearer new'])
  expect(localStorage.getItem('authToken')).toBe('new')
  expect(ends).toEqual([])
})

test('what cannot be sent as a token counts as none', async () => {
  const { requests } = given({ data: null })
  localStorage.setItem('authToken', '\u{1f600}\n')
  await call(lendBook, { body: { title: 'Emma' } })
  expect(requests[0]?.authorization).toBeNull()
})

test('calls that find the token run out at the same time renew it once between them', async () => {
  given(sessionOver, sessionOver, { data: null }, { data: null })
  localStorage.setItem('authToken', 'old')
  const { renew } = givenSession({ renewedTo: 'new' })

  await Promise.all([call(lendBook, { body: { title: 'Emma' } }), call(lendBook, { body: { title: 'Persuasion' } })])

  expect(renew).toHaveBeenCalledTimes(1)
})

test('a 401 that renewal does not mend empties the browser and ends the session', async () => {
  given({ data: null }, sessionOver)
  for (const key of ['authToken', 'adminAuthenticated', 'auth', 'market']) localStorage.setItem(key, 'kept')
  const { ends } = givenSession({ renewedTo: null })
  await call(lendBook, { body: { title: 'Emma' } })

  await expect(call(lendBook, { body: { title: 'Persuasion' } })).rejects.toMatchObject({ status: 401 })

  expect(ends).toEqual(['in-use'])
  expect(Object.keys(localStorage)).toEqual(['market'])
})

test('a session that did not work from the start ends as one that never was', async () => {
  given(sessionOver)
  localStorage.setItem('authToken', 'yesterday')
  const { ends } = givenSession({ renewedTo: null })

  await expect(call(lendBook, { body: { title: 'Emma' } })).rejects.toMatchObject({ status: 401 })

  expect(ends).toEqual(['at-start'])
})

test('a renewed token that is refused as well ends the session', async () => {
  given(sessionOver, sessionOver)
  localStorage.setItem('authToken', 'old')
  const { ends, renew } = givenSession({ renewedTo: 'new' })

  await expect(call(lendBook, { body: { title: 'Emma' } })).rejects.toMatchObject({ status: 401 })

  expect(renew).toHaveBeenCalledTimes(1)
  expect(ends).toHaveLength(1)
})

test('a renewal that fails for want of a connection leaves the session alone', async () => {
  given(sessionOver)
  localStorage.setItem('authToken', 'old')
  const { ends, renew } = givenSession({ renewedTo: null })
  renew.mockRejectedValue(new CallFailed(0, 'unreachable', 'no connection'))

  await expect(call(lendBook, { body: { title: 'Emma' } })).rejects.toMatchObject({ code: 'unreachable' })

  expect(ends).toEqual([])
  expect(localStorage.getItem('authToken')).toBe('old')
})

test('of two tabs one renews, and the other takes the token it stored', async () => {
  givenLocks()
  localStorage.setItem('authToken', 'old')
  const first = await openTab({ renewedTo: 'new' })
  const second = await openTab({ renewedTo: 'another' })
  const { requests } = given(sessionOver, sessionOver, { data: null }, { data: null })

  await Promise.all([
    first.call(lendBook, { body: { title: 'Emma' } }),
    second.call(lendBook, { body: { title: 'Persuasion' } }),
  ])

  expect(first.renew.mock.calls.length + second.renew.mock.calls.length).toBe(1)
  expect(requests.slice(2).map((request) => request.authorization)).toEqual(['Bearer new', 'Bearer new'])
})

test('a tab does not renew what another tab has logged out', async () => {
  givenLocks()
  const { renew } = givenSession({ renewedTo: 'new' })
  localStorage.setItem('authToken', 'old')
  fakeServer(() => {
    localStorage.clear()
    return sessionOver
  })

  await expect(call(lendBook, { body: { title: 'Emma' } })).rejects.toMatchObject({ status: 401 })

  expect(renew).not.toHaveBeenCalled()
})

function given(...answers: FakeAnswer[]) {
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

/** Another copy of the modules: what two tabs share is the browser's storage and its locks. */
async function openTab({ renewedTo }: { renewedTo: string }) {
  vi.resetModules()
  const session = await import('./session.ts')
  const { call: callOfTab } = await import('./call.ts')
  const renew = vi.fn(async () => renewedTo)
  session.configureSession({ renew, onEnd: () => {} })
  return { call: callOfTab, renew }
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
