import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { emailsTo } from '#tests/support/given/received-emails.ts'
import { purgeExpiredMessages } from '../../server/purge-expired.ts'

const app = await startApp()
afterAll(app.close)

const administrator = await app.quickMember('administrator')

/** Sends a message through the contact page. */
async function receiveMessage(changes: { email?: string; topic?: string; subject?: string; message?: string } = {}) {
  const submission = {
    name: 'Grace Hopper',
    email: `${randomUUID()}@example.org`,
    message: 'Which one fits?',
    ...changes,
  }
  const path = submission.topic ? '/api/complaints' : '/api/contact'
  expect((await app.stranger().post(path, submission)).status).toBe(200)
  const [{ id }] = (await app.rows('select id from message where email = $1', submission.email)) as [{ id: string }]
  return { ...submission, id, url: `/api/admin/inbox/${id}` }
}

const reply = (url: string, text = 'STUDY WORLD fits.', id = randomUUID()) =>
  administrator.post(`${url}/replies`, { id, text })
const listInbox = async (query: string) => (await administrator.get(`/api/admin/inbox?${query}`)).body.data.items

test("an answer is emailed to the sender, with replies going to the company's mailbox", async () => {
  const { url, email } = await receiveMessage()
  const { mailbox, reference } = (await administrator.get(url)).body.data
  const { body } = await reply(url, 'STUDY WORLD fits.\nShall we call you?')
  expect(body.message).toBe('Your reply is on its way.')
  const [sentReply] = await emailsTo(app, email, 'has replied to you')
  expect(sentReply).toMatchObject({
    subject: `FutureWorld Consultancy has replied to you (${reference})`,
    replyTo: mailbox,
  })
  expect(sentReply?.text).toContain('Shall we call you?')
  expect(mailbox).toBe((await app.visitor.get('/api/company')).body.data.email)
})

test('answering assigns the message to whoever answers it and marks it as answered', async () => {
  const { url, id } = await receiveMessage()
  const { body } = await reply(url)
  expect(body.data).toMatchObject({
    state: 'answered',
    assignee: { id: administrator.id, name: 'Ada Lovelace' },
    entries: [{ kind: 'reply', staffName: 'Ada Lovelace', text: 'STUDY WORLD fits.' }],
  })
  const [entry] = await app.rows('select action, before, after from audit_entry where object_id = $1', id)
  expect(entry).toMatchObject({ action: 'message.answered', before: { state: 'new' }, after: { state: 'answered' } })
  expect(JSON.stringify(entry)).not.toContain('STUDY WORLD')
})

test('an answer submitted twice is sent once, and different text with the same id is refused', async () => {
  const { url, email } = await receiveMessage()
  const id = randomUUID()
  const answers = await Promise.all([reply(url, 'Once', id), reply(url, 'Once', id)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect((await reply(url, 'Otherwise', id)).body.code).toBe('already-sent')
  expect(await emailsTo(app, email, 'has replied to you')).toHaveLength(1)
})

test('a note is not sent to the sender', async () => {
  const { url, email } = await receiveMessage()
  const { body } = await administrator.post(`${url}/notes`, { id: randomUUID(), text: 'Has called before.' })
  expect(body.data).toMatchObject({ state: 'new', entries: [{ kind: 'note', text: 'Has called before.' }] })
  expect((await emailsTo(app, email)).some(({ text }) => text.includes('Has called before.'))).toBe(false)
})

test('a concurrent change to the state of a message is refused', async () => {
  const { url } = await receiveMessage()
  const assignment = { version: 0, state: 'in-progress', assigneeId: administrator.id }
  const accepted = await administrator.send('PUT', `${url}/assignment`, assignment)
  expect(accepted.body.data).toMatchObject({ state: 'in-progress', version: 1, assignee: { id: administrator.id } })
  const refused = await administrator.send('PUT', `${url}/assignment`, { ...assignment, state: 'closed' })
  expect(refused).toMatchObject({ status: 409, body: { code: 'edited-elsewhere' } })
  expect((await administrator.get(url)).body.data.state).toBe('in-progress')
})

test('a message can be assigned to administrators only', async () => {
  const { url } = await receiveMessage()
  for (const person of [await app.quickMember(), await app.quickMember('consultant')]) {
    const assignment = { version: 0, state: 'new', assigneeId: person.id }
    expect((await administrator.send('PUT', `${url}/assignment`, assignment)).body.code).toBe('staff-not-found')
  }
})

test('a message marked as spam can be restored and answered', async () => {
  const { url, email, id } = await receiveMessage({ subject: 'A field that nobody sees' })
  expect(await listInbox(`writer=${email}`)).toEqual([])
  expect(await listInbox(`writer=${email}&spam=only`)).toMatchObject([{ id, isSpam: true }])
  expect((await reply(url)).body.code).toBe('message-spam')
  expect((await administrator.get(url)).body.data.entries).toEqual([])
  expect((await administrator.post(`${url}/not-spam`)).body.data.isSpam).toBe(false)
  expect(await listInbox(`writer=${email}`)).toMatchObject([{ id }])
  expect((await reply(url)).status).toBe(200)
})

test('a complaint shows the date by which to answer until it is answered', async () => {
  const { url } = await receiveMessage({ topic: 'refund' })
  const { receivedAt, answerBy } = (await administrator.get(url)).body.data
  expect(Date.parse(answerBy) - Date.parse(receivedAt)).toBe(30 * 86_400_000)
  expect((await reply(url)).body.data.answerBy).toBeNull()
})

test('the list can be filtered by state, kind, assignee and sender, and is sorted newest first', async () => {
  const email = `${randomUUID()}@example.org`
  const message = await receiveMessage({ email })
  app.clock.advance({ seconds: 1 })
  const complaint = await receiveMessage({ email: email.toUpperCase(), topic: 'other' })
  await reply(message.url)
  const listIds = async (query: string) =>
    (await listInbox(`writer=${email}&${query}`)).map(({ id }: { id: string }) => id)
  expect(await listIds('')).toEqual([complaint.id, message.id])
  expect(await listIds('state=answered')).toEqual([message.id])
  expect(await listIds('kind=complaint')).toEqual([complaint.id])
  expect(await listIds('mine=only')).toEqual([message.id])
  const [{ reference }] = await listInbox(`writer=${email}&state=answered`)
  expect((await listInbox(`writer=${reference.toLowerCase()}`)).map(({ id }: { id: string }) => id)).toEqual([
    message.id,
  ])
})

test('the CSV export escapes formulas', async () => {
  const { email } = await receiveMessage({ message: '=HYPERLINK("https://example.org")' })
  const { body: text } = await administrator.get(`/api/admin/inbox.csv?writer=${email}`)
  expect(text.charCodeAt(0)).toBe(0xfeff)
  expect(text).toContain(email)
  expect(text).toContain(`"'=HYPERLINK(`)
})

test('answers and notes are purged with their message after twelve months', async () => {
  const { url, id } = await receiveMessage()
  await reply(url)
  await administrator.post(`${url}/notes`, { id: randomUUID(), text: 'A note' })
  app.clock.advance({ days: 370 })
  await purgeExpiredMessages.run(app.context)
  expect(await app.rows('select id from message where id = $1', id)).toEqual([])
  expect(await app.rows('select id from message_entry where message_id = $1', id)).toEqual([])
})
