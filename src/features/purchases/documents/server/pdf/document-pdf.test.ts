import { expect, test } from 'vitest'
import { readPdf } from '#tests/support/app/read-pdf.ts'
import type { DocumentContent } from '../document-content.ts'
import { type IssuedDocument, writeDocumentText } from '../document-text.ts'
import { drawDocument } from './document-pdf.ts'

const simplified: DocumentContent = {
  isTest: false,
  seller: {
    name: 'FutureWorld Consultancy Ltd',
    address: ['1 Example Street', 'London', 'EC1A 1BB'],
    vatNumber: 'GB 000 0000 00',
    companyNumber: '00000000',
  },
  buyer: {
    name: 'Ada Lovelace',
    email: 'ada@example.org',
    companyName: null,
    vatNumber: null,
    address: null,
    country: null,
  },
  description: 'MY FUTURE WEEK',
  suppliedAt: '2026-11-20T23:30:00.000Z',
  currency: 'GBP',
  discount: null,
  net: 9_900,
  taxRateBasisPoints: 2_000,
  taxLabel: 'VAT (20%)',
  tax: 1_980,
  total: 11_880,
  sterling: null,
  correction: null,
  period: null,
}

const full: DocumentContent = {
  ...simplified,
  buyer: {
    ...simplified.buyer,
    companyName: 'Analytical Engines SARL',
    vatNumber: 'FR12345678901',
    address: ['12 rue de la Paix', '75002 Paris'],
    country: 'FR',
  },
}

const inDollars: DocumentContent = {
  ...simplified,
  currency: 'USD',
  taxRateBasisPoints: 1_000,
  taxLabel: 'Tax',
  tax: 990,
  total: 10_890,
  sterling: { tax: 756, unitsPerPound: '1.31', validFrom: '2026-11-01', source: 'HMRC monthly rate' },
}

function issuedDocument(content: DocumentContent, changes: Partial<IssuedDocument> = {}): IssuedDocument {
  const issuedAt = new Date('2026-11-21T09:00:00Z')
  return { reference: 'INV-FW-2026-000042', kind: 'invoice', issuedAt, content, reversedReference: null, ...changes }
}

const correction = { invoiceNumber: 'INV-FW-2026-000042', reason: 'You cancelled within 14 days.' }
const note = issuedDocument({ ...simplified, correction }, { kind: 'credit_note', reference: 'CN-2026-000007' })

async function read(document: IssuedDocument) {
  return readPdf(await drawDocument(document))
}

test("a simplified invoice shows what regulation 16A requires, without a buyer's address", async () => {
  const { text, pages, info } = await read(issuedDocument(simplified))
  for (const expected of [
    'VAT invoice',
    'Invoice number INV-FW-2026-000042',
    'Date of issue 21 November 2026',
    'Tax point 20 November 2026',
    'FutureWorld Consultancy Ltd 1 Example Street London EC1A 1BB VAT number GB 000 0000 00 Company number 00000000',
    'Ada Lovelace ada@example.org',
    'MY FUTURE WEEK 20% £118.80',
    'Amount £99.00 VAT (20%) £19.80 Total £118.80',
    'page 1 of 1',
  ])
    expect(text).toContain(expected)
  expect(text).not.toMatch(/TEST|Unit price|sterling/)
  expect(pages).toHaveLength(1)
  expect(info).toMatchObject({ Title: 'VAT invoice INV-FW-2026-000042', Author: 'FutureWorld Consultancy Ltd' })
})

test("a full invoice shows the buyer's address and VAT number, quantity, unit price, net and tax", async () => {
  const { text } = await read(issuedDocument(full))
  expect(text).toContain(
    'Analytical Engines SARL Ada Lovelace 12 rue de la Paix 75002 Paris France VAT number FR12345678901 ada@example.org',
  )
  expect(text).toContain('Package Quantity Unit price Net Rate Tax Total')
  expect(text).toContain('MY FUTURE WEEK 1 £99.00 £99.00 20% £19.80 £118.80')
})

