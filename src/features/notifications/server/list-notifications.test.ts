import { afterAll, expect, test } from 'vitest'
import { type Member, startApp } from '../../../../tests/support/start-app.ts'
import { tellMember } from './public.ts'

const app = await startApp()
afterAll(app.close)

const list = async (member: Pick<Member, 'get'>, query = '') =>
  (await member.get(`/api/notifications${query}`)).body.data
const tell = (member: { id: string }, reason: string) =>
  tellMember(app.context.db, app.context, {
    memberId: member.id as never,
    reason,
    title: `Told ${reason}`,
    text: 'About it.',
    path: '/portal/dashboard',
  })

test('a new member starts with four: welcome, complete your profile, choose a package, book a first session', async () => {
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

test('who was told something before they first looked has the four below it, and pages opened at once make no more of them', async () => {
  const member = await app.quickMember()
  app.clock.advance({ minutes: 1 })
  await tell(member, 'first')
  await Promise.all(Array.from({ length: 5 }, () => list(member)))
  const { items, unread } = await list(member)
  expect(items.map(({ title }: { title: string }) => title)).toEqual([
    'Told first',
    'Welcome to your portal',
    'Complete your profile',
    'Choose a package',
    'Book your first session',
  ])
  expect(unread).toBe(5)
})

test('staff start with none', async () => {
  for (const role of ['consultant', 'administrator'] as const)
    expect(await list(await app.quickMember(role))).toEqual({ items: [], nextCursor: null, unread: 0 })
})

test('what is told twice is there once', async () => {
  const staff = await app.quickMember('consultant')
  expect([await tell(staff, 'same'), await tell(staff, 'same')]).toEqual([true, false])
  expect((await list(staff)).items).toHaveLength(1)
})

test('the list comes page by page, newest first, and the number counts all of it', async () => {
  const member = await app.quickMember()
  for (const reason of ['a', 'b', 'c']) {
    app.clock.advance({ minutes: 1 })
    await tell(member, reason)
  }
  const titles: string[] = []
  let cursor: string | null = null
  do {
    const page = await list(member, `?limit=2${cursor ? `&cursor=${cursor}` : ''}`)
    expect(page.unread).toBe(7)
    titles.push(...page.items.map(({ title }: { title: string }) => title))
    cursor = page.nextCursor
  } while (cursor)
  expect(titles.slice(0, 4)).toEqual(['Told c', 'Told b', 'Told a', 'Welcome to your portal'])
  expect(titles).toHaveLength(7)
})

test('one that is marked as read is read, the others are not, and once more changes nothing', async () => {
  const member = await app.quickMember()
  const { items } = await list(member)
  for (let time = 0; time < 2; time += 1) {
    const { status, body } = await member.post(`/api/notifications/${items[1].id}/reading`)
    expect([status, body.data]).toEqual([200, { unread: 3 }])
  }
  const after = await list(member)
  expect(after.unread).toBe(3)
  expect(after.items.map(({ isRead }: { isRead: boolean }) => isRead)).toEqual([false, true, false, false])
})

test('all that was shown is marked at once, and what came meanwhile stays unread', async () => {
  const member = await app.quickMember()
  const { items } = await list(member)
  app.clock.advance({ minutes: 1 })
  await tell(member, 'meanwhile')
  const { body } = await member.post('/api/notifications/reading', { until: items[0].createdAt })
  expect(body.data).toEqual({ unread: 1 })
  expect((await list(member)).items.map(({ isRead }: { isRead: boolean }) => isRead)).toEqual([
    false,
    true,
    true,
    true,
    true,
  ])
})

test('what somebody else was told is not there, to read or to mark', async () => {
  const ada = await app.quickMember()
  const eve = await app.quickMember()
  const { items } = await list(ada)
  await list(eve)
  const { status, body } = await eve.post(`/api/notifications/${items[0].id}/reading`)
  expect([status, body.code]).toEqual([404, 'notification-not-found'])
  await eve.post('/api/notifications/reading', { until: '2999-01-01T00:00:00.000Z' })
  expect((await list(ada)).unread).toBe(4)
  expect((await list(eve)).unread).toBe(0)
})
