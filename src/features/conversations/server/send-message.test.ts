import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../../tests/support/start-app.ts'
import { countUnreadMessages } from './public.ts'
import { writeAsMember } from './write-as-member.ts'

const app = await startApp()
afterAll(app.close)

const administrator = await app.quickMember('administrator')

type Member = Awaited<ReturnType<typeof app.quickMember>>

const write = (member: Pick<Member, 'post'>, text: string, id: string = randomUUID()) =>
  member.post('/api/conversation/messages', { id, text })
const answer = async (member: Member, text: string, seenUntil: string | null = null, id: string = randomUUID()) =>
  // Their session may have ended since.
  (await app.returning(administrator)).post(`/api/admin/conversations/${member.id}/messages`, { id, text, seenUntil })
const read = async (member: Pick<Member, 'get'>, query = '') =>
  (await member.get(`/api/conversation${query}`)).body.data
const mailsTo = (email: string) => app.mails.filter(({ to }) => to === email)
const mailsAbout = ({ id }: Member) => app.mails.filter(({ text }) => text.includes(`/admin/conversations/${id}`))

test('before anybody has written the conversation is empty, with the names and the zone that the page shows', async () => {
  const member = await app.quickMember()
  expect(await read(member)).toEqual({
    items: [],
    nextCursor: null,
    unread: 0,
    companyName: 'FutureWorld Consultancy',
    timeZone: 'Europe/London',
    takesMail: false,
  })
})

test('a member writes, an administrator answers, and each sees both in order', async () => {
  const member = await app.quickMember()
  expect(await write(member, '  Which package fits?\n\nI am 17. ')).toMatchObject({
    status: 200,
    body: {
      message: 'Your message has been sent.',
      data: { author: 'member', text: 'Which package fits?\n\nI am 17.', cameBy: 'portal', untakenFiles: 0 },
    },
  })
  expect((await answer(member, 'MY FUTURE WEEK.')).body.data).toMatchObject({
    author: 'company',
    staffName: 'Ada Lovelace',
  })

  const { items, unread } = await read(member)
  expect(items.map(({ text, isUnread }: Record<string, unknown>) => [text, isUnread])).toEqual([
    ['MY FUTURE WEEK.', true],
    ['Which package fits?\n\nI am 17.', false],
  ])
  expect([unread, await countUnreadMessages(app.context.db, member.id as never)]).toEqual([1, 1])
  // Who of the company wrote it is shown to staff alone.
  expect(items[0]).not.toHaveProperty('staffName')
})

test('the answer is told by the bell and by a mail with its words, which says that answers are given in the portal', async () => {
  const member = await app.quickMember()
  await write(member, 'Hello')
  await answer(member, 'Hello Ada.\n<b>How</b> are you?')
  await app.settle()
  const [letter] = mailsTo(member.person.email)
  expect(letter).toMatchObject({ subject: 'FutureWorld Consultancy has written to you' })
  expect(letter).not.toHaveProperty('replyTo')
  expect(letter?.text).toContain('Hello Ada.')
  expect(letter?.text).toContain('Please answer in the portal')
  expect(letter?.text).toContain('http://localhost:5001/portal/messages')
  expect(letter?.html).toContain('&lt;b&gt;How&lt;/b&gt; are you?')
  const { items } = (await member.get('/api/notifications')).body.data
  expect(items[0]).toMatchObject({ title: 'FutureWorld Consultancy has written to you', path: '/portal/messages' })
})

test('what was seen is read, in the bell as well, and what came meanwhile is not', async () => {
  const member = await app.quickMember()
  const first = (await answer(member, 'One')).body.data
  await answer(member, 'Two')
  const { body } = await member.post('/api/conversation/reading', { until: first.writtenAt })
  expect(body.data).toEqual({ unread: 1 })
  const { items } = await read(member)
  expect(items.map(({ isUnread }: { isUnread: boolean }) => isUnread)).toEqual([true, false])
  const bell = (await member.get('/api/notifications?limit=2')).body.data.items
  expect(bell.map(({ isRead }: { isRead: boolean }) => isRead).sort()).toEqual([false, true])

  // A page that was opened earlier has seen less, and takes nothing back.
  await member.post('/api/conversation/reading', { until: '2020-01-01T00:00:00.000Z' })
  expect((await read(member)).unread).toBe(1)
})

test('a page whose clock is ahead has not read what is written later', async () => {
  const member = await app.quickMember()
  await answer(member, 'One')
  await member.post('/api/conversation/reading', { until: '2199-01-01T00:00:00.000Z' })
  expect((await read(member)).unread).toBe(0)
  await answer(member, 'Two')
  expect((await read(member)).unread).toBe(1)
})

