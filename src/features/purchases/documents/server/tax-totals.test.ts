import { strFromU8, unzipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../../../tests/support/app/start-app.ts'
import { download, givenCreditNote, givenInvoice, givenReversal } from '../../../../../tests/support/given/documents.ts'
import type { TaxTotal } from '../contract.ts'
import { openArchive } from './accountant-archive.ts'
import { listTaxTotals } from './tax-totals.ts'

const app = await startApp()
afterAll(app.close)
const staff = await app.quickMember('administrator')
const ada = await app.quickMember()

type Period = { from: string; until: string }

const readTotals = (period: Period, paymentMode: 'stripe' | 'sandbox' = 'stripe') =>
  listTaxTotals({ ...app.context, actor: {} as never, paymentMode }, period)

/** The lines of the archive's totals.csv, summed over all months. */
async function readArchiveTotals(period: Period) {
  const { content } = await openArchive({ ...app.context, paymentMode: 'stripe' }, period)
  const chunks: Uint8Array[] = []
  for await (const chunk of content) chunks.push(chunk)
  const lines = strFromU8(unzipSync(Buffer.concat(chunks))['totals.csv'] ?? new Uint8Array())
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.replaceAll('"', '').split(','))
  const sums = new Map<string, number[]>()
  for (const [, currency, taxName, , , ...amounts] of lines) {
    const key = `${currency} ${taxName}`
    const subtotals = sums.get(key) ?? amounts.map(() => 0)
    sums.set(
      key,
      subtotals.map((sum, index) => sum + Math.round(Number(amounts[index]) * (index === 0 || index === 6 ? 1 : 100))),
    )
  }
  return [...sums].sort(([left], [right]) => (left < right ? -1 : 1))
}

const toArchiveTotals = (totals: TaxTotal[]) =>
  totals
    .map(({ currency, taxName, documents, net, tax, total, sterlingTax, sterlingVat, documentsWithoutRate }) => [
      `${currency} ${taxName}`,
      [documents, net, tax, total, sterlingTax, sterlingVat, documentsWithoutRate],
    ])
    .sort(([left], [right]) => (String(left) < String(right) ? -1 : 1))

test('the tax totals equal those of the archive, with refunds, reversals and dollars', async () => {
  const days = ['2024-04-02', '2024-05-10', '2024-06-29']
  for (const [index, day] of days.entries()) {
    const paidAt = new Date(`${day}T10:00:00Z`)
    const poundPurchase = await givenInvoice(app, ada, { paidAt, paymentMode: 'stripe' })
    const dollarSale = { packageId: 'biz-future-basic', market: 'international' } as const
    const dollarPurchase = await givenInvoice(app, ada, { paidAt, paymentMode: 'stripe', ...dollarSale })
    await givenCreditNote(app, poundPurchase, 3_333 + index, 'A part', paidAt)
    const refund = await givenCreditNote(app, dollarPurchase, 1_000 + index, 'A part', paidAt)
    if (index === 1) await givenReversal(app, dollarPurchase, refund)
  }
  const period = { from: '2024-04-01', until: '2024-06-30' }
  const totals = await readTotals(period)
  expect(toArchiveTotals(totals)).toEqual(await readArchiveTotals(period))
  expect(totals.map(({ currency, rate, documents }) => [currency, rate, documents])).toEqual([
    ['GBP', '20%', 6],
    ['USD', '10%', 6],
  ])
  expect(totals[1]).toMatchObject({ sterlingVat: 0 })
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

test('staff find documents by kind, currency, dates and number, and can open them', async () => {
  const paidAt = new Date('2022-03-04T10:00:00Z')
  const id = await givenInvoice(app, ada, { paidAt, paymentMode: 'stripe' })
  await givenCreditNote(app, id, 500, 'A part', new Date('2022-03-05T10:00:00Z'))
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
