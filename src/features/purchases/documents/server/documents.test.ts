import { afterAll, expect, test } from 'vitest'
import { formatMoney } from '#platform/shared/format-money.ts'
import { readPdf } from '#tests/support/app/read-pdf.ts'
import { startApp } from '#tests/support/app/start-app.ts'
import { download, givenCreditNote, givenInvoice, givenReversal } from '#tests/support/given/documents.ts'
import { setExchangeRate } from '../../exchange-rates/server/exchange-rates.ts'
import type { Document } from '../contract.ts'

const app = await startApp()
afterAll(app.close)

test.each(['uk', 'international'] as const)(
  "an invoice in the %s market shows the purchase's amounts",
  async (market) => {
    const ada = await app.quickMember()
    const id = await givenInvoice(app, ada, { market })
    const { body } = await ada.get(`/api/purchases/${id}`)
    const { net, tax, total, currency, reference, packageTitle } = body.data

    const { body: list } = await ada.get('/api/documents')
    expect(list.data).toMatchObject({
      items: [
        { reference: `INV-${reference.toUpperCase()}`, kind: 'invoice', purchaseId: id, net, tax, total, currency },
      ],
      nextCursor: null,
    })
    const [{ reference: number, taxLabel }] = list.data.items
    const pdf = await download(app, ada, `/api/documents/${number}/pdf`)
    const text = await download(app, ada, `/api/documents/${number}/text`)
    expect([pdf.name, text.name]).toEqual([`${number}.pdf`, `${number}.txt`])
    const pdfText = (await readPdf(pdf.bytes)).text
    const amounts = [net, tax, total].map((amount) => formatMoney(amount, currency))
    expect(pdfText).toContain(`Amount ${amounts[0]} ${taxLabel} ${amounts[1]} Total ${amounts[2]}`)
    expect(pdfText).toContain(packageTitle)
    expect(Buffer.from(text.bytes).toString()).toContain(
      `Package: ${packageTitle}\nAmount: ${amounts[0]}\n${taxLabel}: ${amounts[1]}\nTotal: ${amounts[2]}\n`,
    )
  },
)

test('a document is found only by its owner and by its exact number', async () => {
  const [ada, grace] = [await app.quickMember(), await app.quickMember()]
  await givenInvoice(app, ada)
  const [{ reference }] = (await ada.get('/api/documents')).body.data.items
  for (const [member, number] of [
    [grace, reference],
    [ada, reference.toLowerCase()],
    [ada, 'INV-%'],
    [ada, '%00'],
  ]) {
    const response = await member.get(`/api/documents/${encodeURIComponent(number)}/pdf`)
    expect([response.status, response.body.code]).toEqual([404, 'document-not-found'])
  }
  expect((await grace.get('/api/documents')).body.data.items).toEqual([])
})

test('a credit note and its reversal are listed before the invoice and refer to each other', async () => {
  const ada = await app.quickMember()
  const id = await givenInvoice(app, ada)
  const refund = await givenCreditNote(app, id, 5_940, 'Half of it was not delivered.')
  await givenReversal(app, id, refund)

  const listed: Document[] = (await ada.get('/api/documents')).body.data.items
  expect(listed.map(({ kind }) => kind).sort()).toEqual(['credit_note', 'credit_note_reversal', 'invoice'])
  expect(listed.at(-1)?.kind).toBe('invoice')
  const findNumber = (kind: string) => listed.find((document) => document.kind === kind)?.reference

  const note = await readPdf((await download(app, ada, `/api/documents/${findNumber('credit_note')}/pdf`)).bytes)
  expect(note.text).toContain(`Invoice corrected ${findNumber('invoice')} Reason Half of it was not delivered.`)
  expect(note.text).toContain('Amount -£49.50 VAT (20%) -£9.90 Total -£59.40')
  const reversal = await readPdf(
    (await download(app, ada, `/api/documents/${findNumber('credit_note_reversal')}/pdf`)).bytes,
  )
  expect(reversal.text).toContain(`Credit note reversed ${findNumber('credit_note')}`)
})

test('a business gets a full invoice with its address', async () => {
  const ada = await app.quickMember()
  const buyer = {
    kind: 'business' as const,
    companyName: 'Analytical Engines Ltd',
    address: ['12 Long Lane', 'Leeds'],
    country: 'GB',
  }
  await givenInvoice(app, ada, { packageId: 'biz-future-pro', buyer })
  const [{ reference }] = (await ada.get('/api/documents')).body.data.items
  const { text } = await readPdf((await download(app, ada, `/api/documents/${reference}/pdf`)).bytes)
  expect(text).toContain('Analytical Engines Ltd Ada Lovelace 12 Long Lane Leeds United Kingdom')
  expect(text).toContain('Unit price')
})

test("an issued document keeps the buyer's name and cannot be changed", async () => {
  const ada = await app.quickMember()
  await givenInvoice(app, ada)
  const [{ reference }] = (await ada.get('/api/documents')).body.data.items
  const before = await download(app, ada, `/api/documents/${reference}/pdf`)
  await expect(app.rows('update document set content = content where reference = $1', reference)).rejects.toThrow(
    'never change',
  )
  await expect(app.rows('delete from document where reference = $1', reference)).rejects.toThrow('never change')
  await app.rows("update account set first_name = 'Somebody' where id = $1", ada.id)
  const after = await download(app, ada, `/api/documents/${reference}/pdf`)
  expect(Buffer.from(after.bytes).equals(before.bytes)).toBe(true)
})

test('a dollar invoice states its tax in sterling at the rate in force on its date in London', async () => {
  const ada = await app.quickMember()
  const rate = { currency: 'USD' as const, source: 'HMRC monthly rate' }
  await setExchangeRate(app.context, { ...rate, validFrom: '2026-06-01', unitsPerPound: '1.32' })
  await setExchangeRate(app.context, { ...rate, validFrom: '2026-07-01', unitsPerPound: '1.25' })
  const findSterling = async (id: string) =>
    (await app.rows("select content->'sterling' as sterling from document where purchase_id = $1", id))[0].sterling

  // Half past midnight on 1 July in London, during British Summer Time.
  const july = await givenInvoice(app, ada, { market: 'international', paidAt: new Date('2026-06-30T23:30:00Z') })
  const june = await givenInvoice(app, ada, { market: 'international', paidAt: new Date('2026-06-30T22:30:00Z') })
  expect(await findSterling(july)).toEqual({
    tax: 792,
    unitsPerPound: '1.25',
    validFrom: '2026-07-01',
    source: rate.source,
  })
  expect(await findSterling(june)).toEqual({
    tax: 750,
    unitsPerPound: '1.32',
    validFrom: '2026-06-01',
    source: rate.source,
  })
  expect(await findSterling(await givenInvoice(app, ada, { packageId: 'biz-future-basic' }))).toBeNull()

  await setExchangeRate(app.context, { ...rate, validFrom: '2026-07-01', unitsPerPound: '9.99' })
  expect(await findSterling(july)).toMatchObject({ unitsPerPound: '1.25' })
})

test('the placeholder rate is used, and labelled as such, until a rate is entered', async () => {
  const ada = await app.quickMember()
  const id = await givenInvoice(app, ada, { market: 'international', paidAt: new Date('2020-01-01T12:00:00Z') })
  const [{ source }] = await app.rows(
    "select content->'sterling'->>'source' as source from document where purchase_id = $1",
    id,
  )
  expect(source).toBe('Placeholder: enter HMRC’s rate')
})