test('the same message sent twice, at once or after a lost answer, is there once', async () => {
  const member = await app.quickMember()
  const id = randomUUID()
  const answers = await Promise.all(Array.from({ length: 5 }, () => write(member, 'Only once', id)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
  expect((await read(member)).items).toHaveLength(1)

  const answered = randomUUID()
  const both = await Promise.all([1, 2].map(() => answer(member, 'Once as well', null, answered)))
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  await app.settle()
  expect((await read(member)).items).toHaveLength(2)
  expect(mailsTo(member.person.email)).toHaveLength(1)
})

test('other words under the same id are refused, not lost in silence', async () => {
  const member = await app.quickMember()
  const id = randomUUID()
  await write(member, 'As I meant it', id)
  expect(await write(member, 'Otherwise', id)).toMatchObject({ status: 409, body: { code: 'sent-otherwise' } })
})

test('an id that another member has used says nothing of them and stops nobody', async () => {
  const [ada, eve] = [await app.quickMember(), await app.quickMember()]
  const id = randomUUID()
  await write(ada, 'A secret', id)
  expect((await write(eve, 'Mine', id)).status).toBe(200)
  expect((await read(eve)).items.map(({ text }: { text: string }) => text)).toEqual(['Mine'])
})

test('nothing is refused, and so is more than 5,000 letters', async () => {
  const member = await app.quickMember()
  expect((await write(member, ' \n ')).body.errors).toEqual({ text: 'Please write something first' })
  expect((await write(member, 'x'.repeat(5_001))).body.errors).toEqual({ text: 'Please use at most 5000 characters' })
  expect((await write(member, 'x'.repeat(5_000))).status).toBe(200)
})

test('a member writes at most 30 messages an hour, and sending one again is none of them', async () => {
  const member = await app.quickMember()
  const id = randomUUID()
  for (let count = 0; count < 29; count += 1) await write(member, `Message ${count}`)
  for (let time = 0; time < 3; time += 1) expect((await write(member, 'The last', id)).status).toBe(200)
  expect(await write(member, 'Too much')).toMatchObject({ status: 429, body: { code: 'too-many-attempts' } })
})

test('the conversation comes page by page, newest first', async () => {
  const member = await app.quickMember()
  for (const text of ['a', 'b', 'c', 'd', 'e']) await write(member, text)
  const texts: string[] = []
  let cursor: string | null = null
  do {
    const page = await read(member, `?limit=2${cursor ? `&cursor=${cursor}` : ''}`)
    texts.push(...page.items.map(({ text }: { text: string }) => text))
    cursor = page.nextCursor
  } while (cursor)
  expect(texts).toEqual(['e', 'd', 'c', 'b', 'a'])
})

test('the company is told of many messages by one letter in 15 minutes, and of those after it by the next', async () => {
  const member = await app.quickMember()
  for (const text of ['One', 'Two', 'Three']) await write(member, text)
  await app.settle()
  expect(mailsAbout(member)).toHaveLength(1)
  expect(mailsAbout(member)[0]).toMatchObject({ subject: 'Ada Lovelace has written to you' })
  expect(mailsAbout(member)[0]?.text).not.toContain('One')

  app.clock.advance({ minutes: 14 })
  await app.run('tell-of-waiting')
  expect(mailsAbout(member)).toHaveLength(1)
  app.clock.advance({ minutes: 1 })
  await app.run('tell-of-waiting')
  await app.run('tell-of-waiting')
  expect(mailsAbout(member)).toHaveLength(2)

  app.clock.advance({ minutes: 16 })
  await write(await app.returning(member), 'Four')
  await app.settle()
  expect(mailsAbout(member)).toHaveLength(3)
})

test('of what was answered meanwhile the company is not told', async () => {
  const member = await app.quickMember()
  await write(member, 'One')
  const last = (await write(member, 'Two')).body.data
  await answer(member, 'Both answered', last.writtenAt)
  app.clock.advance({ minutes: 20 })
  await app.run('tell-of-waiting')
  expect(mailsAbout(member)).toHaveLength(1)
})

test('of who leaves while something is being written nothing stays', async () => {
  for (let round = 0; round < 5; round += 1) {
    const member = await app.quickMember()
    const leaving = member.send('DELETE', '/api/account', { confirmation: 'DELETE' })
    const written = await Promise.all([write(member, 'Wait'), answer(member, 'Stay'), write(member, 'Goodbye')])
    for (const { status } of written) expect([200, 401, 404, 503]).toContain(status)
    expect((await leaving).status).toBe(200)
    expect(await app.rows('select 1 from conversation where member_id = $1', member.id)).toEqual([])
  }
})

test('what was under way when a member left is not written any more', async () => {
  const member = await app.quickMember()
  await member.send('DELETE', '/api/account', { confirmation: 'DELETE' })
  const { db } = app.context
  const late = db
    .transaction()
    .execute((tx) =>
      writeAsMember(tx, app.context, { memberId: member.id as never, sendingId: randomUUID(), text: 'Late' }),
    )
  await expect(late).rejects.toMatchObject({ status: 503 })
  expect(await app.rows('select 1 from conversation where member_id = $1', member.id)).toEqual([])
})

test('messages are deleted 36 months after they were written, and the conversation with the last of them', async () => {
  const member = await app.quickMember()
  await write(member, 'Long ago')
  await app.rows(
    "update conversation_message set written_at = now() - interval '37 months' where member_id = $1",
    member.id,
  )
  await write(member, 'Lately')
  await app.run('forget-conversations')
  expect((await read(member)).items.map(({ text }: { text: string }) => text)).toEqual(['Lately'])

  await app.rows(
    "update conversation_message set written_at = now() - interval '37 months' where member_id = $1",
    member.id,
  )
  await app.rows(
    "update conversation set last_message_at = now() - interval '37 months' where member_id = $1",
    member.id,
  )
  await app.run('forget-conversations')
  expect(await app.rows('select 1 from conversation where member_id = $1', member.id)).toEqual([])
})
