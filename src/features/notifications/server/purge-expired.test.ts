import { expect, test } from 'vitest'
import { DAY_MS } from '#platform/shared/durations.ts'
import { startApp } from '#tests/support/app/start-app.ts'
import { notify } from '#tests/support/given/notifications.ts'

test('notifications are purged twelve months after reading or twenty-four months after creation', async () => {
  await using app = await startApp()
  const member = await app.quickMember()
  const now = app.clock.now().getTime()
  const givenNotification = async (reason: string, createdDaysAgo: number, readDaysAgo: number | null) => {
    await notify(app, member, reason)
    await app.rows(
      'update notification set created_at = $2, read_at = $3 where reason = $1',
      reason,
      new Date(now - createdDaysAgo * DAY_MS),
      readDaysAgo === null ? null : new Date(now - readDaysAgo * DAY_MS),
    )
  }
  await givenNotification('read long ago', 400, 367)
  await givenNotification('read within a year', 400, 364)
  await givenNotification('never read, old', 732, null)
  await givenNotification('never read', 729, null)
  await givenNotification('read of late, but too old', 732, 1)

  await app.run('purge-notifications')

  const remaining = await app.rows('select reason from notification order by reason')
  expect(remaining.map(({ reason }) => reason)).toEqual(['never read', 'read within a year'])
})

test('starter notifications are not created again after they are purged', async () => {
  await using app = await startApp()
  const newcomer = await app.quickMember()
  const unread = async (member: Pick<typeof newcomer, 'get'>) =>
    (await member.get('/api/notifications')).body.data.unread
  expect(await unread(newcomer)).toBe(4)
  const until = app.clock.now().toISOString()
  expect((await newcomer.post('/api/notifications/read', { until })).status).toBe(200)
  app.clock.advance({ days: 367 })
  await app.run('purge-notifications')
  const member = await app.returning(newcomer)
  expect((await member.get('/api/notifications')).body.data).toMatchObject({ items: [], unread: 0 })
})