test('a dollar invoice states its tax in sterling with the rate, date and source, and never mentions VAT', async () => {
  const { text } = await read(issuedDocument(inDollars))
  expect(text).toContain('Amount $99.00 Tax (10%) $9.90 Total $108.90')
  expect(text).toContain(
    'Tax (10%) in sterling: £7.56, at 1.31 USD to the pound, the rate from 1 November 2026 (HMRC monthly rate).',
  )
  expect(text.replace('VAT number', '')).not.toContain('VAT')
})

test('a seller without a VAT number issues documents that never mention VAT', async () => {
  const unregistered = issuedDocument({ ...simplified, seller: { ...simplified.seller, vatNumber: null } })
  const { text } = await read(unregistered)
  expect(text).toContain('Tax (20%) £19.80')
  for (const expected of [text, writeDocumentText(unregistered)]) expect(expected).not.toContain('VAT')
})

test('a credit note gives its invoice and reason, and shows negative amounts', async () => {
  const { text } = await read(note)
  for (const expected of [
    'Credit note number CN-2026-000007',
    'Invoice corrected INV-FW-2026-000042',
    'Reason You cancelled within 14 days.',
    'Amount -£99.00 VAT (20%) -£19.80 Total -£118.80',
  ])
    expect(text).toContain(expected)
  expect(text).not.toContain('VAT invoice')
})

const discounted = { discount: { code: 'SPRING', amount: 1_980 }, net: 7_920, tax: 1_584, total: 9_504 }

test.each([
  [
    'a simplified invoice',
    issuedDocument({ ...simplified, ...discounted }),
    'List price £99.00 Discount (SPRING) -£19.80 Amount £79.20 VAT (20%) £15.84 Total £95.04',
  ],
  [
    'a full invoice',
    issuedDocument({ ...full, ...discounted }),
    'List price £99.00 Discount (SPRING) -£19.80 Amount £79.20 VAT (20%) £15.84 Total £95.04',
  ],
  [
    'a credit note',
    issuedDocument({ ...simplified, ...discounted, correction }, { kind: 'credit_note' }),
    'List price -£99.00 Discount (SPRING) £19.80 Amount -£79.20 VAT (20%) -£15.84 Total -£95.04',
  ],
])('%s shows the list price and the discount before tax', async (_, document, totals) => {
  expect((await read(document)).text).toContain(totals)
  expect(writeDocumentText(document).replaceAll(/: |\n/g, ' ')).toContain(totals)
})

test('the unit price of a full invoice is the list price', async () => {
  const { text } = await read(issuedDocument({ ...full, ...discounted }))
  expect(text).toContain('MY FUTURE WEEK 1 £99.00 £79.20 20% £15.84 £95.04')
})

test('a credit note reversal refers to both the credit note and the invoice', async () => {
  const { text } = await read({
    ...note,
    kind: 'credit_note_reversal',
    reference: 'CN-2026-000008',
    reversedReference: 'CN-2026-000007',
  })
  for (const expected of [
    'Credit note reversed CN-2026-000007',
    'Invoice corrected INV-FW-2026-000042',
    'Total £118.80',
    'is no longer taken off the invoice',
  ])
    expect(text).toContain(expected)
})

test('every page of a sandbox document is marked as a test', async () => {
  const long = { ...full, isTest: true, buyer: { ...full.buyer, address: Array(90).fill('A line of an address') } }
  const { pages } = await read(issuedDocument(long))
  expect(pages.length).toBeGreaterThan(1)
  for (const text of pages) {
    expect(text).toContain('TEST – not a VAT invoice')
    expect(text).toMatch(/ TEST$/)
  }
  expect(pages.join().replaceAll('not a VAT invoice', '')).not.toContain('VAT invoice')
  expect(writeDocumentText(issuedDocument(long))).toMatch(/^TEST – not a VAT invoice\n/)
})

