import { expect, test } from 'vitest'
import type { MemberId } from '#platform/shared/actor.ts'
import { inBookingQueue } from './booking-queue.ts'

const [ada, beth] = ['ada', 'beth'] as unknown as [MemberId, MemberId]

test('one member’s pending requests do not hold up another member’s', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  const requests = Array.from({ length: 20 }, () => inBookingQueue(ada, () => answered))
  expect(await inBookingQueue(beth, async () => 'done')).toBe('done')
  answer()
  await Promise.all(requests)
})

test('a member’s 62nd pending request is rejected, and requests are accepted again once the queue is empty', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  const requests = Array.from({ length: 61 }, () => inBookingQueue(ada, () => answered))
  await expect(inBookingQueue(ada, () => answered)).rejects.toMatchObject({ status: 429, code: 'too-many-attempts' })
  answer()
  await Promise.all(requests)
  expect(await inBookingQueue(ada, async () => 'done')).toBe('done')
})

test("one member's requests run one at a time, even after one fails", async () => {
  const completed: number[] = []
  const requests = [1, 2, 3].map((number) =>
    inBookingQueue(ada, async () => {
      if (number === 1) throw new Error('taken')
      completed.push(number)
    }),
  )
  expect((await Promise.allSettled(requests)).map(({ status }) => status)).toEqual([
    'rejected',
    'fulfilled',
    'fulfilled',
  ])
  expect(completed).toEqual([2, 3])
})
