import { afterAll, expect, test } from 'vitest'
import { type Member, startApp } from '#tests/support/app/start-app.ts'

const app = await startApp()
afterAll(app.close)

/** Failed purchases, by default a minute apart. */
async function insertFailedPurchases(
  member: Member,
  count: number,
  minutes: (index: number) => number = (index) => index,
) {
  for (let index = 0; index < count; index += 1) {
    await app.rows(
      `insert into purchase (member_id, package_id, package_version, status, market, currency, net, tax_rate_basis_points,
         tax_label, tax, total, consent_version, consent_start_now, consent_acknowledge_loss, consent_at, payment_mode, created_at)
       values ($1, 'my-future-basic', 1, 'failed', 'uk', 'GBP', 9900, 2000, 'VAT (20%)', 1980, 11880, 'x', true, true, now(),
         'sandbox', '2026-01-01T00:00:00Z'::timestamptz + $2 * interval '1 minute')`,
      member.id,
      minutes(index),
    )
  }
}

async function readAll(member: Member, limit: number, afterEachPage: () => Promise<unknown> = async () => {}) {
  const pages: string[][] = []
  let cursor: string | null = null
  do {
    const query: string = cursor ? `&cursor=${cursor}` : ''
    const { body } = await member.get(`/api/purchases?limit=${limit}${query}`)
    pages.push(body.data.items.map(({ id }: { id: string }) => id))
    cursor = body.data.nextCursor
    await afterEachPage()
  } while (cursor !== null)
  return pages
}

test('paging through a list shows each item once, newest first', async () => {
  const ada = await app.quickMember()
  await insertFailedPurchases(ada, 7)
  const rows = await app.rows('select id from purchase where member_id = $1 order by created_at desc, id desc', ada.id)

  const pages = await readAll(ada, 3)

  expect(pages.map(({ length }) => length)).toEqual([3, 3, 1])
  expect(pages.flat()).toEqual(rows.map(({ id }) => id))
})

test('items with the same timestamp are neither skipped nor repeated', async () => {
  const ada = await app.quickMember()
  await insertFailedPurchases(ada, 7, () => 0)
  expect(new Set((await readAll(ada, 2)).flat()).size).toBe(7)
})

test('items added while paging do not change the following pages', async () => {
  const ada = await app.quickMember()
  await insertFailedPurchases(ada, 5)
  const originalIds = (await readAll(ada, 100)).flat()
  let minute = 100
  const pagedIds = (await readAll(ada, 2, () => insertFailedPurchases(ada, 1, () => (minute += 1)))).flat()
  expect(pagedIds).toEqual(originalIds)
})

test('a full last page has no next page', async () => {
  const ada = await app.quickMember()
  await insertFailedPurchases(ada, 4)
  expect((await readAll(ada, 2)).map(({ length }) => length)).toEqual([2, 2])
})

test.each(['x', '', 'null', '../..', Buffer.from('now() id').toString('base64url'), 'A'.repeat(200)])(
  'the cursor %j is refused',
  async (cursor) => {
    const ada = await app.quickMember()
    const { status, body } = await ada.get(`/api/purchases?cursor=${encodeURIComponent(cursor)}`)
    expect([status, body.code]).toEqual([404, 'page-not-found'])
  },
)

test("one member's cursor reveals nothing to another member", async () => {
  const [ada, mallory] = [await app.quickMember(), await app.quickMember()]
  await insertFailedPurchases(ada, 3)
  const { body } = await ada.get('/api/purchases?limit=1')
  const { body: otherPage } = await mallory.get(`/api/purchases?cursor=${body.data.nextCursor}`)
  expect(otherPage.data).toEqual({ items: [], nextCursor: null })
})

test.each([
  'limit=0',
  'limit=101',
  'limit=-1',
  'limit=1.5',
  'limit=x',
  'limit=',
  'limit=1&limit=2',
  'page=2',
  `cursor=${'x'.repeat(201)}`,
])('a list request with %s is refused', async (query) => {
  const ada = await app.quickMember()
  const { status, body } = await ada.get(`/api/purchases?${query}`)
  expect([status, body.code]).toEqual([400, 'invalid-input'])
})
