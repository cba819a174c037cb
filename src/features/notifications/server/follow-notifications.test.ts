import { afterAll, expect, onTestFinished, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { notify } from '#tests/support/given/notifications.ts'
import { openEventStream } from '#tests/support/site/open-event-stream.ts'
import { withdrawNotifications } from './public.ts'

const app = await startApp()
afterAll(app.close)

type Member = Awaited<ReturnType<typeof app.quickMember>>

async function open({ token }: { token: string }) {
  const stream = await openEventStream(app.url, token)
  onTestFinished(stream.hangUp)
  return stream
}

const expectNoStreams = () => expect.poll(() => app.live.size()).toBe(0)

test("the stream sends the bell's current state and then each change", async () => {
  const ada = await app.quickMember('consultant')
  const page = await open(ada)
  expect(await page.next()).toEqual({ items: [], nextCursor: null, unread: 0 })

  await notify(app, ada, 'first')
  const { unread, items } = await page.next()
  expect([unread, items[0].title]).toEqual([1, 'About first'])

  await ada.post(`/api/notifications/${items[0].id}/read`)
  expect(await page.next()).toMatchObject({ unread: 0, items: [{ isRead: true }] })

  await notify(app, ada, 'second')
  expect((await page.next()).unread).toBe(1)
  await ada.post('/api/notifications/read', { until: new Date().toISOString() })
  expect((await page.next()).unread).toBe(0)

  await withdrawNotifications(app.context.db, ada.id as never, ['first', 'second'])
  expect(await page.next()).toEqual({ items: [], nextCursor: null, unread: 0 })
})

test('a notification is sent only after its transaction commits', async () => {
  const ada = await app.quickMember('consultant')
  const page = await open(ada)
  await page.next()
  await app.context.db
    .transaction()
    .execute(async (tx) => {
      await notify(app, ada, 'undone', tx)
      throw new Error('undone')
    })
    .catch(() => {})
  await app.context.db.transaction().execute(async (tx) => void (await notify(app, ada, 'done', tx)))
  expect((await page.next()).items.map(({ title }: { title: string }) => title)).toEqual(['About done'])
})

test("a member's stream never contains another member's notifications", async () => {
  const [ada, eve] = [await app.quickMember('consultant'), await app.quickMember('consultant')]
  const [adaStream, eveStream] = [await open(ada), await open(eve)]
  await Promise.all([adaStream.next(), eveStream.next()])

  for (const reason of ['one', 'two', 'three']) await notify(app, ada, reason)
  await notify(app, eve, 'own')

  expect((await eveStream.next()).items.map(({ title }: { title: string }) => title)).toEqual(['About own'])
  await expect.poll(() => adaStream.received.at(-1)?.value.unread).toBe(3)
  expect(eveStream.received).toHaveLength(2)
})

test("the stream's headers forbid caching, transformation and buffering", async () => {
  const { status, headers } = await open(await app.quickMember())
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  })
  expect(headers['content-encoding']).toBeUndefined()
})

const endings: [string, (member: Member) => Promise<unknown>][] = [
  ['logs out', (member) => member.post('/api/auth/logout')],
  ['ends this session from another browser', endOtherSessions],
  ['is disabled', ({ id }) => app.rows('update account set disabled_at = now() where id = $1', id)],
  ['sets a new password', changePassword],
  ['deletes the account', (member) => member.send('DELETE', '/api/account', { confirmation: 'DELETE' })],
]

test.each(endings)('the stream ends if the member %s', async (_, endStream) => {
  const ada = await app.quickMember()
  const page = await open(ada)
  await page.next()
  await endStream(ada)
  expect(await page.ended).toBe('ended')
  await expectNoStreams()
})

async function endOtherSessions(member: Member) {
  const elsewhere = await app.returning(member)
  const { status } = await elsewhere.send('DELETE', '/api/account/sessions')
  expect(status).toBe(200)
}

async function changePassword(member: Member) {
  const elsewhere = await app.returning(member)
  const { status } = await elsewhere.post('/api/account/password', {
    currentPassword: member.person.password,
    password: 'another long enough password',
  })
  expect(status).toBe(200)
}

test("a stream stays open if another of the member's sessions ends", async () => {
  const ada = await app.quickMember('consultant')
  const elsewhere = await app.returning(ada)
  const page = await open(ada)
  await page.next()
  await elsewhere.post('/api/auth/logout')
  await notify(app, ada, 'still')
  expect((await page.next()).unread).toBe(1)
})

test('the stream ends when its access token expires, and another stream cannot be opened with that token', async () => {
  const ada = await app.quickMember()
  await app.rows(
    "update session set access_expires_at = clock_timestamp() + interval '300 ms' where account_id = $1",
    ada.id,
  )
  const page = await open(ada)
  expect(await page.ended).toBe('ended')
  expect((await open(ada)).status).toBe(401)
})

test('if a session has been idle too long, its stream ends instead of sending a notification', async () => {
  const ada = await app.quickMember('consultant')
  const page = await open(ada)
  await page.next()
  await app.rows("update session set last_used_at = now() - interval '16 minutes' where account_id = $1", ada.id)
  await notify(app, ada, 'too late')
  expect(await page.ended).toBe('ended')
  expect(page.received).toHaveLength(1)
})

test('an open stream does not count as using its session', async () => {
  const ada = await app.quickMember('consultant')
  const page = await open(ada)
  await page.next()
  await app.rows("update session set last_used_at = now() - interval '10 minutes' where account_id = $1", ada.id)
  await notify(app, ada, 'seen by nobody')
  await page.next()
  const [session] = await app.rows(
    "select last_used_at < now() - interval '9 minutes' as unused from session where account_id = $1",
    ada.id,
  )
  expect(session.unused).toBe(true)
})

test('a member can have ten streams open, and can open another only after one closes', async () => {
  const ada = await app.quickMember()
  const pages = await Promise.all(Array.from({ length: 10 }, () => open(ada)))
  expect(pages.map(({ status }) => status)).toEqual(Array(10).fill(200))

  const tooMany = await ada.get('/api/notifications/stream')
  expect([tooMany.status, tooMany.body.code, tooMany.headers['retry-after']]).toEqual([429, 'too-many-streams', '60'])
  expect((await open(await app.quickMember())).status).toBe(200)

  pages[0]?.hangUp()
  await expect.poll(async () => (await open(ada)).status).toBe(200)
})

test('closed streams are removed from the server', async () => {
  const members = await Promise.all(Array.from({ length: 5 }, () => app.quickMember()))
  const pages = await Promise.all(members.map(open))
  await Promise.all(pages.map((page) => page.next()))
  expect(app.live.size()).toBeGreaterThanOrEqual(5)
  for (const { hangUp } of pages) hangUp()
  await expectNoStreams()
})

test('stopping the server ends its streams without waiting', async () => {
  await using otherApp = await startApp()
  const page = await openEventStream(otherApp.url, (await otherApp.quickMember()).token)
  await page.next()
  await otherApp.app.close()
  expect(await page.ended).toBe('ended')
  expect(otherApp.live.size()).toBe(0)
})
