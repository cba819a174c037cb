import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { givenItems } from '#tests/support/given/deliverables.ts'

const app = await startApp()
afterAll(app.close)

test('paging through a package’s list shows each deliverable once, and an invalid cursor is rejected', async () => {
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

test('a cursor with an impossible date or number is rejected with 404', async () => {
  const member = await app.quickMember()
  for (const position of ['0000-01-01 1', '2026-02-30 1', '2026-01-01 9999999999999999']) {
    const cursor = Buffer.from(position).toString('base64url')
    expect([position, (await member.get(`/api/deliverables?cursor=${cursor}`)).status]).toEqual([position, 404])
  }
})
