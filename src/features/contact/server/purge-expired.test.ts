import { expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app/start-app.ts'
import { declareCancellation } from '#tests/support/given/cancellations.ts'
import { purgeExpiredMessages } from './purge-expired.ts'

const submission = { name: 'Ada', email: 'ada@example.org', message: 'Which package fits?' }

test('messages are purged after twelve months, spam after three, complaints and cancellations after six years', async () => {
  await using app = await startApp()
  await app.visitor.post('/api/contact', submission)
  await app.visitor.post('/api/contact', { ...submission, subject: 'Cheap watches' })
  await app.visitor.post('/api/complaints', { ...submission, topic: 'service' })
  await declareCancellation(app, {})

  expect(await keptAfter(app, 88)).toEqual(['cancellation', 'complaint', 'contact', 'spam'])
  expect(await keptAfter(app, 5)).toEqual(['cancellation', 'complaint', 'contact'])
  expect(await keptAfter(app, 271)).toEqual(['cancellation', 'complaint', 'contact'])
  expect(await keptAfter(app, 3)).toEqual(['cancellation', 'complaint'])
  expect(await keptAfter(app, 5 * 365 - 5)).toEqual(['cancellation', 'complaint'])
  expect(await keptAfter(app, 10)).toEqual([])
})

async function keptAfter(app: TestApp, days: number): Promise<string[]> {
  app.clock.advance({ days })
  await purgeExpiredMessages.run(app.context)
  const { rows } = await app.database.pool.query(
    'select kind, spam_reason, cancellation from message left join cancellation on message_id = id',
  )
  return rows.map((row) => (row.cancellation ? 'cancellation' : row.spam_reason ? 'spam' : row.kind)).sort()
}
