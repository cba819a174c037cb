import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../../tests/support/app/start-app.ts'
import {
  givenDeliverableConsultant,
  givenDraftedItem,
  givenItemAwaitingApproval,
  givenItems,
  itemPath,
  workPath,
} from '../../../../tests/support/given/deliverables.ts'
import { countFiles } from '../../../../tests/support/given/files.ts'
import { buy } from '../../../../tests/support/given/refunds.ts'
import { subscribe } from '../../../../tests/support/given/subscriptions.ts'

const app = await startApp()
afterAll(app.close)

test('concurrent requests plan a package’s deliverables once', async () => {
  const { member } = await buy(app, { packageId: 'biz-future-basic' })
  await Promise.all([
    member.get('/api/deliverables'),
    member.get('/api/deliverables/progress'),
    app.run('create-deliverables'),
    member.get('/api/deliverables'),
  ])
  const rows = await app.rows(
    `select line_key, count(*)::int, max(promised) as promised, bool_and(due_on = (ends_at at time zone 'Europe/London')::date) as due
     from deliverable item join entitlement on entitlement.id = entitlement_id
     where item.member_id = $1 group by line_key order by min(sequence)`,
    member.id,
  )
  expect(rows).toEqual([
    { line_key: 'platforms', count: 3, promised: 3, due: true },
    { line_key: 'posts', count: 8, promised: 8, due: true },
    { line_key: 'reels', count: 4, promised: 4, due: true },
    { line_key: 'monthly-report', count: 1, promised: 1, due: true },
    { line_key: 'strategy', count: 1, promised: 1, due: true },
  ])
})

test('an already planned package is not planned again', async () => {
  const { member, item } = await givenItems(app, { lineKey: 'strategy' })
  await app.rows('delete from deliverable where id = $1', item.id)
  await app.run('create-deliverables')
  expect((await member.get(itemPath(item))).status).toBe(404)
  const { body } = await member.get('/api/deliverables?limit=100')
  expect(body.data.items).toHaveLength(16)
})

test('a disputed package is planned once the dispute is won', async () => {
  const { member, id } = await buy(app, { packageId: 'biz-future-basic' })
  await app.rows("update purchase set status = 'disputed' where id = $1", id)
  await app.rows('delete from deliverable where member_id = $1', member.id)
  await app.rows('update entitlement set deliverables_planned_at = null where member_id = $1', member.id)
  expect((await member.get('/api/deliverables')).body.data.items).toEqual([])
  await app.rows("update purchase set status = 'completed' where id = $1", id)
  expect((await member.get('/api/deliverables?limit=100')).body.data.items).toHaveLength(17)
})

test('each subscription month plans its own deliverables, and one-time ones are planned once', async () => {
  const member = await app.quickMember()
  await subscribe(app, member)
  await app.jump({ days: 32 })
  const renewed = await app.returning(member)
  const { body } = await renewed.get('/api/deliverables/progress')
  expect(body.data).toHaveLength(1)
  const promised = Object.fromEntries(
    body.data[0].lines.map((line: { lineKey: string; promised: number }) => [line.lineKey, line.promised]),
  )
  expect(promised).toMatchObject({ roadmap: 1, 'resume-review': 1, 'profile-update': 2, 'priority-resources': 2 })
})

test('the list is paginated by due date and filtered by package', async () => {
  const { member, item } = await givenItems(app)
  await givenItems(app, { member, packageId: 'my-future-basic', lineKey: 'roadmap' })
  const address = `/api/deliverables?entitlementId=${item.entitlementId}&limit=10`
  const { body: firstPage } = await member.get(address)
  const { body: secondPage } = await member.get(`${address}&cursor=${firstPage.data.nextCursor}`)
  const titles = [...firstPage.data.items, ...secondPage.data.items].map(({ title, number }) => `${title} ${number}`)
  expect([titles.length, new Set(titles).size, secondPage.data.nextCursor]).toEqual([17, 17, null])
  expect(titles.slice(0, 4)).toEqual(['Social platforms 1', 'Social platforms 2', 'Social platforms 3', 'Posts 1'])
  expect((await member.get(`${address}&cursor=nonsense`)).status).toBe(404)
})

