import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  splitCredit,
  splitDiscount,
  splitSterling,
  taxInPence,
  toCreditNoteSequence,
  toInvoiceSequence,
} from './rules.ts'

test.each([
  ['2026-12-31T23:30:00Z', 'fw-2026'],
  ['2027-01-01T00:00:00Z', 'fw-2027'],
  ['2027-06-30T23:30:00Z', 'fw-2027'],
])('by London time, a document issued at %s is numbered in the sequence %s', (issuedAt, sequence) => {
  expect(toInvoiceSequence(false, new Date(issuedAt))).toBe(sequence)
  expect(toInvoiceSequence(true, new Date(issuedAt))).toBe(sequence.replace('fw', 'test'))
})

/** An invoice and arbitrary running totals of the amount credited on it. A lower total reverses part of the credit. */
const splits = fc
  .record({ total: fc.integer({ min: 2, max: 50_000 }), rate: fc.constantFrom(0, 1_000, 2_000) })
  .chain(({ total, rate }) => {
    const net = Math.round((total * 10_000) / (10_000 + rate))
    return fc.tuple(
      fc.constant({ total, tax: total - net }),
      fc.array(fc.integer({ min: 1, max: total }), { maxLength: 12 }),
    )
  })

test("an invoice's credit notes add up to its net and tax, however it is split", () => {
  fc.assert(
    fc.property(splits, ([invoice, amounts]) => {
      const ends = [...new Set([...amounts, invoice.total])].sort((left, right) => left - right)
      let [net, tax, before] = [0, 0, 0]
      for (const after of ends) {
        const credit = splitCredit(invoice, { before, after })
        expect(credit.net + credit.tax).toBe(after - before)
        expect(credit.net).toBeGreaterThanOrEqual(0)
        expect(credit.tax).toBeGreaterThanOrEqual(0)
        net += credit.net
        tax += credit.tax
        before = after
      }
      expect([net, tax]).toEqual([invoice.total - invoice.tax, invoice.tax])
    }),
    { numRuns: 5_000 },
  )
})

test("an invoice's credit notes add up to its tax in sterling", () => {
  const rates = fc.integer({ min: 10_001, max: 19_999 }).map((rate) => `1.${String(rate).slice(1)}`)
  fc.assert(
    fc.property(splits, rates, ([invoice, amounts], rate) => {
      const ends = [0, ...amounts.sort((left, right) => left - right), invoice.total]
      const taxes = ends
        .slice(1)
        .map((after, index) => splitSterling(invoice, rate, { before: ends[index] ?? 0, after }))
      expect(taxes.reduce((sum, tax) => sum + tax, 0)).toBe(taxInPence(invoice.tax, rate))
    }),
  )
  // Rounded separately, 69p and 686p would add up to 755p.
  const invoice = { tax: 990, total: 10_890 }
  const taxes = [
    splitSterling(invoice, '1.31', { before: 0, after: 1_000 }),
    splitSterling(invoice, '1.31', { before: 1_000, after: 10_890 }),
  ]
  expect([...taxes, taxInPence(990, '1.31')]).toEqual([69, 687, 756])
})

test('tax in sterling is rounded half up, whatever the rate', () => {
  expect(taxInPence(990, '1.31')).toBe(756)
  expect(taxInPence(3, '2')).toBe(2)
  expect(taxInPence(10_005, '10.0')).toBe(1_001)
  expect(taxInPence(0, '1.2345')).toBe(0)
})

test('reversing all credit notes leaves no tax credited', () => {
  fc.assert(
    fc.property(splits, ([invoice, amounts]) => {
      let [tax, before] = [0, 0]
      for (const after of [...amounts, 0]) {
        const credit = splitCredit(invoice, { before, after })
        tax += after > before ? credit.tax : -credit.tax
        before = after
      }
      expect(tax).toBe(0)
    }),
  )
})

test('the discount on partial credit notes adds up to exactly the discount of the invoice', () => {
  const credits = [
    { before: 0, after: 3_333 },
    { before: 3_333, after: 3_334 },
    { before: 3_334, after: 9_504 },
  ]
  const shares = credits.map((credit) => splitDiscount(1_980, 9_504, credit))
  expect(shares).toEqual([694, 1, 1_285])
  expect(splitDiscount(1_980, 9_504, { before: 9_504, after: 3_334 })).toBe(1_285)
})

test('credit notes have their own number sequence for each calendar year in London', () => {
  expect(toCreditNoteSequence(false, new Date('2026-12-31T23:59:59Z'))).toBe('cn-2026')
  expect(toCreditNoteSequence(true, new Date('2027-01-01T00:00:00Z'))).toBe('test-cn-2027')
})
