import { expect, test } from 'vitest'
import { openRefreshQueue } from './refresh-queue.ts'

test('only a few refreshes run concurrently, and all of them run', async () => {
  const queue = openRefreshQueue(4)
  let now = 0
  let most = 0
  let done = 0
  for (let number = 0; number < 50; number += 1) {
    queue.add(async () => {
      now += 1
      most = Math.max(most, now)
      await Promise.resolve()
      now -= 1
      done += 1
    })
  }
  await expect.poll(() => done).toBe(50)
  expect(most).toBe(4)
})

test('changes during a refresh cause exactly one more, never at the same time', async () => {
  const queue = openRefreshQueue(4)
  const steps: string[] = []
  const first = Promise.withResolvers<void>()
  const look = async () => {
    steps.push('begins')
    if (steps.length === 1) await first.promise
    steps.push('ends')
  }
  for (let time = 0; time < 4; time += 1) queue.add(look)
  expect(steps).toEqual(['begins'])
  first.resolve()
  await expect.poll(() => steps).toEqual(['begins', 'ends', 'begins', 'ends'])
})

test('a removed subscriber is not refreshed', async () => {
  const queue = openRefreshQueue(1)
  const looked: string[] = []
  const look = (name: string) => async () => void looked.push(name)
  const [one, two, three] = [look('one'), look('two'), look('three')]
  for (const each of [one, two, three]) queue.add(each)
  queue.remove(two)
  await expect.poll(() => looked).toEqual(['one', 'three'])
})
