import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { buy } from '#tests/support/given/refunds.ts'
import type { Settings } from '../contract.ts'

const app = await startApp()
afterAll(app.close)

const administrator = await app.quickMember('administrator')
const url = '/api/admin/settings'
const read = async (): Promise<Settings> => (await administrator.get(url)).body.data

async function save(
  changes: Partial<Settings['company']>,
  { tax = {}, legal = {}, version = 0, confirmed = [] as string[] } = {},
) {
  const { company, tax: rates, legal: notes, version: current } = await read()
  return administrator.send('PUT', url, {
    version: version || current,
    company: { ...company, companyNumber: '01234567', vatNumber: 'GB 123 4567 89', ...changes },
    tax: { ...rates, ...tax },
    legal: { ...notes, ...legal },
    confirmed,
  })
}

test('placeholders stay marked until they are changed or confirmed', async () => {
  expect((await read()).placeholders).toEqual(['legalName', 'address', 'phone', 'email', 'companyNumber', 'vatNumber'])
  const { status, body } = await save({ phone: '+44 20 7946 0999' })
  expect([status, body.message]).toEqual([200, 'Saved. Pages, emails and new documents will now use these settings.'])
  expect(body.data.placeholders).toEqual(['legalName', 'address', 'email'])
  expect((await save({}, { confirmed: ['legalName'] })).body.data.placeholders).toEqual(['address', 'email'])
})

test('a changed company name appears on pages and in emails and is audited', async () => {
  const { version } = await read()
  const [{ version: pagesBefore }] = (await app.rows('select version from content_version')) as [{ version: number }]
  await save({ brandName: 'Bright World' })
  expect((await app.visitor.get('/api/company')).body.data.brandName).toBe('Bright World')
  const [{ version: pagesAfter }] = (await app.rows('select version from content_version')) as [{ version: number }]
  expect(pagesAfter).toBeGreaterThan(pagesBefore)

  const person = { name: 'Grace', email: 'grace@example.org', message: 'Which one fits?' }
  await app.stranger().post('/api/contact', person)
  await app.settle()
  expect(app.mails.find(({ to }) => to === person.email)?.subject).toMatch(/^Bright World has received your message/)

  const [entry] = await app.rows(
    "select action, before, after from audit_entry where after->>'brandName' = 'Bright World'",
  )
  expect(entry).toEqual({
    action: 'settings.changed',
    before: { brandName: 'FutureWorld Consultancy' },
    after: { brandName: 'Bright World' },
  })
  expect((await read()).version).toBe(version + 1)
})

test('registrations are public and audited, and refresh the pages', async () => {
  const readVersion = async () => (await app.rows('select version from content_version'))[0].version
  const registrations = [{ text: 'Registered with the ICO, ZA123456', url: 'https://ico.org.uk/register' }]
  const before = await readVersion()
  expect((await app.visitor.get('/api/company')).body.data.registrations).toEqual([])
  expect((await save({ registrations })).status).toBe(200)
  expect((await app.visitor.get('/api/company')).body.data.registrations).toEqual(registrations)
  expect(await readVersion()).toBeGreaterThan(before)
  const [entry] = await app.rows("select before, after from audit_entry where after ? 'registrations'")
  expect(entry).toEqual({ before: { registrations: [] }, after: { registrations } })
})

test('changing the VAT registration changes prices but not issued invoices', async () => {
  const ada = await app.quickMember()
  await buy(app, { member: ada, packageId: 'biz-future-basic' })
  const readInvoice = async () =>
    (
      await app.rows(
        'select content from document join purchase on purchase.id = purchase_id where member_id = $1',
        ada.id,
      )
    )[0]
  const before = await readInvoice()
  await save({ vatNumber: null, legalName: 'Another Name Ltd' })
  const { body } = await app.visitor.get('/api/quotes/uk/study-world-basic')
  expect(body.data.price).toMatchObject({ net: 9_900, tax: 0, total: 9_900, taxLabel: 'Tax (0%)' })
  expect(await readInvoice()).toEqual(before)

  await save({ vatNumber: 'GB 123 4567 89' }, { tax: { vatRate: 1_750, otherRate: 500 } })
  const changedPrice = (await app.visitor.get('/api/quotes/uk/study-world-basic')).body.data.price
  expect(changedPrice).toMatchObject({ taxRateBasisPoints: 1_750, taxLabel: 'VAT (17.5%)' })
  const internationalPrice = (await app.visitor.get('/api/quotes/international/study-world-basic')).body.data.price
  expect(internationalPrice).toMatchObject({ taxRateBasisPoints: 500, taxLabel: 'Tax' })
})

test('text added to the legal pages is public, and the change is audited', async () => {
  const address = '/api/company/legal-notes'
  expect((await app.visitor.get(address)).body.data).toEqual({ privacy: '', terms: '' })
  const privacy = 'The ICO knows us as <b>ZA000000</b>.\n\nOur host is in London.'
  expect((await save({}, { legal: { privacy } })).status).toBe(200)
  expect((await app.visitor.get(address)).body.data).toEqual({ privacy, terms: '' })
  const [entry] = await app.rows("select before, after from audit_entry where after->'legal'->>'privacy' <> ''")
  expect(entry).toMatchObject({ before: { legal: { privacy: '' } }, after: { legal: { privacy } } })
  const { status, body } = await save({}, { legal: { terms: 'x'.repeat(5_001) } })
  expect([status, Object.keys(body.errors)]).toEqual([400, ['legal.terms']])
})

test('a concurrent change to the settings is refused', async () => {
  const { version } = await read()
  expect((await save({ brandName: 'First World' }, { version })).status).toBe(200)
  const later = await save({ brandName: 'Second World' }, { version })
  expect(later).toMatchObject({ status: 409, body: { code: 'edited-elsewhere' } })
  expect((await read()).company.brandName).toBe('First World')
})
