import { expect, test } from 'vitest'
import type { Context } from '../context.ts'
import { purgeExpired } from './define-job.ts'

test('a purge logs what it deleted, or logs nothing if it deleted nothing', async () => {
  const remaining = { messages: 1_500, files: 0 }
  const purge = purgeExpired({
    name: 'purge-messages',
    cron: '20 3 * * *',
    clock: 'real',
    steps: async (_, inBatches) => ({
      messages: await inBatches(async (limit) => {
        const deleted = Math.min(remaining.messages, limit)
        remaining.messages -= deleted
        return deleted
      }),
      files: await inBatches(async () => remaining.files),
    }),
    message: 'old messages were deleted',
  })
  const lines: unknown[] = []
  const context = { log: { info: (...line: unknown[]) => void lines.push(line) } } as unknown as Context

  await purge.run(context)
  await purge.run(context)

  expect(remaining.messages).toBe(0)
  expect(lines).toEqual([[{ messages: 1_500, files: 0 }, 'old messages were deleted']])
})
