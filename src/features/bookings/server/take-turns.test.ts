import { expect, test } from 'vitest'
import type { MemberId } from '#platform/shared/actor.ts'
import { takeTurns } from './take-turns.ts'

const [ada, beth] = ['ada', 'beth'] as unknown as [MemberId, MemberId]

test('one member keeps nobody else from their turn, however often they ask', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  const asked = Array.from({ length: 20 }, () => takeTurns(ada, () => answered))
  expect(await takeTurns(beth, async () => 'done')).toBe('done')
  answer()
  await Promise.all(asked)
})

test('whoever asks for far too much at once is told so, and may ask again later', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  const asked = Array.from({ length: 61 }, () => takeTurns(ada, () => answered))
  await expect(takeTurns(ada, () => answered)).rejects.toMatchObject({ status: 429, code: 'too-many-attempts' })
  answer()
  await Promise.all(asked)
  expect(await takeTurns(ada, async () => 'done')).toBe('done')
})

test('what one member asks is done one after the other, also after something has failed', async () => {
  const done: number[] = []
  const asked = [1, 2, 3].map((which) =>
    takeTurns(ada, async () => {
      if (which === 1) throw new Error('taken')
      done.push(which)
    }),
  )
  expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  expect(done).toEqual([2, 3])
})