test.each([
  ['a long word', 'x'.repeat(3_000)],
  ['many words', 'Wolfeschlegelsteinhausenbergerdorff '.repeat(80).trim()],
])('%s wraps onto several lines and is shown in full', async (_, name) => {
  const { text, attachments } = await read(issuedDocument({ ...full, buyer: { ...full.buyer, name } }))
  const withoutSpaces = (value: string) => value.replaceAll(/ |INV-FW-2026-000042 · page \d of \d/g, '')
  expect(withoutSpaces(text)).toContain(withoutSpaces(name))
  expect(attachments).toEqual({})
})

test('Latin and Devanagari names are shown without an attachment', async () => {
  const { text, attachments } = await read(
    issuedDocument({ ...full, buyer: { ...full.buyer, name: 'Łukasz Žižek Őry Ñandú' } }),
  )
  expect(text.replaceAll(' ', '')).toContain('ŁukaszŽižekŐryÑandú')
  expect(attachments).toEqual({})
  expect((await read(issuedDocument({ ...full, buyer: { ...full.buyer, name: 'नमस्ते' } }))).attachments).toEqual({})
})

test.each(['张伟', 'محمد', 'Ирина', 'Ωμέγα', '👩‍👩‍👧 Ada', 'Nguyễn'])(
  '%s, which the font cannot show, is given in full in the attached text file',
  async (name) => {
    const invoice = issuedDocument({ ...full, buyer: { ...full.buyer, name } })
    const { text, attachments } = await read(invoice)
    expect(text).toContain('appear as question marks')
    expect(attachments).toEqual({ 'INV-FW-2026-000042.txt': writeDocumentText(invoice) })
    expect(attachments['INV-FW-2026-000042.txt']).toContain(`Customer name: ${name}`)
  },
)

test('line breaks and control characters cannot spread a name over several lines', async () => {
  const hostile = 'Ada\nTotal: £0.00\r\n\u202eevil\u0007'
  const hostileInvoice = issuedDocument({ ...simplified, buyer: { ...simplified.buyer, name: hostile } })
  expect(writeDocumentText(hostileInvoice)).toContain('Customer name: Ada Total: £0.00 ')
  expect((await read(hostileInvoice)).text).toContain('Ada Total: £0.00 evil')
})

test.each([
  ['a simplified invoice', issuedDocument(simplified)],
  ['a full invoice with an attachment', issuedDocument({ ...full, buyer: { ...full.buyer, name: '张伟' } })],
  ['a credit note', note],
])('%s is rendered as the same bytes each time', async (_, document) => {
  const bytes = await drawDocument(document)
  expect((await drawDocument(document)).equals(bytes)).toBe(true)
  expect(bytes.subarray(0, 8).toString()).toBe('%PDF-1.7')
})

test('the text file has every line required by the specification', () => {
  const text = writeDocumentText(issuedDocument(simplified))
  for (const line of [
    'VAT INVOICE',
    'Invoice number: INV-FW-2026-000042',
    'Date of issue: 21 November 2026',
    'Customer name: Ada Lovelace',
    'Customer email: ada@example.org',
    'Package: MY FUTURE WEEK',
    'Amount: £99.00',
    'VAT (20%): £19.80',
    'Total: £118.80',
  ])
    expect(text.split('\n')).toContain(line)
})

test("a subscription's invoice and credit note show the month charged", () => {
  const period = { startsAt: '2026-11-20T23:30:00.000Z', endsAt: '2026-12-20T23:30:00.000Z' }
  for (const kind of ['invoice', 'credit_note'] as const) {
    const text = writeDocumentText(issuedDocument({ ...simplified, period }, { kind }))
    expect(text).toContain('Month charged: 20 November 2026 to 20 December 2026')
  }
  expect(writeDocumentText(issuedDocument(simplified))).not.toContain('Month charged')
})
