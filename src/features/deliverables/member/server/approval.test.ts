import { afterAll, expect, test } from 'vitest'
import { DAY_MS } from '#platform/shared/durations.ts'
import { startApp } from '#tests/support/app/start-app.ts'
import {
  givenDeliverableConsultant,
  givenDraftedItem,
  givenItemAwaitingApproval,
  givenItems,
  itemPath,
  workPath,
} from '#tests/support/given/deliverables.ts'
import { pdf, uploadFile } from '#tests/support/given/files.ts'
import { emailsTo, notificationTitles } from '#tests/support/given/received-emails.ts'

const app = await startApp()
afterAll(app.close)

/** The ledger entries for this deliverable. */
async function readUses({ id }: { id: string }) {
  const rows = await app.rows('select line_key, kind, quantity from entitlement_entry where cause_id = $1', id)
  return rows.map(({ line_key: line, kind, quantity }) => `${line} ${kind} ${quantity}`)
}

const readNotifications = (accountId: string) => notificationTitles(app, accountId, 'Post ')
const readEmailSubjects = async (email: string) =>
  (await emailsTo(app, email)).filter(({ text }) => text.includes('/deliverables/')).map(({ subject }) => subject)

test('an approved post counts as used and notifies both sides', async () => {
  const { member, consultant, item } = await givenItemAwaitingApproval(app)
  expect(await readUses(item)).toEqual([])
  expect((await member.post(itemPath(item, '/approval'), { version: 1 })).body.data.state).toBe('delivered')
  expect(await readUses(item)).toEqual(['posts use -1'])
  const { body: owned } = await member.get(`/api/entitlements/${item.entitlementId}`)
  expect(owned.data.lines.find(({ key }: { key: string }) => key === 'posts')).toMatchObject({ granted: 8, left: 7 })
  const { body: progress } = await member.get('/api/deliverables/progress')
  const posts = { lineKey: 'posts', title: 'Posts', delivered: 1, promised: 8, forApproval: 0 }
  expect(progress.data[0].lines).toContainEqual(posts)

  expect(await readNotifications(member.id)).toEqual(['Ready to review: Post 1 of 8'])
  expect(await readEmailSubjects(member.person.email)).toEqual(['Ready to review: Post 1 of 8'])
  expect(await readNotifications(consultant.id)).toEqual(['Approved: Post 1 of 8'])
  expect(await readEmailSubjects(consultant.email)).toEqual(['Approved: Post 1 of 8'])
})

test('a change request reopens the deliverable, and the next version needs a new approval', async () => {
  const { member, consultant, item } = await givenItemAwaitingApproval(app)
  const { body } = await member.post(itemPath(item, '/changes'), { version: 1, text: 'Please with our logo.' })
  expect(body.data).toMatchObject({
    state: 'in_progress',
    comments: [{ author: 'member', text: 'Please with our logo.', requestsChangesTo: 1 }],
  })
  expect(await readEmailSubjects(consultant.email)).toEqual(['Changes requested: Post 1 of 8'])
  expect(await readNotifications(consultant.id)).toEqual(['Changes requested: Post 1 of 8'])

  await uploadFile(consultant, workPath(item, '/versions/file'), pdf)
  expect((await member.get(itemPath(item))).body.data.versions).toHaveLength(1)
  await consultant.post(workPath(item, '/approval-request'))
  expect((await member.post(itemPath(item, '/approval'), { version: 1 })).body.code).toBe('version-changed')
  expect((await member.post(itemPath(item, '/approval'), { version: 2 })).status).toBe(200)
})

test('the dashboard shows how many items are delivered and lists those awaiting approval', async () => {
  const { member, item } = await givenItemAwaitingApproval(app)
  const read = async () => (await member.get('/api/portal/dashboard')).body.data.deliverables
  expect(await read()).toMatchObject({ delivered: 0, promised: 17, forApproval: [{ id: item.id }] })
  await member.post(itemPath(item, '/approval'), { version: 1 })
  expect(await read()).toMatchObject({ delivered: 1, promised: 17, forApproval: [] })
})

test('rejects a change request without text', async () => {
  const { member, item } = await givenItemAwaitingApproval(app)
  const { status, body } = await member.post(itemPath(item, '/changes'), { version: 1, text: '  ' })
  expect([status, body.errors]).toEqual([400, { text: 'Write a few words' }])
})

