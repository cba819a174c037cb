import { afterAll, expect, test } from 'vitest'
import { givenAsked, givenItems, givenMade, givenMaker, workPath } from '../../../../tests/support/deliverables.ts'
import { bellOf } from '../../../../tests/support/letters.ts'
import { download } from '../../../../tests/support/papers.ts'
import { startApp } from '../../../../tests/support/start-app.ts'
import type { BoardItem } from '../contract/board.ts'

const app = await startApp()
afterAll(app.close)
const staff = await app.quickMember('administrator')
const boardPath = (id: string, rest = '') => `/api/admin/deliverables/${id}${rest}`
const board = async (query: string) => (await staff.get(`/api/admin/deliverables?${query}`)).body.data
const idsOf = ({ items }: { items: BoardItem[] }) => items.map(({ id }) => id)

test('what a consultant who has left was making is seen, given to another one, and made by them', async () => {
  const { item, consultant } = await givenMade(app)
  const successor = await givenMaker(app)
  await app.rows('update account set disabled_at = now() where id = $1', consultant.id)
  const { items } = await board('list=in_progress&limit=100')
  expect(items.find(({ id }: BoardItem) => id === item.id)).toMatchObject({
    consultant: { id: consultant.consultantId, isActive: false },
    isLate: false,
  })
  expect((await successor.get(workPath(item))).status).toBe(404)

  const move = { from: consultant.consultantId, to: successor.consultantId }
  const given = await staff.post(boardPath(item.id, '/assignment'), move)
  expect(given.body.data).toMatchObject({
    state: 'in_progress',
    consultant: { id: successor.consultantId, isActive: true },
  })
  expect((await successor.get(workPath(item))).body.data).toMatchObject({ isMine: true, versions: [{ number: 1 }] })
  expect(await bellOf(app, successor.id, 'for you to make')).toHaveLength(1)
  expect(await app.rows('select action, before, after from audit_entry where object_id = $1', item.id)).toEqual([
    {
      action: 'deliverable.assigned',
      before: { consultantId: consultant.consultantId },
      after: { consultantId: successor.consultantId },
    },
  ])
})

test('of two administrators who give it on, the later one is told', async () => {
  const { item, consultant } = await givenMade(app)
  const one = await givenMaker(app)
  const other = await givenMaker(app)
  const from = consultant.consultantId
  expect((await staff.post(boardPath(item.id, '/assignment'), { from, to: one.consultantId })).status).toBe(200)
  const late = await staff.post(boardPath(item.id, '/assignment'), { from, to: other.consultantId })
  expect([late.status, late.body.code]).toEqual([409, 'changed-meanwhile'])
})

test('nobody gets what they do not advise on, and nothing is given on that is delivered', async () => {
  const { item, consultant } = await givenAsked(app)
  const stranger = await givenMaker(app, ['STUDY_WORLD'])
  const from = consultant.consultantId
  const wrong = await staff.post(boardPath(item.id, '/assignment'), { from, to: stranger.consultantId })
  expect([wrong.status, wrong.body.code]).toEqual([409, 'maker-not-found'])
  // What the member is asked about stays so, whoever goes on with it.
  const free = await staff.post(boardPath(item.id, '/assignment'), { from, to: null })
  expect(free.body.data).toMatchObject({ state: 'for_approval', consultant: null })
  await app.rows("update deliverable_item set state = 'delivered', delivered_at = now() where id = $1", item.id)
  const done = await staff.post(boardPath(item.id, '/assignment'), { from: null, to: null })
  expect([done.status, done.body.code]).toEqual([409, 'item-delivered'])
})

test('the board shows what is late first, page by page, and nothing of packages that were given back', async () => {
  const { items, purchaseId } = await givenItems(app, { packageId: 'biz-future-basic' })
  const ids = items.map(({ id }) => id)
  await app.rows('update deliverable_item set due_on = current_date - 3 where id = any($1)', ids)
  await app.rows('update deliverable_item set due_on = current_date - 5 where id = $1', ids[1])
  const late = idsOf(await board('list=late&limit=100')).filter((id) => ids.includes(id))
  expect(late).toEqual([ids[1], ids[0], ...ids.slice(2)])
  const first = await board('list=late&limit=2&consultantId=nobody')
  const second = await board(`list=late&limit=100&consultantId=nobody&cursor=${first.nextCursor}`)
  const paged = [...idsOf(first), ...idsOf(second)]
  expect(paged.filter((id) => ids.includes(id))).toEqual(late)
  expect(first.items[0]).toMatchObject({ isLate: true, consultant: null })
  const { bytes } = await download(app, staff, '/api/admin/deliverables.csv?list=late')
  expect(new TextDecoder().decode(bytes).trim().split('\r\n')).toHaveLength(paged.length + 1)

  await app.rows("update purchase set status = 'refunded', refunded = total where id = $1", purchaseId)
  expect(idsOf(await board('list=late&limit=100')).filter((id) => ids.includes(id))).toEqual([])
  expect((await staff.get(boardPath(ids[0] ?? ''))).body.data.state).toBe('closed')
})

test('an administrator reads what was made, and opens its file', async () => {
  const { item } = await givenMade(app)
  const { body } = await staff.get(boardPath(item.id))
  expect(body.data.versions).toMatchObject([{ number: 1, publishedAt: null }])
  const { bytes } = await download(app, staff, boardPath(item.id, '/versions/1/file'))
  expect(bytes.length).toBeGreaterThan(0)
})
