import { expect, test } from 'vitest'
import { openRefreshQueue } from './refresh-queue.ts'

test('refreshes run a few at a time, and every one of them runs', async () => {
  const queue = openRefreshQueue(4)
  let running = 0
  let maxRunning = 0
  let finished = 0
  for (let number = 0; number < 50; number += 1) {
    queue.add(async () => {
      running += 1
      maxRunning = Math.max(maxRunning, running)
      await Promise.resolve()
      running -= 1
      finished += 1
    })
  }
  await expect.poll(() => finished).toBe(50)
  expect(maxRunning).toBe(4)
})

test('changes during a refresh cause exactly one more refresh, and never two at the same time', async () => {
  const queue = openRefreshQueue(4)
  const steps: string[] = []
  const firstRefresh = Promise.withResolvers<void>()
  const refresh = async () => {
    steps.push('begins')
    if (steps.length === 1) await firstRefresh.promise
    steps.push('ends')
  }
  for (let time = 0; time < 4; time += 1) queue.add(refresh)
  expect(steps).toEqual(['begins'])
  firstRefresh.resolve()
  await expect.poll(() => steps).toEqual(['begins', 'ends', 'begins', 'ends'])
})

test('a removed subscriber is not refreshed', async () => {
  const queue = openRefreshQueue(1)
  const refreshed: string[] = []
  const createRefresh = (name: string) => async () => void refreshed.push(name)
  const [first, second, third] = [createRefresh('one'), createRefresh('two'), createRefresh('three')]
  for (const refresh of [first, second, third]) queue.add(refresh)
  queue.remove(second)
  await expect.poll(() => refreshed).toEqual(['one', 'three'])
})
