import { expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'

test('a provider event is purged 90 days after it was handled, and unhandled events are kept', async () => {
  await using app = await startApp()
  const receivedAt = app.clock.now()
  await app.rows(
    "insert into stripe_event (id, type, received_at, handled_at) values ('handled', 'x', $1, $1), ('open', 'x', $1, null)",
    receivedAt,
  )
  const listRemaining = async () => (await app.rows('select id from stripe_event order by id')).map(({ id }) => id)

  app.clock.advance({ days: 89 })
  await app.run('purge-payment-events')
  expect(await listRemaining()).toEqual(['handled', 'open'])
  app.clock.advance({ days: 1, minutes: 1 })
  await app.run('purge-payment-events')
  expect(await listRemaining()).toEqual(['open'])
})
