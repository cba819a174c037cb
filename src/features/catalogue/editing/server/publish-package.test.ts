import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { makeOrder, startPaying } from '#tests/support/given/checkout.ts'
import { newVersion } from '#tests/support/given/package-versions.ts'
import { newSubscriber } from '#tests/support/given/subscriptions.ts'
import type { PackageDraft, PackageHistory } from '../contract.ts'

const app = await startApp()
afterAll(app.close)

const administrator = await app.quickMember('administrator')
const url = (id: string) => `/api/admin/catalogue/${id}`
const read = async (id: string): Promise<PackageHistory> => (await administrator.get(url(id))).body.data

/** Publishes the package on sale with the given changes. */
async function publish(id: string, changes: (sold: PackageHistory) => Partial<PackageDraft>, version?: number) {
  const sold = await read(id)
  return administrator.send('PUT', url(id), {
    version: version ?? sold.version,
    draft: { ...toDraft(sold), ...changes(sold) },
  })
}

function toDraft({ title, description, prices, spanWeeks, spanMonths, features, isOnSale, lines }: PackageHistory) {
  return { title, description, netPrice: prices.uk.net, spanWeeks, spanMonths, features, isOnSale, lines }
}

test('a new price is public immediately and is audited', async () => {
  const { status, body } = await publish('study-world-basic', () => ({ netPrice: 10_900 }))
  expect([status, body.message]).toEqual([200, 'Package published. It’ll be live on the public pages within seconds.'])
  expect(body.data).toMatchObject({ version: 2, prices: { uk: { total: 13_080 }, international: { total: 11_990 } } })
  expect(body.data.versions).toMatchObject([
    { version: 2, netPrice: 10_900 },
    { version: 1, netPrice: 9_900 },
  ])
  const packages = (await app.visitor.get('/api/packages')).body.data
  expect(packages.find(({ id }: { id: string }) => id === 'study-world-basic')).toMatchObject({
    version: 2,
    price: 109,
  })
  expect(
    await app.rows(
      "select action, before->'netPrice' as was, after->'netPrice' as is from audit_entry where object_id = 'study-world-basic'",
    ),
  ).toEqual([{ action: 'package.version-published', was: 9_900, is: 10_900 }])
})

test('a checkout opened before a price change is refused, and the response has the new price', async () => {
  const ada = await app.quickMember()
  const order = await makeOrder(ada, 'biz-future-basic')
  await publish('biz-future-basic', () => ({ netPrice: 12_000 }))
  const { status, body } = await ada.post('/api/purchases', order)
  expect([status, body.code]).toEqual([409, 'price-changed'])
  expect(body.message).toBe(
    'The price or terms have changed since you opened this page. Check the new amount, then try paying again.',
  )
  expect(body.data.price.total).toBe(14_400)
  expect(await app.rows('select id from purchase where member_id = $1', ada.id)).toEqual([])
})

test('a buyer keeps the lines of the version they bought', async () => {
  const ada = await app.quickMember()
  await startPaying(ada, 'study-world-pro')
  await publish('study-world-pro', ({ lines }) => ({
    title: 'STUDY WORLD PLUS',
    lines: lines.map((line) => (line.kind === 'session' ? { ...line, minutes: 45 } : line)),
  }))
  const minutes = await app.rows(
    `select distinct minutes from purchase join package_line
    on package_line.package_id = purchase.package_id and package_line.version = purchase.package_version
    where member_id = $1 and kind = 'session'`,
    ada.id,
  )
  expect(minutes).toEqual([{ minutes: 30 }])
})

test('concurrent publications create only one version', async () => {
  const sold = await read('biz-future-pro')
  const publications = ['One title', 'Another title'].map((title) =>
    administrator.send('PUT', url('biz-future-pro'), { version: sold.version, draft: { ...toDraft(sold), title } }),
  )
  const answers = (await Promise.all(publications)).map(({ status, body }) => body.code ?? status)
  expect(answers.sort()).toEqual([200, 'edited-elsewhere'])
  expect((await read('biz-future-pro')).version).toBe(sold.version + 1)
})

