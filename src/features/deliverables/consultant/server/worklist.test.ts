import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import {
  givenDeliverableConsultant,
  givenDraftedItem,
  givenItems,
  workPath,
} from '#tests/support/given/deliverables.ts'
import { buy } from '#tests/support/given/refunds.ts'

const app = await startApp()
afterAll(app.close)

test("the worklist shows unassigned items only from the consultant's own services, earliest due first", async () => {
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

test('consultants get a 404 for a deliverable until its package starts', async () => {
  const { member } = await buy(app, { packageId: 'biz-future-basic', start: 'later' })
  const { body } = await member.get('/api/deliverables')
  const consultant = await givenDeliverableConsultant(app)
  expect((await consultant.get(workPath(body.data.items[0]))).status).toBe(404)
})

test('if two consultants take an item at the same time, one gets it and the other gets a 404', async () => {
  const { item } = await givenItems(app)
  const consultants = await Promise.all([givenDeliverableConsultant(app), givenDeliverableConsultant(app)])
  const answers = await Promise.all(consultants.map((consultant) => consultant.post(workPath(item, '/assignment'))))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
})
