import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { readPages } from '#tests/support/app/read-pages.ts'
import { startApp } from '#tests/support/app/start-app.ts'
import { countUnreadMessages } from '../../server/public.ts'
import { writeAsMember } from './member-messages.ts'

const app = await startApp()
afterAll(app.close)

const administrator = await app.quickMember('administrator')

type Member = Awaited<ReturnType<typeof app.quickMember>>

const write = (member: Pick<Member, 'post'>, text: string, id: string = randomUUID()) =>
  member.post('/api/conversation/messages', { id, text })
const answer = async (member: Member, text: string, seenUntil: string | null = null, id: string = randomUUID()) =>
  // The administrator's session may have expired.
  (await app.returning(administrator)).post(`/api/admin/conversations/${member.id}/messages`, { id, text, seenUntil })
const read = async (member: Pick<Member, 'get'>) => (await member.get('/api/conversation')).body.data
const emailsTo = (email: string) => app.mails.filter(({ to }) => to === email)
const companyEmailsAbout = ({ id }: Member) =>
  app.mails.filter(({ text }) => text.includes(`/admin/conversations/${id}`))

test("a new conversation is empty and has the company's name and the time zone", async () => {
  const member = await app.quickMember()
  expect(await read(member)).toEqual({
    items: [],
    nextCursor: null,
    unread: 0,
    companyName: 'FutureWorld Consultancy',
    timeZone: 'Europe/London',
    acceptsEmail: false,
  })
})

