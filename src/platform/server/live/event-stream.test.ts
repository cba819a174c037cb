import { Writable } from 'node:stream'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openEventStream } from './event-stream.ts'

test('an unchanged event is not sent again', async () => {
  const stream = openEventStream()
  stream.send('bell', { unread: 1 })
  stream.send('bell', { unread: 1 })
  stream.send('bell', { unread: 2 })
  stream.end()
  expect(await readText(stream)).toBe('event: bell\ndata: {"unread":1}\n\nevent: bell\ndata: {"unread":2}\n\n')
})

test('a line break in a value cannot start another event', async () => {
  const stream = openEventStream()
  stream.send('bell', { title: 'one\n\nevent: bell\ndata: {}' })
  stream.end()
  expect((await readText(stream)).split('\n\n')).toHaveLength(2)
})

test('a slow reader is disconnected before its buffer grows, but a fast one is not', () => {
  const slow = openEventStream()
  slow.text.on('error', () => {}).pipe(new Writable({ highWaterMark: 1, write() {} }))
  const fast = openEventStream()
  fast.text.resume()
  for (let number = 0; number < 50; number += 1) {
    slow.send('bell', { number, text: 'x'.repeat(10_000) })
    fast.send('bell', { number })
  }
  expect([slow.text.destroyed, fast.text.destroyed]).toEqual([true, false])
  expect(slow.text.readableLength).toBeLessThan(100_000)
  fast.end()
})

test('a heartbeat is sent every 25 seconds until the stream ends, and no timer remains', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const stream = openEventStream()
  expect(vi.getTimerCount()).toBe(0)
  stream.endIn(10_000)
  stream.endIn(60_000)
  stream.send('bell', 1)
  // Checked without waiting, so that nothing else in this process can start a timer.
  vi.advanceTimersByTime(61_000)
  expect(vi.getTimerCount()).toBe(0)
  expect(await readText(stream)).toBe('event: bell\ndata: 1\n\n:\n\n:\n\n')
})

test('a reader that disconnects leaves no timer behind', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const stream = openEventStream()
  stream.endIn(60_000)
  stream.send('bell', 1)
  stream.text.destroy()
  await new Promise((resolve) => process.nextTick(resolve))
  stream.endIn(60_000)
  stream.send('bell', 'to nobody')
  expect(vi.getTimerCount()).toBe(0)
})

async function readText({ text }: ReturnType<typeof openEventStream>): Promise<string> {
  return (await text.toArray()).join('')
}
