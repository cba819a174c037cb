import { strFromU8, unzipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import { readPdf } from '#tests/support/app/read-pdf.ts'
import { startApp } from '#tests/support/app/start-app.ts'
import { download, givenCreditNote, givenInvoice } from '#tests/support/given/documents.ts'
import type { PaymentMode } from '../../contract.ts'
import { openArchive } from './accountant-archive.ts'

const app = await startApp()
afterAll(app.close)
const owner = await app.quickMember('administrator')

async function archive(from: string, until: string, paymentMode: PaymentMode = 'stripe') {
  const { content } = await openArchive({ ...app.context, paymentMode }, { from, until })
  const chunks: Uint8Array[] = []
  for await (const chunk of content) chunks.push(chunk)
  return unpack(Buffer.concat(chunks))
}

function unpack(zip: Uint8Array) {
  const files = unzipSync(zip)
  const readLines = (name: string) => strFromU8(files[name] ?? new Uint8Array()).split('\r\n')
  return {
    files,
    pdfNames: Object.keys(files).filter((name) => name.endsWith('.pdf')),
    documentLines: readLines('documents.csv'),
    totalLines: readLines('totals.csv'),
  }
}

test('the archive covers whole London days, including the first and the last', async () => {
  const ada = await app.quickMember()
  const days = ['2025-03-31T22:59:59Z', '2025-03-31T23:00:00Z', '2025-06-30T22:59:59Z', '2025-06-30T23:00:00Z']
  for (const day of days) await givenInvoice(app, ada, { paidAt: new Date(day), paymentMode: 'stripe' })
  const { documentLines, pdfNames } = await archive('2025-04-01', '2025-06-30')
  expect(pdfNames).toHaveLength(2)
  expect(documentLines.slice(1, -1).map((line) => /\d{4}-\d\d-\d\d/.exec(line)?.[0])).toEqual([
    '2025-04-01',
    '2025-06-30',
  ])
})

test('each document has a PDF and a row, refunds are negative, and the totals match the documents', async () => {
  const ada = await app.quickMember()
  const paidAt = new Date('2024-05-10T10:00:00Z')
  const pounds = await givenInvoice(app, ada, { paidAt, paymentMode: 'stripe' })
  await givenInvoice(app, ada, { paidAt, paymentMode: 'stripe', packageId: 'biz-future-pro' })
  await givenInvoice(app, ada, {
    paidAt,
    paymentMode: 'stripe',
    market: 'international',
    packageId: 'biz-future-basic',
  })
  await givenCreditNote(app, pounds, 5_940, 'Half of it.', new Date('2024-06-02T10:00:00Z'))

  const { files, pdfNames, documentLines, totalLines } = await archive('2024-05-01', '2024-06-30')
  expect(pdfNames).toHaveLength(4)
  for (const name of pdfNames) {
    const { text } = await readPdf(files[name] ?? new Uint8Array())
    expect(text).toContain(name.slice('documents/'.length, -'.pdf'.length))
  }
  expect(documentLines[4]).toMatch(
    /^"CN-2024-000001","credit note","","2024-06-02","2024-06-02","Ada Lovelace","","MY FUTURE WEEK","GBP",-49\.50,"VAT \(20%\)","20%",-9\.90,-59\.40,-9\.90,"INV-FW-2024-\d+","fw-2024-\d+",/,
  )
  expect(totalLines.slice(1, -1)).toEqual([
    '"2024-05","GBP","VAT (20%)","20%","","2",298.00,59.60,357.60,59.60,59.60,"0"',
    '"2024-05","USD","Tax (10%)","10%","","1",99.00,9.90,108.90,7.62,0.00,"0"',
    '"2024-06","GBP","VAT (20%)","20%","","1",-49.50,-9.90,-59.40,-9.90,-9.90,"0"',
  ])
  const [stored] = await app.rows(
    `select sum(case kind when 'credit_note' then -1 else 1 end * (content->>'total')::int)::int as total from document
     where issued_at between '2024-05-01' and '2024-06-30' and content->>'currency' = 'GBP'`,
  )
  expect(stored.total).toBe(35_760 - 5_940)
})

test('the archive includes sandbox documents only in test mode, marked as tests', async () => {
  const ada = await app.quickMember()
  const paidAt = new Date('2022-02-03T10:00:00Z')
  await givenInvoice(app, ada, { paidAt, paymentMode: 'sandbox' })
  expect((await archive('2022-02-01', '2022-02-28')).pdfNames).toEqual([])

  const path = '/api/admin/documents/archive?from=2022-02-01&until=2022-02-28'
  const { bytes, name } = await download(app, owner, path)
  const { pdfNames, documentLines, totalLines } = unpack(bytes)
  expect(name).toBe('TEST-documents-2022-02-01-until-2022-02-28.zip')
  expect(pdfNames).toEqual([expect.stringMatching(/^documents\/INV-TEST-2022-\d{6}\.pdf$/)])
  for (const lines of [documentLines, totalLines]) expect(lines[1]).toContain('TEST – not a VAT invoice')
})

test('for a period without documents, the archive has empty tables', async () => {
  const { pdfNames, documentLines, totalLines } = await archive('2001-01-01', '2001-12-31')
  expect([pdfNames, documentLines.slice(1), totalLines.slice(1)]).toEqual([[], [''], ['']])
})

test.each([
  ['from=2026-07-01&until=2026-06-30', 'until', 'The last day can’t be before the first'],
  ['from=2026-02-30&until=2026-06-30', 'from', 'The first day must be a date, for example 2026-04-01'],
  ['from=2026-02-03', 'until', 'The last day must be a date, for example 2026-04-01'],
])('refuses %s with a message for the field', async (query, field, message) => {
  const { status, body } = await owner.get(`/api/admin/documents/archive?${query}`)
  expect([status, body.errors[field]]).toEqual([400, message])
})

test('a period with more than 10,000 documents is refused', async () => {
  const ada = await app.quickMember()
  const id = await givenInvoice(app, ada, { paidAt: new Date('2019-02-03T10:00:00Z'), paymentMode: 'stripe' })
  await app.rows(
    `with made as (
       insert into refund (purchase_id, kind, reason, amount, currency, status, ends_access, requested_at)
       select $1, 'staff', 'Part of it', 1, 'GBP', 'succeeded', false, now() from generate_series(1, 10000)
       returning id
     ), numbered as (select id, row_number() over () as number from made)
     insert into document (sequence, number, reference, kind, purchase_id, refund_id, issued_at, content)
     select 'cn-2019', numbered.number, 'CN-2019-' || numbered.number, 'credit_note', purchase_id, id, issued_at, content
     from document, numbered where purchase_id = $1`,
    id,
  )
  const { status, body } = await owner.get('/api/admin/documents/archive?from=2019-01-01&until=2019-12-31')
  expect([status, body.message]).toEqual([400, expect.stringContaining('Choose a shorter period')])
})
