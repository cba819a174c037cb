import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'

const app = await startApp()
afterAll(app.close)

const administrator = await app.quickMember('administrator')

type Member = Awaited<ReturnType<typeof app.quickMember>>

const write = (member: Member, text: string) => member.post('/api/conversation/messages', { id: randomUUID(), text })
const url = (member: { id: string }, suffix = '') => `/api/admin/conversations/${member.id}${suffix}`
const answer = (member: Member, seenUntil: string | null) =>
  administrator.post(url(member, '/messages'), { id: randomUUID(), text: 'An answer', seenUntil })
const list = async (query = '') => (await administrator.get(`/api/admin/conversations${query}`)).body.data
const toMemberIds = (items: { member: { id: string } }[]) => items.map(({ member }) => member.id)

test('conversations waiting for an answer come first, oldest first, then all other conversations, newest first', async () => {
  const [first, second, third, fourth] = await Promise.all([1, 2, 3, 4].map(() => app.quickMember()))
  if (!first || !second || !third || !fourth) throw new Error('Four members were expected')
  for (const member of [first, second, third, fourth]) {
    const { body } = await write(member, `Question of ${member.id}`)
    if (member === first || member === third) await answer(member, body.data.writtenAt)
    app.clock.advance({ seconds: 1 })
  }
  expect(toMemberIds((await list()).items)).toEqual([second.id, fourth.id, third.id, first.id])
  expect((await list()).items[0]).toMatchObject({
    member: { name: 'Ada Lovelace', email: second.person.email },
    lastAuthor: 'member',
    excerpt: `Question of ${second.id}`,
    waitingSince: expect.any(String),
  })
})

test('a conversation is found by the beginning of any word in the name or email, and wildcards are literal', async () => {
  const member = await app.quickMember()
  await app.rows("update account set first_name = 'Zoë', last_name = 'O_Neill' where id = $1", member.id)
  await write(member, 'Hello')
  for (const search of ['zoë o_n', 'O_NEILL', member.person.email.slice(0, 20)])
    expect(toMemberIds((await list(`?search=${encodeURIComponent(search)}`)).items)).toEqual([member.id])
  expect(toMemberIds((await list('?search=%25')).items)).toEqual([])
  expect(toMemberIds((await list('?search=OxNeill')).items)).toEqual([])
})

test('if staff answer only the messages they have seen, later messages still wait for an answer', async () => {
  const member = await app.quickMember()
  const seen = (await write(member, 'Seen')).body.data
  const unseen = (await write(member, 'Not seen yet')).body.data
  expect((await answer(member, seen.writtenAt)).body.data.waitingSince).toBe(unseen.writtenAt)

  const marked = await administrator.post(url(member, '/answered'), { seenUntil: seen.writtenAt })
  expect(marked.body.data).toEqual({ waitingSince: unseen.writtenAt })
  const markedLater = await administrator.post(url(member, '/answered'), { seenUntil: unseen.writtenAt })
  expect(markedLater.body).toMatchObject({ message: 'Marked as answered.', data: { waitingSince: null } })
  expect((await administrator.get(url(member))).body.data.waitingSince).toBeNull()
})

test('a conversation started by the company is not marked as waiting for an answer', async () => {
  const member = await app.quickMember()
  expect((await administrator.get(url(member))).body.data).toEqual({
    items: [],
    nextCursor: null,
    waitingSince: null,
    member: { id: member.id, name: 'Ada Lovelace', email: member.person.email },
  })
  expect((await answer(member, null)).body.data).toMatchObject({ author: 'company', waitingSince: null })
  expect((await administrator.post(url(member, '/answered'), { seenUntil: null })).status).toBe(200)
})

test('staff cannot write to unknown or deleted members', async () => {
  const member = await app.quickMember()
  await write(member, 'Hello')
  await member.send('DELETE', '/api/account', { confirmation: 'DELETE' })
  for (const id of [member.id, randomUUID()]) {
    const refused = { status: 404, body: { code: 'member-not-found' } }
    expect(await administrator.get(url({ id }))).toMatchObject(refused)
    const body = { id: randomUUID(), text: 'Hello', seenUntil: null }
    expect(await administrator.post(url({ id }, '/messages'), body)).toMatchObject(refused)
    expect(await administrator.post(url({ id }, '/answered'), { seenUntil: null })).toMatchObject(refused)
    expect(await administrator.post(url({ id }, '/reply-address'))).toMatchObject(refused)
  }
  expect(toMemberIds((await list('?limit=100')).items)).not.toContain(member.id)
})