test('a withdrawal closes open deliverables and keeps delivered ones', async () => {
  const { member, consultant, item, items, purchaseId } = await givenItemAwaitingApproval(app)
  const openItem = items[1] ?? item
  await member.post(itemPath(item, '/approval'), { version: 1 })
  const { body } = await member.get(`/api/purchases/${purchaseId}/withdrawal`)
  expect(body.data.counting.lines.find(({ title }: { title: string }) => title === 'Posts')).toMatchObject({ used: 1 })
  await member.post(`/api/purchases/${purchaseId}/withdrawal`, { expectedRefund: body.data.refund })

  expect((await member.get(itemPath(item))).body.data.state).toBe('delivered')
  expect((await member.get(itemPath(openItem))).body.data.state).toBe('closed')
  expect((await member.get('/api/deliverables/progress')).body.data).toEqual([])
  expect((await consultant.post(workPath(openItem, '/assignment'))).body.code).toBe('deliverable-closed')
  expect((await member.post(itemPath(openItem, '/comments'), { text: 'Hello?' })).body.code).toBe('deliverable-closed')
  const listed = (await consultant.get('/api/consultant/deliverables?list=open&limit=100')).body.data.items
  expect(listed.filter(({ entitlementId }: { entitlementId: string }) => entitlementId === item.entitlementId)).toEqual(
    [],
  )
})

test('open deliverables can be completed after the package has ended', async () => {
  const { member, consultant, item } = await givenItemAwaitingApproval(app)
  await app.rows(
    "update entitlement set starts_at = starts_at - interval '60 days', ends_at = ends_at - interval '60 days' where id = $1",
    item.entitlementId,
  )
  expect((await consultant.get(workPath(item))).status).toBe(200)
  expect((await member.post(itemPath(item, '/approval'), { version: 1 })).body.data.state).toBe('delivered')
})

test('the worklist shows own and unassigned items of the consultant’s services, first due first', async () => {
  const { item } = await givenDraftedItem(app)
  const advisor = await givenDeliverableConsultant(app, ['BIZ_FUTURE'])
  const otherAdvisor = await givenDeliverableConsultant(app, ['STUDY_WORLD'])
  const { body } = await advisor.get('/api/consultant/deliverables?list=open&limit=100')
  const ids = body.data.items.map(({ id }: { id: string }) => id)
  expect(ids).not.toContain(item.id)
  expect(ids.length).toBeGreaterThan(0)
  const dueDays = body.data.items.map(({ dueOn }: { dueOn: string }) => dueOn)
  expect(dueDays).toEqual(dueDays.toSorted())
  expect((await otherAdvisor.get('/api/consultant/deliverables?list=open')).body.data.items).toEqual([])
})

test('when two consultants take an item concurrently, one gets it and the other gets 404', async () => {
  const { item } = await givenItems(app)
  const consultants = await Promise.all([givenDeliverableConsultant(app), givenDeliverableConsultant(app)])
  const answers = await Promise.all(consultants.map((consultant) => consultant.post(workPath(item, '/assignment'))))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
})

test('deliverables are not in the worklist before the package starts', async () => {
  const { member } = await buy(app, { packageId: 'biz-future-basic', start: 'later' })
  const { body } = await member.get('/api/deliverables')
  const consultant = await givenDeliverableConsultant(app)
  expect((await consultant.get(workPath(body.data.items[0]))).status).toBe(404)
})

test('delivered items are purged with their files after six years and not planned again', async () => {
  const { member, consultant, item } = await givenDraftedItem(app)
  await consultant.post(workPath(item, '/delivery'))
  const before = await countFiles(app)
  await app.rows(
    "update entitlement set starts_at = starts_at - interval '7 years', ends_at = ends_at - interval '7 years' where id = $1",
    item.entitlementId,
  )
  await app.run('purge-deliverables')
  expect((await member.get(itemPath(item))).status).toBe(404)
  expect((await countFiles(app)).files).toBe(before.files - 1)
  await app.run('create-deliverables')
  const { body } = await member.get('/api/deliverables?limit=100')
  // Undelivered items are kept, because they are still owed.
  expect(body.data.items).toHaveLength(16)
})

test('an invalid cursor responds with 404', async () => {
  const member = await app.quickMember()
  for (const position of ['0000-01-01 1', '2026-02-30 1', '2026-01-01 9999999999999999']) {
    const cursor = Buffer.from(position).toString('base64url')
    expect([position, (await member.get(`/api/deliverables?cursor=${cursor}`)).status]).toEqual([position, 404])
  }
})