test("a member and an administrator see each other's messages in order", async () => {
  const member = await app.quickMember()
  expect(await write(member, '  Which package fits?\n\nI am 17. ')).toMatchObject({
    status: 200,
    body: {
      message: 'Your message has been sent.',
      data: { author: 'member', text: 'Which package fits?\n\nI am 17.', channel: 'portal', skippedFiles: 0 },
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
  // Only staff see which colleague wrote the message.
  expect(items[0]).not.toHaveProperty('staffName')
})

test('an answer triggers a bell notification and an email containing the answer', async () => {
  const member = await app.quickMember()
  await write(member, 'Hello')
  await answer(member, 'Hello Ada.\n<b>How</b> are you?')
  await app.settle()
  const [email] = emailsTo(member.person.email)
  expect(email).toMatchObject({ subject: 'FutureWorld Consultancy has written to you' })
  expect(email).not.toHaveProperty('replyTo')
  expect(email?.text).toContain('Hello Ada.')
  expect(email?.text).toContain('Reply in the portal')
  expect(email?.text).toContain('http://localhost:5001/portal/messages')
  expect(email?.html).toContain('&lt;b&gt;How&lt;/b&gt; are you?')
  const { items } = (await member.get('/api/notifications')).body.data
  expect(items[0]).toMatchObject({ title: 'FutureWorld Consultancy has written to you', path: '/portal/messages' })
})

test('reading up to a message marks it and its notification as read, but later messages stay unread', async () => {
  const member = await app.quickMember()
  const firstMessage = (await answer(member, 'One')).body.data
  await answer(member, 'Two')
  const { body } = await member.post('/api/conversation/read', { until: firstMessage.writtenAt })
  expect(body.data).toEqual({ unread: 1 })
  const { items } = await read(member)
  expect(items.map(({ isUnread }: { isUnread: boolean }) => isUnread)).toEqual([true, false])
  const bell = (await member.get('/api/notifications?limit=2')).body.data.items
  expect(bell.map(({ isRead }: { isRead: boolean }) => isRead).sort()).toEqual([false, true])

  // An older page does not show the newest messages, so it must not mark anything as unread.
  await member.post('/api/conversation/read', { until: '2020-01-01T00:00:00.000Z' })
  expect((await read(member)).unread).toBe(1)
})

test('a page whose clock is ahead does not mark later messages as read', async () => {
  const member = await app.quickMember()
  await answer(member, 'One')
  await member.post('/api/conversation/read', { until: '2199-01-01T00:00:00.000Z' })
  expect((await read(member)).unread).toBe(0)
  await answer(member, 'Two')
  expect((await read(member)).unread).toBe(1)
})

test('a message sent repeatedly is stored once', async () => {
  const member = await app.quickMember()
  const id = randomUUID()
  const answers = await Promise.all(Array.from({ length: 5 }, () => write(member, 'Only once', id)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
  expect((await read(member)).items).toHaveLength(1)

  const answerId = randomUUID()
  const repeatedAnswers = await Promise.all([1, 2].map(() => answer(member, 'Once as well', null, answerId)))
  expect(repeatedAnswers.map(({ status }) => status)).toEqual([200, 200])
  await app.settle()
  expect((await read(member)).items).toHaveLength(2)
  expect(emailsTo(member.person.email)).toHaveLength(1)
})

test('different text under the same id is refused', async () => {
  const member = await app.quickMember()
  const id = randomUUID()
  await write(member, 'As I meant it', id)
  expect(await write(member, 'Otherwise', id)).toMatchObject({ status: 409, body: { code: 'already-sent' } })
})

test('an id used by one member can be used by another and reveals nothing', async () => {
  const [ada, eve] = [await app.quickMember(), await app.quickMember()]
  const id = randomUUID()
  await write(ada, 'A secret', id)
  expect((await write(eve, 'Mine', id)).status).toBe(200)
  expect((await read(eve)).items.map(({ text }: { text: string }) => text)).toEqual(['Mine'])
})

test('an empty message and one over 5,000 characters are refused', async () => {
  const member = await app.quickMember()
  expect((await write(member, ' \n ')).body.errors).toEqual({ text: 'Write something first' })
  expect((await write(member, 'x'.repeat(5_001))).body.errors).toEqual({ text: 'Use no more than 5000 characters' })
  expect((await write(member, 'x'.repeat(5_000))).status).toBe(200)
})

test('a member can write 30 messages an hour, not counting repeats', async () => {
  const member = await app.quickMember()
  const id = randomUUID()
  for (let count = 0; count < 29; count += 1) await write(member, `Message ${count}`)
  for (let time = 0; time < 3; time += 1) expect((await write(member, 'The last', id)).status).toBe(200)
  expect(await write(member, 'Too much')).toMatchObject({ status: 429, body: { code: 'too-many-attempts' } })
})

test('the conversation is paginated, newest first', async () => {
  const member = await app.quickMember()
  for (const text of ['a', 'b', 'c', 'd', 'e']) await write(member, text)
  const messages = await readPages<{ text: string }>(member, '/api/conversation?limit=2')
  expect(messages.map(({ text }) => text)).toEqual(['e', 'd', 'c', 'b', 'a'])
})

test('the company gets at most one notification email per member in 15 minutes', async () => {
  const member = await app.quickMember()
  for (const text of ['One', 'Two', 'Three']) await write(member, text)
  await app.settle()
  expect(companyEmailsAbout(member)).toHaveLength(1)
  expect(companyEmailsAbout(member)[0]).toMatchObject({ subject: 'Ada Lovelace has written to you' })
  expect(companyEmailsAbout(member)[0]?.text).not.toContain('One')

  app.clock.advance({ minutes: 14 })
  await app.run('notify-waiting')
  expect(companyEmailsAbout(member)).toHaveLength(1)
  app.clock.advance({ minutes: 1 })
  await app.run('notify-waiting')
  await app.run('notify-waiting')
  expect(companyEmailsAbout(member)).toHaveLength(2)

  app.clock.advance({ minutes: 16 })
  await write(await app.returning(member), 'Four')
  await app.settle()
  expect(companyEmailsAbout(member)).toHaveLength(3)
})

test('the company is not notified about answered messages', async () => {
  const member = await app.quickMember()
  await write(member, 'One')
  const last = (await write(member, 'Two')).body.data
  await answer(member, 'Both answered', last.writtenAt)
  app.clock.advance({ minutes: 20 })
  await app.run('notify-waiting')
  expect(companyEmailsAbout(member)).toHaveLength(1)
})

test('if the account is deleted while messages are being sent, no conversation is left behind', async () => {
  for (let round = 0; round < 5; round += 1) {
    const member = await app.quickMember()
    const deletion = member.send('DELETE', '/api/account', { confirmation: 'DELETE' })
    const responses = await Promise.all([write(member, 'Wait'), answer(member, 'Stay'), write(member, 'Goodbye')])
    for (const { status } of responses) expect([200, 401, 404, 503]).toContain(status)
    expect((await deletion).status).toBe(200)
    expect(await app.rows('select 1 from conversation where member_id = $1', member.id)).toEqual([])
  }
})

test("storing a message after the member's account has been deleted is refused with a 503", async () => {
  const member = await app.quickMember()
  await member.send('DELETE', '/api/account', { confirmation: 'DELETE' })
  const { db } = app.context
  const lateMessage = db
    .transaction()
    .execute((tx) =>
      writeAsMember(tx, app.context, { memberId: member.id as never, sendingId: randomUUID(), text: 'Late' }),
    )
  await expect(lateMessage).rejects.toMatchObject({ status: 503 })
  expect(await app.rows('select 1 from conversation where member_id = $1', member.id)).toEqual([])
})

test('messages are purged after 36 months, and so is a conversation with no messages left', async () => {
  const member = await app.quickMember()
  await write(member, 'Long ago')
  await app.rows(
    "update conversation_message set written_at = now() - interval '37 months' where member_id = $1",
    member.id,
  )
  await write(member, 'Lately')
  await app.run('purge-conversations')
  expect((await read(member)).items.map(({ text }: { text: string }) => text)).toEqual(['Lately'])

  await app.rows(
    "update conversation_message set written_at = now() - interval '37 months' where member_id = $1",
    member.id,
  )
  await app.rows(
    "update conversation set last_message_at = now() - interval '37 months' where member_id = $1",
    member.id,
  )
  await app.run('purge-conversations')
  expect(await app.rows('select 1 from conversation where member_id = $1', member.id)).toEqual([])
})
