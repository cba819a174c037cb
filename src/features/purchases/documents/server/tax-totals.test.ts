import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { download, givenCreditNote, givenInvoice } from '#tests/support/given/documents.ts'
import type { TaxTotal } from '../contract.ts'
import { listTaxTotals } from './tax-totals.ts'

const app = await startApp()
afterAll(app.close)
const staff = await app.quickMember('administrator')
const ada = await app.quickMember()

type Period = { from: string; until: string }

const readTotals = (period: Period, paymentMode: 'stripe' | 'sandbox' = 'stripe') =>
  listTaxTotals({ ...app.context, actor: {} as never, paymentMode }, period)

test('tax totals are exact, even with refunds in pounds and dollars', async () => {
  const days = ['2024-04-02', '2024-05-10', '2024-06-29']
  for (const [index, day] of days.entries()) {
    const sale = { paidAt: new Date(`${day}T10:00:00Z`), paymentMode: 'stripe' } as const
    const inPounds = await givenInvoice(app, ada, sale)
    const inDollars = await givenInvoice(app, ada, { ...sale, packageId: 'biz-future-basic', market: 'international' })
    await givenCreditNote(app, inPounds, 3_333 + index, 'Part of it', sale.paidAt)
    await givenCreditNote(app, inDollars, 1_000 + index, 'Part of it', sale.paidAt)
  }
  // Three invoices in each currency, less credits of which 556 pence and 91 cents (70 pence) are tax.
  expect(await readTotals({ from: '2024-04-01', until: '2024-06-30' })).toMatchObject([
    { currency: 'GBP', rate: '20%', documents: 6, total: 25_638, tax: 4_272, sterlingTax: 4_272, sterlingVat: 4_272 },
    { currency: 'USD', rate: '10%', documents: 6, total: 29_667, tax: 2_697, sterlingTax: 2_076, sterlingVat: 0 },
  ])
})

test('tax totals use London days and include test documents only in test mode', async () => {
  const late = new Date('2023-06-30T22:59:59Z')
  await givenInvoice(app, ada, { paidAt: late, paymentMode: 'stripe' })
  await givenInvoice(app, ada, { paidAt: late, paymentMode: 'sandbox', packageId: 'biz-future-basic' })
  expect(await readTotals({ from: '2023-06-30', until: '2023-06-30' })).toMatchObject([{ documents: 1, isTest: false }])
  expect(await readTotals({ from: '2023-07-01', until: '2023-07-01' })).toEqual([])
  const { body } = await staff.get('/api/admin/documents/totals?from=2023-06-30&until=2023-06-30')
  expect(body.data.map(({ isTest }: TaxTotal) => isTest).sort()).toEqual([false, true])
})

test('dollar documents from before and after VAT registration are added into one total', async () => {
  const sale = { paidAt: new Date('2021-05-10T10:00:00Z'), paymentMode: 'stripe', market: 'international' } as const
  await givenInvoice(app, ada, sale)
  const [{ settings }] = await app.rows('select settings from company')
  await app.rows('update company set settings = $1', { ...settings, vatNumber: null })
  await givenInvoice(app, ada, { ...sale, packageId: 'biz-future-pro' })
  await app.rows('update company set settings = $1', settings)
  expect(await readTotals({ from: '2021-05-10', until: '2021-05-10' })).toMatchObject([
    { taxName: 'Tax (10%)', documents: 2, sterlingVat: 0 },
  ])
})

test('staff find documents by kind, currency, dates and number, and can open them', async () => {
  const paidAt = new Date('2022-03-04T10:00:00Z')
  const id = await givenInvoice(app, ada, { paidAt, paymentMode: 'stripe' })
  await givenCreditNote(app, id, 500, 'Part of it', new Date('2022-03-05T10:00:00Z'))
  const find = async (query: string) => (await staff.get(`/api/admin/documents?${query}`)).body.data
  const march = 'from=2022-03-01&until=2022-03-31'
  const { items } = await find(march)
  expect(items).toMatchObject([
    { kind: 'credit_note', customer: 'Ada Lovelace', total: 500 },
    { kind: 'invoice', purchaseId: id },
  ])
  const { reference } = items[1]
  expect((await find(`${march}&kind=invoice`)).items).toMatchObject([{ reference }])
  expect((await find(`${march}&currency=USD`)).items).toEqual([])
  expect((await find(`reference=${reference.toLowerCase()}`)).items).toMatchObject([{ reference }])
  expect((await find('reference=%25')).items).toEqual([])
  const firstPage = await find(`${march}&limit=1`)
  expect((await find(`${march}&limit=1&cursor=${firstPage.nextCursor}`)).items).toMatchObject([{ reference }])

  const pdf = await download(app, staff, `/api/admin/documents/${reference}/pdf`)
  expect([pdf.name, Buffer.from(pdf.bytes.subarray(0, 5)).toString()]).toEqual([`${reference}.pdf`, '%PDF-'])
  const csv = await download(app, staff, `/api/admin/documents.csv?${march}`)
  expect(new TextDecoder().decode(csv.bytes)).toContain(
    '"Ada Lovelace","MY FUTURE WEEK","GBP",-4.17,"VAT (20%)",-0.83,-5.00,no',
  )
})
