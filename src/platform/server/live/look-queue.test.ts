import { expect, test } from 'vitest'
import { openLookQueue } from './look-queue.ts'

test('however many have to look again, only a few do so at once, and everybody does', async () => {
  const queue = openLookQueue(4)
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

test('what changes during a look is looked at once more, never twice at the same time, and what changes thrice is one look', async () => {
  const queue = openLookQueue(4)
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

test('whoever has left is not looked at', async () => {
  const queue = openLookQueue(1)
  const looked: string[] = []
  const look = (name: string) => async () => void looked.push(name)
  const [one, two, three] = [look('one'), look('two'), look('three')]
  for (const each of [one, two, three]) queue.add(each)
  queue.remove(two)
  await expect.poll(() => looked).toEqual(['one', 'three'])
})
