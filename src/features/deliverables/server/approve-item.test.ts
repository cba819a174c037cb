import { afterAll, expect, test } from 'vitest'
import { atSecondsBefore } from '../../../../tests/support/bookings.ts'
import {
  givenAsked,
  givenItems,
  givenMade,
  givenMaker,
  itemPath,
  workPath,
} from '../../../../tests/support/deliverables.ts'
import { pdf, uploadFile } from '../../../../tests/support/files.ts'
import { bellOf, mailsTo } from '../../../../tests/support/letters.ts'
import { startApp } from '../../../../tests/support/start-app.ts'

const app = await startApp()
afterAll(app.close)

/** What the ledger says was used of a package's kind. */
async function usesOf({ id }: { id: string }) {
  const rows = await app.rows('select line_key, kind, quantity from entitlement_entry where cause_id = $1', id)
  return rows.map(({ line_key: line, kind, quantity }) => `${line} ${kind} ${quantity}`)
}

const heardBy = (accountId: string) => bellOf(app, accountId, 'Post ')
const lettersTo = async (email: string) =>
  (await mailsTo(app, email)).filter(({ text }) => text.includes('/deliverables/')).map(({ subject }) => subject)

test('a post is taken on, made, shown, approved, and counted once', async () => {
  const { member, item, items, entitlement } = await givenPosts()
  expect(items.map(({ number, promised, state }) => [number, promised, state])).toEqual(
    Array.from({ length: 8 }, (_, index) => [index + 1, 8, 'planned']),
  )
  const consultant = await givenMaker(app)
  const taken = await consultant.post(workPath(item, '/assignment'))
  expect(taken.body.data).toMatchObject({ state: 'in_progress', isMine: true, memberName: 'Ada Lovelace' })
  await uploadFile(consultant, workPath(item, '/versions/file'), pdf, 'post.pdf')
  await consultant.post(workPath(item, '/approval-request'))
  const { body: shown } = await member.get(itemPath(item))
  expect(shown.data).toMatchObject({ state: 'for_approval', versions: [{ number: 1, file: { name: 'post.pdf' } }] })
  expect(await usesOf(item)).toEqual([])

  const answers = await Promise.all([1, 2, 3].map(() => member.post(itemPath(item, '/approval'), { version: 1 })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect(await usesOf(item)).toEqual(['posts use -1'])
  const { body: owned } = await member.get(`/api/entitlements/${entitlement}`)
  expect(owned.data.lines.find(({ key }: { key: string }) => key === 'posts')).toMatchObject({ granted: 8, left: 7 })
  const { body: progress } = await member.get('/api/deliverables/progress')
  expect(progress.data[0].lines.find(({ lineKey }: { lineKey: string }) => lineKey === 'posts')).toEqual({
    lineKey: 'posts',
    title: 'Posts',
    delivered: 1,
    promised: 8,
    forApproval: 0,
  })

  expect(await heardBy(member.id)).toEqual(['Post 1 of 8: please have a look'])
  expect(await lettersTo(member.person.email)).toEqual(['Post 1 of 8: please have a look'])
  expect(await heardBy(consultant.id)).toEqual(['Post 1 of 8: approved'])
  expect(await lettersTo(consultant.email)).toEqual(['Post 1 of 8: approved'])
})

async function givenPosts() {
  const given = await givenItems(app)
  return { ...given, entitlement: given.item.entitlementId }
}

test('a member says what should be different, and sees the next version', async () => {
  const { member, consultant, item } = await givenAsked(app)
  const { body } = await member.post(itemPath(item, '/changes'), { version: 1, text: 'Please with our logo.' })
  expect(body.data).toMatchObject({
    state: 'in_progress',
    comments: [{ author: 'member', text: 'Please with our logo.', asksChangeOf: 1 }],
  })
  expect(await lettersTo(consultant.email)).toEqual(['Post 1 of 8: changes asked'])
  expect(await heardBy(consultant.id)).toEqual(['Post 1 of 8: changes asked'])

  expect((await consultant.post(workPath(item, '/approval-request'))).body.code).toBe('nothing-new')
  await uploadFile(consultant, workPath(item, '/versions/file'), pdf)
  expect((await member.get(itemPath(item))).body.data.versions).toHaveLength(1)
  await consultant.post(workPath(item, '/approval-request'))
  expect((await member.post(itemPath(item, '/approval'), { version: 1 })).body.code).toBe('version-changed')
  expect((await member.post(itemPath(item, '/approval'), { version: 2 })).status).toBe(200)
})

test('the dashboard says what waits for an answer, as long as it waits', async () => {
  const { member, item } = await givenAsked(app)
  const read = async () => (await member.get('/api/portal/dashboard')).body.data.deliverables
  expect(await read()).toMatchObject({ delivered: 0, promised: 17, forApproval: [{ id: item.id }] })
  await member.post(itemPath(item, '/approval'), { version: 1 })
  expect(await read()).toMatchObject({ delivered: 1, promised: 17, forApproval: [] })
})

test('asking for changes needs a word about what', async () => {
  const { member, item } = await givenAsked(app)
  const { status, body } = await member.post(itemPath(item, '/changes'), { version: 1, text: '  ' })
  expect([status, body.errors]).toEqual([400, { text: 'Please write a few words' }])
})

test('what nobody asked about cannot be approved', async () => {
  const { member, item } = await givenMade(app)
  expect((await member.post(itemPath(item, '/approval'), { version: 1 })).body.code).toBe('nothing-asked')
  expect(await usesOf(item)).toEqual([])
})

test('a consultant delivers what needs no approval, once there is something', async () => {
  const { member, item } = await givenItems(app, { lineKey: 'platforms' })
  const consultant = await givenMaker(app)
  await consultant.post(workPath(item, '/assignment'))
  expect((await consultant.post(workPath(item, '/delivery'))).body.code).toBe('nothing-made')
  await consultant.post(workPath(item, '/versions/note'), { note: 'Your page is ready.' })
  expect((await consultant.post(workPath(item, '/delivery'))).body.data.state).toBe('delivered')
  expect((await consultant.post(workPath(item, '/delivery'))).body.code).toBe('item-delivered')
  expect(await usesOf(item)).toEqual(['platforms use -1'])
  expect((await member.get(itemPath(item))).body.data).toMatchObject({
    state: 'delivered',
    versions: [{ note: 'Your page is ready.' }],
  })
  expect(await lettersTo(member.person.email)).toEqual(['Platform 1 of 3: delivered'])
})

test('a consultant may deliver without an answer after a week, and not a second before', async () => {
  const { consultant, item } = await givenAsked(app)
  const soon = new Date(app.clock.now().getTime() + 60_000)
  await app.rows(
    "update deliverable_item set asked_at = $2::timestamptz - interval '168 hours' where id = $1",
    item.id,
    soon,
  )
  const deliver = () => consultant.post(workPath(item, '/delivery'))
  const early = await atSecondsBefore(app, soon, 1, deliver)
  expect([early.status, early.body.code]).toEqual([409, 'member-asked'])
  expect((await atSecondsBefore(app, soon, 0, deliver)).status).toBe(200)
})

test('each tells the other what they write', async () => {
  const { member, consultant, item } = await givenMade(app)
  await member.post(itemPath(item, '/comments'), { text: 'Our colours are blue.' })
  await consultant.post(workPath(item, '/comments'), { text: 'Thank you.' })
  const { body } = await member.get(itemPath(item))
  expect(body.data.comments.map(({ author, text }: { author: string; text: string }) => [author, text])).toEqual([
    ['consultant', 'Thank you.'],
    ['member', 'Our colours are blue.'],
  ])
  expect([await heardBy(consultant.id), await heardBy(member.id)]).toEqual([
    ['Post 1 of 8: a new comment'],
    ['Post 1 of 8: a new comment'],
  ])
})

test('who wants no letters about deliverables hears of them by the bell alone', async () => {
  const { member, consultant, item } = await givenMade(app)
  await member.send('PUT', '/api/account/notifications', {
    choices: [{ kind: 'deliverables', channel: 'email', isOn: false }],
  })
  await consultant.post(workPath(item, '/approval-request'))
  expect([await heardBy(member.id), await lettersTo(member.person.email)]).toEqual([
    ['Post 1 of 8: please have a look'],
    [],
  ])
})

test('what belongs to somebody else is not there', async () => {
  const { item } = await givenAsked(app)
  const other = await app.quickMember()
  for (const answer of [
    await other.get(itemPath(item)),
    await other.post(itemPath(item, '/approval'), { version: 1 }),
    await other.post(itemPath(item, '/changes'), { version: 1, text: 'Mine' }),
    await other.post(itemPath(item, '/comments'), { text: 'Mine' }),
  ]) {
    expect([answer.status, answer.body.code]).toEqual([404, 'item-not-found'])
  }
  expect((await other.get(`/api/deliverables?entitlementId=${item.entitlementId}`)).body.data.items).toEqual([])
})

test.each([
  ['was disabled', 'update account set disabled_at = now() where id = $1'],
  ['is no consultant any more', "update account set role = 'member' where id = $1"],
])('a consultant who %s hears nothing of what a member answers', async (_, leave) => {
  const { member, consultant, item } = await givenAsked(app)
  await app.rows(leave, consultant.id)
  await app.settle()
  const [before, letters] = [await heardBy(consultant.id), app.mails.length]
  expect((await member.post(itemPath(item, '/approval'), { version: 1 })).status).toBe(200)
  await app.settle()
  expect(await heardBy(consultant.id)).toEqual(before)
  expect(app.mails).toHaveLength(letters)
})
