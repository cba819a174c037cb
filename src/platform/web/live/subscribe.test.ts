import { fireEvent } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { advanceClock, settle, stopClock } from '#tests/support/web/clock.ts'
import { type FakeAnswer, fakeServer, sessionExpired } from '#tests/support/web/fake-server.ts'
import { fakeStream } from '#tests/support/web/fake-stream.ts'
import { givenMember } from '#tests/support/web/people.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { configureSession } from '../session.ts'
import { subscribe } from './subscribe.ts'

const follow = endpoint('GET /api/numbers/stream', {
  summary: 'Numbers',
  access: 'member',
  events: 'bell',
  response: z.number(),
})

test('a stream that ends is opened again with the current token', async () => {
  const [first, second] = [fakeStream(follow), fakeStream(follow)]
  const { requests, values } = await open(first.answer, second.answer)
  first.send(1)
  await settle()
  localStorage.setItem('authToken', 'renewed')
  first.end()
  await advanceClock(1_000)
  second.send(2)
  await settle()
  expect(values).toEqual([1, 2])
  expect(requests.map(({ authorization }) => authorization)).toEqual(['Bearer token', 'Bearer renewed'])
})

test('a broken stream is reported and opened again, with a growing delay', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(1)
  const [first, last] = [fakeStream(follow), fakeStream(follow)]
  const { requests, values, onProblem } = await open(first.answer, 'unreachable', last.answer)
  first.tear()
  await advanceClock(2_000)
  expect([requests.length, onProblem.mock.calls.length]).toEqual([2, 2])
  await advanceClock(3_900)
  expect(requests).toHaveLength(2)
  await advanceClock(100)
  last.send(3)
  await settle()
  expect(values).toEqual([3])
})

test('a refused stream is opened again after the time in its Retry-After header', async () => {
  const refusal = { status: 429, code: 'too-many-streams', message: 'Too many.', retryAfter: 60 }
  const { requests } = await open(refusal, fakeStream(follow).answer)
  await advanceClock(59_000)
  expect(requests).toHaveLength(1)
  await advanceClock(1_000)
  expect(requests).toHaveLength(2)
})

test('a stream without a heartbeat is closed after a minute', async () => {
  const stream = fakeStream(follow)
  await open(stream.answer, 'unreachable')
  for (let time = 0; time < 3; time += 1) {
    await advanceClock(45_000)
    stream.beat()
  }
  await settle()
  expect(stream.isOpen()).toBe(true)
  await advanceClock(60_000)
  expect(stream.isOpen()).toBe(false)
})

test('a hidden page closes its stream immediately and reopens it when shown', async () => {
  const [first, second] = [fakeStream(follow), fakeStream(follow)]
  const { requests, values } = await open(first.answer, second.answer)
  setHidden(true)
  expect(first.isOpen()).toBe(false)
  await advanceClock(600_000)
  expect(requests).toHaveLength(1)
  setHidden(false)
  await settle()
  second.send(1)
  await settle()
  expect(values).toEqual([1])
})

test('an idle page reconnects only after user activity', async () => {
  const stream = fakeStream(follow)
  const { requests } = await open(stream.answer, fakeStream(follow).answer)
  for (let beats = 0; beats < 12; beats += 1) {
    await advanceClock(25_000)
    stream.beat()
  }
  stream.end()
  await advanceClock(3_600_000)
  expect(requests).toHaveLength(1)
  fireEvent.pointerMove(document.body)
  await settle()
  expect(requests).toHaveLength(2)
})

test('an expired token is renewed once, and an expired session ends the subscription', async () => {
  const onEnd = vi.fn()
  configureSession({ renew: async () => 'new', onEnd })
  const { requests } = await open(sessionExpired, sessionExpired)
  expect(requests.map(({ authorization }) => authorization)).toEqual(['Bearer token', 'Bearer new'])
  expect(onEnd).toHaveBeenCalledTimes(1)
  await advanceClock(120_000)
  expect(requests).toHaveLength(2)
})

async function open(...answers: FakeAnswer[]) {
  stopClock('2026-03-02T10:00:00.000Z')
  givenMember()
  const { requests } = fakeServer(...answers)
  const values: number[] = []
  const onProblem = vi.fn()
  onTestFinished(subscribe(follow, { onEvent: (value) => values.push(value), onProblem }))
  await settle()
  return { requests, values, onProblem }
}

function setHidden(isHidden: boolean) {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden)
  fireEvent(document, new Event('visibilitychange'))
}
