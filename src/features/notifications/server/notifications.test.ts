import { afterAll, expect, test } from 'vitest'
import { type Member, startApp } from '../../../../tests/support/app/start-app.ts'
import { notify } from '../../../../tests/support/given/notifications.ts'

const app = await startApp()
afterAll(app.close)

const list = async (member: Pick<Member, 'get'>, query = '') =>
  (await member.get(`/api/notifications${query}`)).body.data

test('a new member has four notifications: welcome, profile, package and first session', async () => {
  const member = await app.member()
  const { items, unread, nextCursor } = await list(member)
  expect([unread, nextCursor]).toEqual([4, null])
  expect(items.map(({ title, path, isRead }: Record<string, unknown>) => [title, path, isRead])).toEqual([
    ['Welcome to your portal', '/portal/dashboard', false],
    ['Complete your profile', '/portal/profile', false],
    ['Choose a package', '/services/my-future', false],
    ['Book your first session', '/portal/bookings', false],
  ])
})

test('starter notifications are created once, below earlier ones, even by parallel requests', async () => {
  const member = await app.quickMember()
  app.clock.advance({ minutes: 1 })
  await notify(app, member, 'first')
  await Promise.all(Array.from({ length: 5 }, () => list(member)))
  const { items, unread } = await list(member)
  expect(items.map(({ title }: { title: string }) => title)).toEqual([
    'About first',
    'Welcome to your portal',
    'Complete your profile',
    'Choose a package',
    'Book your first session',
  ])
  expect(unread).toBe(5)
})

test('staff start without notifications', async () => {
  for (const role of ['consultant', 'administrator'] as const)
    expect(await list(await app.quickMember(role))).toEqual({ items: [], nextCursor: null, unread: 0 })
})

test('a notification with the same reason is stored once', async () => {
  const staff = await app.quickMember('consultant')
  expect([await notify(app, staff, 'same'), await notify(app, staff, 'same')]).toEqual([true, false])
  expect((await list(staff)).items).toHaveLength(1)
})

test('the list is paged newest first, and the unread count covers all of it', async () => {
  const member = await app.quickMember()
  for (const reason of ['a', 'b', 'c']) {
    app.clock.advance({ minutes: 1 })
    await notify(app, member, reason)
  }
  const titles: string[] = []
  let cursor: string | null = null
  do {
    const page = await list(member, `?limit=2${cursor ? `&cursor=${cursor}` : ''}`)
    expect(page.unread).toBe(7)
    titles.push(...page.items.map(({ title }: { title: string }) => title))
    cursor = page.nextCursor
  } while (cursor)
  expect(titles.slice(0, 4)).toEqual(['About c', 'About b', 'About a', 'Welcome to your portal'])
  expect(titles).toHaveLength(7)
})

test('marking one notification as read leaves the others, and repeating it changes nothing', async () => {
  const member = await app.quickMember()
  const { items } = await list(member)
  for (let time = 0; time < 2; time += 1) {
    const { status, body } = await member.post(`/api/notifications/${items[1].id}/read`)
    expect([status, body.data]).toEqual([200, { unread: 3 }])
  }
  const updated = await list(member)
  expect(updated.unread).toBe(3)
  expect(updated.items.map(({ isRead }: { isRead: boolean }) => isRead)).toEqual([false, true, false, false])
})

test('marking all as read leaves later notifications unread', async () => {
  const member = await app.quickMember()
  const { items } = await list(member)
  app.clock.advance({ minutes: 1 })
  await notify(app, member, 'meanwhile')
  const { body } = await member.post('/api/notifications/read', { until: items[0].createdAt })
  expect(body.data).toEqual({ unread: 1 })
  expect((await list(member)).items.map(({ isRead }: { isRead: boolean }) => isRead)).toEqual([
    false,
    true,
    true,
    true,
    true,
  ])
})

test("another member's notifications can be neither read nor marked", async () => {
  const ada = await app.quickMember()
  const eve = await app.quickMember()
  const { items } = await list(ada)
  await list(eve)
  const { status, body } = await eve.post(`/api/notifications/${items[0].id}/read`)
  expect([status, body.code]).toEqual([404, 'notification-not-found'])
  await eve.post('/api/notifications/read', { until: '2999-01-01T00:00:00.000Z' })
  expect((await list(ada)).unread).toBe(4)
  expect((await list(eve)).unread).toBe(0)
})