test('rejects approval of a version that was not submitted for it', async () => {
  const { member, item } = await givenDraftedItem(app)
  expect((await member.post(itemPath(item, '/approval'), { version: 1 })).body.code).toBe('not-awaiting-approval')
  expect(await readUses(item)).toEqual([])
})

test('a consultant can deliver without approval once there is a version', async () => {
  const { member, item } = await givenItems(app, { lineKey: 'platforms' })
  const consultant = await givenDeliverableConsultant(app)
  await consultant.post(workPath(item, '/assignment'))
  expect((await consultant.post(workPath(item, '/delivery'))).body.code).toBe('no-version')
  await consultant.post(workPath(item, '/versions/note'), { note: 'Your page is ready.' })
  expect((await consultant.post(workPath(item, '/delivery'))).body.data.state).toBe('delivered')
  expect(await readUses(item)).toEqual(['platforms use -1'])
  expect((await member.get(itemPath(item))).body.data).toMatchObject({
    state: 'delivered',
    versions: [{ note: 'Your page is ready.' }],
  })
  expect(await readEmailSubjects(member.person.email)).toEqual(['Delivered: Platform 1 of 3'])
})

test('if the member has not answered for a week, the consultant can deliver', async () => {
  const { consultant, item } = await givenItemAwaitingApproval(app)
  const deliver = () => consultant.post(workPath(item, '/delivery'))
  expect((await deliver()).body.code).toBe('awaiting-approval')
  const weekAgo = new Date(app.clock.now().getTime() - 7 * DAY_MS)
  await app.rows('update deliverable set approval_requested_at = $2 where id = $1', item.id, weekAgo)
  expect((await deliver()).status).toBe(200)
})

test('comments notify the other side', async () => {
  const { member, consultant, item } = await givenDraftedItem(app)
  await member.post(itemPath(item, '/comments'), { text: 'Our colours are blue.' })
  await consultant.post(workPath(item, '/comments'), { text: 'Thank you.' })
  const { body } = await member.get(itemPath(item))
  expect(body.data.comments.map(({ author, text }: { author: string; text: string }) => [author, text])).toEqual([
    ['consultant', 'Thank you.'],
    ['member', 'Our colours are blue.'],
  ])
  expect([await readNotifications(consultant.id), await readNotifications(member.id)]).toEqual([
    ['New comment: Post 1 of 8'],
    ['New comment: Post 1 of 8'],
  ])
})

test('a member who has turned off deliverable emails is notified only in the portal', async () => {
  const { member, consultant, item } = await givenDraftedItem(app)
  await member.send('PUT', '/api/account/notifications', {
    choices: [{ kind: 'deliverables', channel: 'email', isOn: false }],
  })
  await consultant.post(workPath(item, '/approval-request'))
  expect([await readNotifications(member.id), await readEmailSubjects(member.person.email)]).toEqual([
    ['Ready to review: Post 1 of 8'],
    [],
  ])
})

test('requesting another member’s deliverable responds with 404', async () => {
  const { item } = await givenItemAwaitingApproval(app)
  const stranger = await app.quickMember()
  for (const answer of [
    await stranger.get(itemPath(item)),
    await stranger.post(itemPath(item, '/approval'), { version: 1 }),
    await stranger.post(itemPath(item, '/changes'), { version: 1, text: 'Mine' }),
    await stranger.post(itemPath(item, '/comments'), { text: 'Mine' }),
  ]) {
    expect([answer.status, answer.body.code]).toEqual([404, 'deliverable-not-found'])
  }
  expect((await stranger.get(`/api/deliverables?entitlementId=${item.entitlementId}`)).body.data.items).toEqual([])
})

test.each([
  ['was disabled', 'update account set disabled_at = now() where id = $1'],
  ['is no longer a consultant', "update account set role = 'member' where id = $1"],
])('a consultant who %s is not notified of approvals', async (_, removeConsultant) => {
  const { member, consultant, item } = await givenItemAwaitingApproval(app)
  await app.rows(removeConsultant, consultant.id)
  await app.settle()
  const [before, emailCount] = [await readNotifications(consultant.id), app.mails.length]
  expect((await member.post(itemPath(item, '/approval'), { version: 1 })).status).toBe(200)
  await app.settle()
  expect(await readNotifications(consultant.id)).toEqual(before)
  expect(app.mails).toHaveLength(emailCount)
})
