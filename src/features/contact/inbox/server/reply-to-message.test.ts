import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../../../tests/support/app/start-app.ts'
import { purgeExpiredMessages } from '../../server/purge-expired.ts'

const app = await startApp()
afterAll(app.close)

const administrator = await app.quickMember('administrator')

/** Sends a message through the contact page. */
async function received(changes: { email?: string; topic?: string; subject?: string; message?: string } = {}) {
  const written = { name: 'Grace Hopper', email: `${randomUUID()}@example.org`, message: 'Which one fits?', ...changes }
  const path = written.topic ? '/api/complaints' : '/api/contact'
  expect((await app.stranger().post(path, written)).status).toBe(200)
  const [{ id }] = (await app.rows('select id from message where email = $1', written.email)) as [{ id: string }]
  return { ...written, id, url: `/api/admin/inbox/${id}` }
}

const answer = (url: string, text = 'STUDY WORLD fits.', id = randomUUID()) =>
  administrator.post(`${url}/replies`, { id, text })
const list = async (query: string) => (await administrator.get(`/api/admin/inbox?${query}`)).body.data.items
const mailsTo = (address: string) => app.mails.filter(({ to }) => to === address)

test("an answer is emailed to the sender, with replies going to the company's mailbox", async () => {
  const { url, email } = await received()
  const { mailbox, reference } = (await administrator.get(url)).body.data
  const { body } = await answer(url, 'STUDY WORLD fits.\nShall we call you?')
  await app.settle()
  expect(body.message).toBe('Your answer is on its way.')
  // The acknowledgement may arrive before or after the answer.
  const letter = mailsTo(email).find(({ subject }) => subject.includes('has answered you'))
  expect(letter).toMatchObject({
    subject: `FutureWorld Consultancy has answered you (${reference})`,
    replyTo: mailbox,
  })
  expect(letter?.text).toContain('Shall we call you?')
  expect(mailbox).toBe((await app.visitor.get('/api/company')).body.data.email)
})

test('answering assigns the message to its author and marks it as answered', async () => {
  const { url, id } = await received()
  const { body } = await answer(url)
  expect(body.data).toMatchObject({
    state: 'answered',
    assignee: { id: administrator.id, name: 'Ada Lovelace' },
    entries: [{ kind: 'reply', staffName: 'Ada Lovelace', text: 'STUDY WORLD fits.' }],
  })
  const [entry] = await app.rows('select action, before, after from audit_entry where object_id = $1', id)
  expect(entry).toMatchObject({ action: 'message.answered', before: { state: 'new' }, after: { state: 'answered' } })
  expect(JSON.stringify(entry)).not.toContain('STUDY WORLD')
})

test('a repeated answer is sent once, and different text under its id is refused', async () => {
  const { url, email } = await received()
  const id = randomUUID()
  const both = await Promise.all([answer(url, 'Once', id), answer(url, 'Once', id)])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect((await answer(url, 'Otherwise', id)).body.code).toBe('already-sent')
  await app.settle()
  expect(mailsTo(email).filter(({ subject }) => subject.includes('has answered you'))).toHaveLength(1)
})

test('a note is not sent to the sender', async () => {
  const { url, email } = await received()
  const { body } = await administrator.post(`${url}/notes`, { id: randomUUID(), text: 'Has called before.' })
  await app.settle()
  expect(body.data).toMatchObject({ state: 'new', entries: [{ kind: 'note', text: 'Has called before.' }] })
  expect(mailsTo(email).some(({ text }) => text.includes('Has called before.'))).toBe(false)
})

test("a concurrent change of a message's state is refused", async () => {
  const { url } = await received()
  const handling = { version: 0, state: 'in-progress', assigneeId: administrator.id }
  const first = await administrator.send('PUT', `${url}/assignment`, handling)
  expect(first.body.data).toMatchObject({ state: 'in-progress', version: 1, assignee: { id: administrator.id } })
  const second = await administrator.send('PUT', `${url}/assignment`, { ...handling, state: 'closed' })
  expect(second).toMatchObject({ status: 409, body: { code: 'edited-elsewhere' } })
  expect((await administrator.get(url)).body.data.state).toBe('in-progress')
})

test('a message can be assigned to administrators only', async () => {
  const { url } = await received()
  for (const person of [await app.quickMember(), await app.quickMember('consultant')]) {
    const handling = { version: 0, state: 'new', assigneeId: person.id }
    expect((await administrator.send('PUT', `${url}/assignment`, handling)).body.code).toBe('staff-not-found')
  }
})

test('a message marked as spam can be restored and answered', async () => {
  const { url, email, id } = await received({ subject: 'A field that nobody sees' })
  expect(await list(`writer=${email}`)).toEqual([])
  expect(await list(`writer=${email}&spam=only`)).toMatchObject([{ id, isSpam: true }])
  expect((await answer(url)).body.code).toBe('message-spam')
  expect((await administrator.get(url)).body.data.entries).toEqual([])
  expect((await administrator.post(`${url}/not-spam`)).body.data.isSpam).toBe(false)
  expect(await list(`writer=${email}`)).toMatchObject([{ id }])
  expect((await answer(url)).status).toBe(200)
})

test('a complaint shows its answer date until it is answered', async () => {
  const { url } = await received({ topic: 'refund' })
  const { receivedAt, answerBy } = (await administrator.get(url)).body.data
  expect(Date.parse(answerBy) - Date.parse(receivedAt)).toBe(30 * 86_400_000)
  expect((await answer(url)).body.data.answerBy).toBeNull()
})

test('the list is filtered by state, kind, assignee and sender, page by page', async () => {
  const email = `${randomUUID()}@example.org`
  const first = await received({ email })
  app.clock.advance({ seconds: 1 })
  const second = await received({ email: email.toUpperCase(), topic: 'other' })
  await answer(first.url)
  const idsOf = async (query: string) => (await list(`writer=${email}&${query}`)).map(({ id }: { id: string }) => id)
  expect(await idsOf('')).toEqual([second.id, first.id])
  expect(await idsOf('state=answered')).toEqual([first.id])
  expect(await idsOf('kind=complaint')).toEqual([second.id])
  expect(await idsOf('mine=only')).toEqual([first.id])
  const [{ reference }] = await list(`writer=${email}&state=answered`)
  expect((await list(`writer=${reference.toLowerCase()}`)).map(({ id }: { id: string }) => id)).toEqual([first.id])
  const page = (await administrator.get(`/api/admin/inbox?writer=${email}&limit=1`)).body.data
  expect(page.items).toHaveLength(1)
  const rest = await administrator.get(`/api/admin/inbox?writer=${email}&limit=1&cursor=${page.nextCursor}`)
  expect(rest.body.data).toMatchObject({ items: [{ id: first.id }], nextCursor: null })
})

test('the CSV escapes formulas', async () => {
  const { email } = await received({ message: '=HYPERLINK("https://example.org")' })
  const { body: text } = await administrator.get(`/api/admin/inbox.csv?writer=${email}`)
  expect(text.charCodeAt(0)).toBe(0xfeff)
  expect(text).toContain(email)
  expect(text).toContain(`"'=HYPERLINK(`)
})

test('answers and notes are purged with their message after twelve months', async () => {
  const { url, id } = await received()
  await answer(url)
  await administrator.post(`${url}/notes`, { id: randomUUID(), text: 'A note' })
  app.clock.advance({ days: 370 })
  await purgeExpiredMessages.run(app.context)
  expect(await app.rows('select id from message where id = $1', id)).toEqual([])
  expect(await app.rows('select id from message_entry where message_id = $1', id)).toEqual([])
})
