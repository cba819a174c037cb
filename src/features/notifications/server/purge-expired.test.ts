import { expect, test } from 'vitest'
import { DAY_MS } from '#platform/shared/durations.ts'
import { startApp } from '../../../../tests/support/app/start-app.ts'
import { notifyMember } from './public.ts'

test('notifications are purged twelve months after reading or twenty-four months after creation', async () => {
  await using app = await startApp()
  const { id } = await app.quickMember()
  const now = app.clock.now().getTime()
  const tell = async (reason: string, toldDaysAgo: number, readDaysAgo: number | null) => {
    await notifyMember(app.context.db, app.context, {
      memberId: id as never,
      reason,
      title: reason,
      text: '',
      path: '/portal/dashboard',
    })
    await app.rows(
      'update notification set created_at = $2, read_at = $3 where reason = $1',
      reason,
      new Date(now - toldDaysAgo * DAY_MS),
      readDaysAgo === null ? null : new Date(now - readDaysAgo * DAY_MS),
    )
  }
  await tell('read long ago', 400, 367)
  await tell('read within a year', 400, 364)
  await tell('never read, old', 732, null)
  await tell('never read', 729, null)
  await tell('read of late, but too old', 732, 1)

  await app.run('purge-notifications')

  const kept = await app.rows('select reason from notification order by reason')
  expect(kept.map(({ reason }) => reason)).toEqual(['never read', 'read within a year'])
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
