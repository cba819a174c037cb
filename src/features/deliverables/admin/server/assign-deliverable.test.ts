import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import {
  givenDeliverableConsultant,
  givenDraftedItem,
  givenItemAwaitingApproval,
  givenItems,
  workPath,
} from '#tests/support/given/deliverables.ts'
import { download } from '#tests/support/given/documents.ts'
import { notificationTitles } from '#tests/support/given/received-emails.ts'
import type { AdminDeliverable } from '../contract.ts'

const app = await startApp()
afterAll(app.close)
const staff = await app.quickMember('administrator')
const boardPath = (id: string, suffix = '') => `/api/admin/deliverables/${id}${suffix}`
const listBoard = async (query: string) => (await staff.get(`/api/admin/deliverables?${query}`)).body.data
const assign = ({ id }: { id: string }, assignment: { from: string | null; to: string | null }) =>
  staff.post(boardPath(id, '/assignment'), assignment)
const toIds = ({ items }: { items: AdminDeliverable[] }) => items.map(({ id }) => id)

test('a former consultant’s deliverable can be reassigned once, and the new consultant can continue it', async () => {
  const { item, consultant } = await givenDraftedItem(app)
  const successor = await givenDeliverableConsultant(app)
  await app.rows('update account set disabled_at = now() where id = $1', consultant.id)
  const { items } = await listBoard('list=in_progress&limit=100')
  expect(items.find(({ id }: AdminDeliverable) => id === item.id)).toMatchObject({
    consultant: { id: consultant.consultantId, isActive: false },
    isLate: false,
  })
  expect((await successor.get(workPath(item))).status).toBe(404)

  const assignment = { from: consultant.consultantId, to: successor.consultantId }
  const assigned = await assign(item, assignment)
  expect(assigned.body.data).toMatchObject({
    state: 'in_progress',
    consultant: { id: successor.consultantId, isActive: true },
  })
  expect((await successor.get(workPath(item))).body.data).toMatchObject({ isMine: true, versions: [{ number: 1 }] })
  expect(await notificationTitles(app, successor.id, 'Assigned to you')).toHaveLength(1)
  expect(await app.rows('select action, before, after from audit_entry where object_id = $1', item.id)).toEqual([
    {
      action: 'deliverable.assigned',
      before: { consultantId: consultant.consultantId },
      after: { consultantId: successor.consultantId },
    },
  ])
  const conflict = await assign(item, { from: consultant.consultantId, to: null })
  expect([conflict.status, conflict.body.code]).toEqual([409, 'edited-elsewhere'])
})

test('an unassigned deliverable keeps its approval request and can be assigned only to consultants in its service', async () => {
  const { item, consultant } = await givenItemAwaitingApproval(app)
  const otherAdvisor = await givenDeliverableConsultant(app, ['STUDY_WORLD'])
  const unassigned = await assign(item, { from: consultant.consultantId, to: null })
  expect(unassigned.body.data).toMatchObject({ state: 'for_approval', consultant: null })
  const ineligible = await assign(item, { from: null, to: otherAdvisor.consultantId })
  expect([ineligible.status, ineligible.body.code]).toEqual([409, 'assignee-not-found'])
})

test('monthly deliverables are never late, because they have no due date', async () => {
  const { items } = await givenItems(app, { packageId: 'my-future-pro', lineKey: 'priority-resources' })
  const [monthlyItem] = items
  await app.rows('update deliverable set due_on = current_date - 3 where id = $1', monthlyItem?.id)
  expect(toIds(await listBoard('list=late&limit=100'))).not.toContain(monthlyItem?.id)
  const { items: planned } = await listBoard('list=planned&limit=100')
  expect(planned.find(({ id }: { id: string }) => id === monthlyItem?.id)).toMatchObject({ isLate: false })
})

test('the board lists late items by due date, is paginated and leaves out refunded packages', async () => {
  const { items, purchaseId } = await givenItems(app, { packageId: 'biz-future-basic' })
  const ids = items.map(({ id }) => id)
  await app.rows('update deliverable set due_on = current_date - 3 where id = any($1)', ids)
  await app.rows('update deliverable set due_on = current_date - 5 where id = $1', ids[1])
  const late = toIds(await listBoard('list=late&limit=100')).filter((id) => ids.includes(id))
  expect(late).toEqual([ids[1], ids[0], ...ids.slice(2)])
  const firstPage = await listBoard('list=late&limit=2&consultantId=unassigned')
  const secondPage = await listBoard(`list=late&limit=100&consultantId=unassigned&cursor=${firstPage.nextCursor}`)
  const paged = [...toIds(firstPage), ...toIds(secondPage)]
  expect(paged.filter((id) => ids.includes(id))).toEqual(late)
  expect(firstPage.items[0]).toMatchObject({ isLate: true, consultant: null })
  const { bytes } = await download(app, staff, '/api/admin/deliverables.csv?list=late')
  expect(new TextDecoder().decode(bytes).trim().split('\r\n')).toHaveLength(paged.length + 1)

  await app.rows("update purchase set status = 'refunded', refunded = total where id = $1", purchaseId)
  expect(toIds(await listBoard('list=late&limit=100')).filter((id) => ids.includes(id))).toEqual([])
  expect((await staff.get(boardPath(ids[0] ?? ''))).body.data.state).toBe('closed')
})

test('an administrator can read versions and download their files', async () => {
  const { item } = await givenDraftedItem(app)
  const { body } = await staff.get(boardPath(item.id))
  expect(body.data.versions).toMatchObject([{ number: 1, publishedAt: null }])
  const { bytes } = await download(app, staff, boardPath(item.id, '/versions/1/file'))
  expect(bytes.length).toBeGreaterThan(0)
})
