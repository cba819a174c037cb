import { expect, test } from 'vitest'
import { openWorkQueue } from './work-queue.ts'

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

test('two tasks run, the third waits, and further tasks are rejected', async () => {
  const inQueue = openWorkQueue({ concurrency: 2, maxWaiting: 1, onFull: () => new Error('full') })
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const run = (name: string) =>
    inQueue(async () => {
      started.push(name)
      await new Promise<void>((resolve) => ends.set(name, resolve))
      return name
    })

  const [first, second, third] = [run('first'), run('second'), run('third')]
  await expect(run('fourth')).rejects.toThrow('full')
  expect(started).toEqual(['first', 'second'])
  expect(inQueue.size()).toEqual({ running: 2, waiting: 1 })

  ends.get('second')?.()
  expect(await second).toBe('second')
  await settle()
  expect(started).toEqual(['first', 'second', 'third'])
  for (const name of ['first', 'third']) ends.get(name)?.()
  expect(await Promise.all([first, third])).toEqual(['first', 'third'])
  expect(inQueue.size()).toEqual({ running: 0, waiting: 0 })
})

test('a failing task frees its slot for the next task', async () => {
  const inQueue = openWorkQueue({ concurrency: 1, maxWaiting: 1, onFull: () => new Error('full') })
  const failing = inQueue(() => Promise.reject(new Error('broken')))
  const next = inQueue(async () => 'next')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('next')
  expect(await inQueue(async () => 'another')).toBe('another')
})
