import { expect, test } from 'vitest'
import type { MemberId } from '#platform/shared/actor.ts'
import { inBookingQueue } from './booking-queue.ts'

const [ada, beth] = ['ada', 'beth'] as unknown as [MemberId, MemberId]

test('one member’s pending requests do not block another member', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  const asked = Array.from({ length: 20 }, () => inBookingQueue(ada, () => answered))
  expect(await inBookingQueue(beth, async () => 'done')).toBe('done')
  answer()
  await Promise.all(asked)
})

test('rejects a member’s 62nd pending request, and accepts again once the queue is empty', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  const asked = Array.from({ length: 61 }, () => inBookingQueue(ada, () => answered))
  await expect(inBookingQueue(ada, () => answered)).rejects.toMatchObject({ status: 429, code: 'too-many-attempts' })
  answer()
  await Promise.all(asked)
  expect(await inBookingQueue(ada, async () => 'done')).toBe('done')
})

test('requests of one member run one after the other, also after a failure', async () => {
  const done: number[] = []
  const asked = [1, 2, 3].map((which) =>
    inBookingQueue(ada, async () => {
      if (which === 1) throw new Error('taken')
      done.push(which)
    }),
  )
  expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  expect(done).toEqual([2, 3])
})
