import { afterAll, expect, test } from 'vitest'
import { type Member, startApp } from '#tests/support/app/start-app.ts'
import { download, givenInvoice } from '#tests/support/given/documents.ts'

const app = await startApp()
afterAll(app.close)
const staff = await app.quickMember('administrator')

async function find(query = '') {
  const { status, body } = await staff.get(`/api/admin/purchases?${query}`)
  expect(status).toBe(200)
  return body.data as { items: { id: string; purchasedAt: string }[]; nextCursor: string | null }
}

const toIds = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id)

async function rename({ id }: Member, firstName: string, lastName: string) {
  await app.rows('update account set first_name = $2, last_name = $3 where id = $1', id, firstName, lastName)
}

const grace = await app.quickMember()
await rename(grace, 'Grace', 'Hopper')
const alan = await app.quickMember()
await rename(alan, 'Alan', 'Turing_100%')
const weekPurchase = await givenInvoice(app, grace, { paidAt: new Date('2025-03-30T23:30:00Z'), paymentMode: 'stripe' })
const businessPurchase = await givenInvoice(app, grace, {
  packageId: 'biz-future-basic',
  market: 'international',
  paidAt: new Date('2025-04-02T10:00:00Z'),
})
const alanPurchase = await givenInvoice(app, alan, { paidAt: new Date('2025-05-02T10:00:00Z') })

test('staff see all purchases, newest first', async () => {
  const page = await find()
  expect(toIds(page)).toEqual([alanPurchase, businessPurchase, weekPurchase])
  expect(page.items[2]).toMatchObject({
    packageTitle: 'MY FUTURE WEEK',
    buyer: { id: grace.id, name: 'Grace Hopper', email: grace.person.email },
    purchasedAt: '2025-03-30T23:30:00.000Z',
    status: 'completed',
    currency: 'GBP',
    total: 11_880,
    refunded: 0,
    isTest: false,
  })
})

test('the list can be filtered by status, package, currency and London dates', async () => {
  expect(toIds(await find('packageId=biz-future-basic'))).toEqual([businessPurchase])
  expect(toIds(await find('currency=USD&status=completed'))).toEqual([businessPurchase])
  expect(toIds(await find('status=refunded'))).toEqual([])
  // 23:30 UTC is already the next day in London during British Summer Time.
  expect(toIds(await find('from=2025-03-31&until=2025-03-31'))).toEqual([weekPurchase])
  expect(toIds(await find('until=2025-03-30'))).toEqual([])
  expect(toIds(await find('from=2025-05-02'))).toEqual([alanPurchase])
})

test.each([
  ['the beginning of a name', 'grace h', [businessPurchase, weekPurchase]],
  ['the beginning of a family name, whether in capitals or not', 'HOPP', [businessPurchase, weekPurchase]],
  ['the SQL wildcard _ as an ordinary character', 'Turing_', [alanPurchase]],
  ['the SQL wildcard % as an ordinary character', '%', []],
])('a purchase is found by %s', async (_, search, ids) => {
  expect(toIds(await find(`search=${encodeURIComponent(search)}`))).toEqual(ids)
})

test("a purchase is found by its buyer's email, reference, invoice number and payment id", async () => {
  const [{ reference }] = await app.rows('select reference from purchase where id = $1', weekPurchase)
  await app.rows("update purchase set payment_intent_id = 'pi_found' where id = $1", businessPurchase)
  const { email } = grace.person
  expect(toIds(await find(`search=${email.slice(0, 20).toUpperCase()}`))).toEqual([businessPurchase, weekPurchase])
  expect(toIds(await find(`search=${reference}`))).toEqual([weekPurchase])
  expect(toIds(await find(`search=INV-${reference.toUpperCase()}`))).toEqual([weekPurchase])
  expect(toIds(await find('search=pi_found'))).toEqual([businessPurchase])
})

test('the CSV contains the filtered purchases', async () => {
  const { bytes } = await download(app, staff, '/api/admin/purchases.csv?until=2025-05-31&currency=USD')
  const lines = new TextDecoder().decode(bytes).split('\r\n')
  expect(lines).toEqual([
    '"Reference","Package","Buyer","Email address","Date (UTC)","Status","Currency","Total","Refunded","Test","Discount code","Discount before tax"',
    expect.stringMatching(
      /,"BIZ FUTURE","Grace Hopper",.*,2025-04-02 10:00:00,"completed","USD",108\.90,0\.00,yes,,0\.00$/,
    ),
    '',
  ])
})

test('a deleted buyer is shown without a name', async () => {
  expect((await grace.send('DELETE', '/api/account', { confirmation: 'DELETE' })).status).toBe(200)
  const { items } = await find('currency=USD')
  expect(items).toMatchObject([{ buyer: null }])
})

test('a search for a common name pages through all matches, newest first', async () => {
  const memberCount = 300
  await app.rows(
    `with buyer as (
       insert into account (email, email_canonical, first_name, last_name, mobile, password_hash, role, created_at)
       select n || '@many.example', n || '@many.example', 'Ada', case when n % 10 = 0 then 'Byron' else 'Lovelace' end,
         '', '', 'member', '2024-01-01'
       from generate_series(1, $1::int) as n returning id, email)
     insert into purchase (
       member_id, package_id, package_version, status, market, currency, net, tax_rate_basis_points, tax_label, tax,
       total, consent_version, consent_start_now, consent_acknowledge_loss, consent_at, payment_mode, reference,
       created_at, completed_at)
     select buyer.id, package_id, package_version, status, market, currency, net, tax_rate_basis_points, tax_label, tax,
       total, consent_version, consent_start_now, consent_acknowledge_loss, consent_at, payment_mode,
       'test-' || split_part(buyer.email, '@', 1), moment, moment
     from buyer, purchase,
       lateral (select '2024-01-01'::timestamptz + split_part(buyer.email, '@', 1)::int / 2 * interval '1 hour' as moment)
         as bought
     where purchase.id = $2`,
    memberCount,
    weekPurchase,
  )
  // The query plan depends on the table statistics.
  await app.rows('analyze')
  const expected = await app.rows(
    `select purchase.id from purchase join account on account.id = member_id where last_name = 'Lovelace'
     order by completed_at desc, purchase.id desc`,
  )
  const foundIds: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await find(`search=lovel&limit=100${cursor && `&cursor=${cursor}`}`)
    foundIds.push(...toIds(page))
    cursor = page.nextCursor
  }
  expect(foundIds).toHaveLength(270)
  expect(foundIds).toEqual(expected.map(({ id }) => id))
  expect((await find('search=byron&limit=100')).items).toHaveLength(30)
})
