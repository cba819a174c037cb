import { afterAll, expect, test } from 'vitest'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { type Member, startApp } from '#tests/support/app/start-app.ts'
import { notify } from '#tests/support/given/notifications.ts'
import type * as contract from '../contract.ts'

const app = await startApp()
afterAll(app.close)

test('a new member has four notifications: welcome, profile, package and first session', async () => {
  const member = await app.member()
  const { items, unread, nextCursor } = await listNotifications(member)
  expect([unread, nextCursor]).toEqual([4, null])
  expect(items.map(({ title, path, isRead }) => [title, path, isRead])).toEqual([
    ['Welcome to your portal', '/portal/dashboard', false],
    ['Complete your profile', '/portal/profile', false],
    ['Choose a package', '/services/my-future', false],
    ['Book your first session', '/portal/bookings', false],
  ])
})

test('starter notifications are created only once, below earlier notifications, even by concurrent requests', async () => {
  const member = await app.quickMember()
  app.clock.advance({ minutes: 1 })
  await notify(app, member, 'first')
  await Promise.all(Array.from({ length: 5 }, () => listNotifications(member)))
  const { items, unread } = await listNotifications(member)
  expect(titlesOf(items)).toEqual([
    'About first',
    'Welcome to your portal',
    'Complete your profile',
    'Choose a package',
    'Book your first session',
  ])
  expect(unread).toBe(5)
})

test('new staff have no notifications', async () => {
  for (const role of ['consultant', 'administrator'] as const)
    expect(await listNotifications(await app.quickMember(role))).toEqual({ items: [], nextCursor: null, unread: 0 })
})

test('notifications with the same reason are stored only once', async () => {
  const staff = await app.quickMember('consultant')
  expect([await notify(app, staff, 'same'), await notify(app, staff, 'same')]).toEqual([true, false])
  expect((await listNotifications(staff)).items).toHaveLength(1)
})

test('the list is paginated newest first, and the unread count covers the whole list', async () => {
  const member = await app.quickMember()
  for (const reason of ['a', 'b', 'c']) {
    app.clock.advance({ minutes: 1 })
    await notify(app, member, reason)
  }
  const titles: string[] = []
  let cursor: string | null = null
  do {
    const page = await listNotifications(member, `?limit=2${cursor ? `&cursor=${cursor}` : ''}`)
    expect(page.unread).toBe(7)
    titles.push(...titlesOf(page.items))
    cursor = page.nextCursor
  } while (cursor)
  expect(titles.slice(0, 4)).toEqual(['About c', 'About b', 'About a', 'Welcome to your portal'])
  expect(titles).toHaveLength(7)
})

test('marking one notification as read does not affect other notifications, and repeating it changes nothing', async () => {
  const member = await app.quickMember()
  const { items } = await listNotifications(member)
  for (let time = 0; time < 2; time += 1) {
    const { status, body } = await member.post(`/api/notifications/${items[1]?.id}/read`)
    expect([status, body.data]).toEqual([200, { unread: 3 }])
  }
  const updated = await listNotifications(member)
  expect(updated.unread).toBe(3)
  expect(updated.items.map(({ isRead }) => isRead)).toEqual([false, true, false, false])
})

test('marking all as read leaves later notifications unread', async () => {
  const member = await app.quickMember()
  const { items } = await listNotifications(member)
  app.clock.advance({ minutes: 1 })
  await notify(app, member, 'meanwhile')
  const { body } = await member.post('/api/notifications/read', { until: items[0]?.createdAt })
  expect(body.data).toEqual({ unread: 1 })
  expect((await listNotifications(member)).items.map(({ isRead }) => isRead)).toEqual([false, true, true, true, true])
})

test("a member cannot mark another member's notifications as read", async () => {
  const ada = await app.quickMember()
  const eve = await app.quickMember()
  const { items } = await listNotifications(ada)
  await listNotifications(eve)
  const { status, body } = await eve.post(`/api/notifications/${items[0]?.id}/read`)
  expect([status, body.code]).toEqual([404, 'notification-not-found'])
  await eve.post('/api/notifications/read', { until: '2999-01-01T00:00:00.000Z' })
  expect((await listNotifications(ada)).unread).toBe(4)
  expect((await listNotifications(eve)).unread).toBe(0)
})

async function listNotifications(member: Pick<Member, 'get'>, query = '') {
  const { body } = await member.get(`/api/notifications${query}`)
  return body.data as ResponseOf<typeof contract.listNotifications>
}

function titlesOf(notifications: { title: string }[]) {
  return notifications.map(({ title }) => title)
}