test('a package taken off sale is neither shown nor sold, and its open checkouts are counted', async () => {
  const ada = await app.quickMember()
  await startPaying(ada, 'biz-future-pro')
  expect((await read('biz-future-pro')).buyers).toEqual({ subscribers: 0, openCheckouts: 1 })
  await publish('biz-future-pro', () => ({ isOnSale: false }))
  const packages = (await app.visitor.get('/api/packages')).body.data
  expect(packages.map(({ id }: { id: string }) => id)).not.toContain('biz-future-pro')
  expect((await app.visitor.get('/api/quotes/uk/biz-future-pro')).status).toBe(404)
  expect((await read('biz-future-pro')).isOnSale).toBe(false)
  expect((await publish('biz-future-pro', () => ({ isOnSale: true }))).status).toBe(200)
})

test('when a new price is published, subscribers keep the old price', async () => {
  const { id } = await newSubscriber(app)
  expect((await read('my-future-pro')).buyers.subscribers).toBe(1)
  await publish('my-future-pro', () => ({ netPrice: 3_900 }))
  const [subscription] = await app.rows('select net, package_version from subscription where id = $1', id)
  expect(subscription).toEqual({ net: 2_900, package_version: 1 })
  expect((await app.visitor.get('/api/quotes/uk/my-future-pro')).body.data.price.net).toBe(3_900)
})

test('a new line gets its own key, and an existing line can be removed', async () => {
  const call = { key: null, kind: 'session', title: 'Extra call', minutes: 15, unit: null, quantity: 1 } as const
  const { body } = await publish('study-world-basic', ({ lines: [firstLine, ...otherLines] }) => ({
    lines: [...otherLines, { ...call, grantedPer: 'purchase', weight: firstLine?.weight ?? 0 }],
  }))
  const keys = body.data.lines.map(({ key }: { key: string }) => key)
  expect(keys).toContain('extra-call')
  expect(keys).not.toContain('consultation')
})

test('weights that do not add up are rejected by the API and by the database', async () => {
  const { status, body } = await publish('study-world-basic', ({ lines }) => ({ lines: lines.slice(1) }))
  expect([status, body.code]).toEqual([400, 'invalid-input'])
  expect(body.errors['draft.lines']).toContain('short')
  const worthMore = newVersion('study-world-pro', { weight: "weight + (key = 'consultation')::integer" })
  await expect(app.rows(worthMore)).rejects.toThrow('not worth the whole price')
})

const frozen = /never change|is sold already/
test.each([
  ['updating the price', "update package_version set net_price = 1 where package_id = 'biz-future-basic'"],
  ['deleting the version', "delete from package_version where package_id = 'biz-future-basic'"],
  ['updating a line', "update package_line set quantity = quantity - 1 where package_id = 'biz-future-basic'"],
  ['deleting a line', "delete from package_line where package_id = 'biz-future-basic'"],
  ['truncating the lines', 'truncate package_line'],
  ['truncating the versions', 'truncate package_version cascade'],
  [
    'inserting a line',
    `insert into package_line (package_id, version, key, position, kind, title, unit, quantity, granted_per, weight)
     values ('biz-future-basic', 1, 'late', 99, 'deliverable', 'Late', 'post', 1, 'purchase', 0)`,
  ],
])('once a version has been sold, the database rejects %s', async (_, statement) => {
  const before = await app.rows("select * from package_line where package_id = 'biz-future-basic' order by key")
  await expect(app.rows(statement)).rejects.toThrow(frozen)
  // The rule also applies once the version is outdated.
  await app.rows(newVersion('biz-future-basic', {}))
  await expect(app.rows(statement)).rejects.toThrow(frozen)
  const after = await app.rows(
    "select * from package_line where package_id = 'biz-future-basic' and version = 1 order by key",
  )
  expect(after).toEqual(before.filter(({ version }) => version === 1))
})

test('the catalogue CSV has one row per line', async () => {
  const { body } = await administrator.get('/api/admin/catalogue.csv')
  const lines = body.split('\r\n').filter(Boolean)
  const { packages } = (await administrator.get('/api/admin/catalogue')).body.data
  expect(lines).toHaveLength(1 + packages.flatMap((sold: PackageHistory) => sold.lines).length)
  expect(lines[0]).toContain('Weight (basis points)')
})
