import { expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'

test('rate limit counters are purged once their period is over', async () => {
  await using app = await startApp()
  const { limits } = app.context
  await limits.count({ name: 'short', attempts: 3, seconds: 900 }, 'ada')
  await limits.count({ name: 'long', attempts: 3, seconds: 3_600 }, 'ada')
  const listNames = async () => (await app.rows('select key from rate_limit')).map(({ key }) => key.split(':')[0])

  await app.run('purge-attempts')
  expect(await listNames()).toEqual(['short', 'long'])
  app.clock.advance({ minutes: 16 })
  await app.run('purge-attempts')
  expect(await listNames()).toEqual(['long'])
  app.clock.advance({ minutes: 45 })
  await app.run('purge-attempts')
  expect(await listNames()).toEqual([])
})
