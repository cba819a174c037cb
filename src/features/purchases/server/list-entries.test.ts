import { expect, test } from 'vitest'
import { buy } from '../../../../tests/support/returns.ts'
import { startApp } from '../../../../tests/support/start-app.ts'

test('a member reads what a package has granted, page by page', async () => {
  await using app = await startApp()
  const { member } = await buy(app, { packageId: 'my-future-basic' })
  const entries = await entriesOf(member)

  const { body: all } = await member.get(entries)
  expect(all.data.items).toContainEqual(
    expect.objectContaining({ kind: 'grant', title: 'Initial consultation', quantity: 1, reason: null }),
  )
  const { body: first } = await member.get(`${entries}?limit=1`)
  const { body: second } = await member.get(`${entries}?limit=1&cursor=${first.data.nextCursor}`)
  expect([...first.data.items, ...second.data.items]).toEqual(all.data.items.slice(0, 2))
})

test('a package that runs longer says until when, and why', async () => {
  await using app = await startApp()
  const { member } = await buy(app, { packageId: 'my-future-basic' })
  const entries = await entriesOf(member)
  await app.rows(
    `insert into entitlement_entry (entitlement_id, line_key, kind, quantity, occurred_at, reason, extends_until)
     select entitlement_id, line_key, 'extension', 0, now() + interval '1 year', 'Nobody was free', '2027-01-05T10:00:00Z'
     from entitlement_entry where line_key = 'initial-consultation' returning id`,
  )
  const { body } = await member.get(entries)
  expect(body.data.items[0]).toMatchObject({
    kind: 'extension',
    title: 'Initial consultation',
    reason: 'Nobody was free',
    extendsUntil: '2027-01-05T10:00:00.000Z',
  })
})

test('the ledger of somebody else’s package is not found', async () => {
  await using app = await startApp()
  const { member } = await buy(app, { packageId: 'my-future-basic' })
  const stranger = await app.quickMember()
  const answer = await stranger.get(await entriesOf(member))
  expect(answer).toMatchObject({ status: 404, body: { code: 'package-not-found' } })
})

type Reader = { get: (address: string) => Promise<{ body: { data: { items: { id: string }[] } } }> }

async function entriesOf(member: Reader): Promise<string> {
  const { body } = await member.get('/api/entitlements')
  return `/api/entitlements/${body.data.items[0]?.id}/entries`
}
