import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { givenItemAwaitingApproval, givenItems, itemPath, workPath } from '#tests/support/given/deliverables.ts'
import { buy } from '#tests/support/given/refunds.ts'
import { subscribe } from '#tests/support/given/subscriptions.ts'

const app = await startApp()
afterAll(app.close)

test('concurrent requests create a package’s deliverables only once', async () => {
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

test('deliverables are not created again for a package that already had them', async () => {
  const { member, item } = await givenItems(app, { lineKey: 'strategy' })
  await app.rows('delete from deliverable where id = $1', item.id)
  await app.run('create-deliverables')
  expect((await member.get(itemPath(item))).status).toBe(404)
  const { body } = await member.get('/api/deliverables?limit=100')
  expect(body.data.items).toHaveLength(16)
})

test('a disputed package’s deliverables are created once the dispute is won', async () => {
  const { member, id } = await buy(app, { packageId: 'biz-future-basic' })
  await app.rows("update purchase set status = 'disputed' where id = $1", id)
  await app.rows('delete from deliverable where member_id = $1', member.id)
  await app.rows('update entitlement set deliverables_planned_at = null where member_id = $1', member.id)
  expect((await member.get('/api/deliverables')).body.data.items).toEqual([])
  await app.rows("update purchase set status = 'completed' where id = $1", id)
  expect((await member.get('/api/deliverables?limit=100')).body.data.items).toHaveLength(17)
})

test('each subscription month has its own deliverables, and one-off ones are created only once', async () => {
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

test('a withdrawal closes open deliverables but not delivered ones', async () => {
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
