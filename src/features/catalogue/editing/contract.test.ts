import { expect, test } from 'vitest'
import { type DraftLine, PackageDraft } from './contract.ts'

const session: DraftLine = {
  key: null,
  kind: 'session',
  title: 'Consultation',
  minutes: 30,
  unit: null,
  quantity: 1,
  grantedPer: 'purchase',
  weight: 4_000,
}
const report: DraftLine = {
  ...session,
  kind: 'deliverable',
  title: 'Report',
  minutes: null,
  unit: 'report',
  weight: 6_000,
}

const draft: PackageDraft = {
  title: 'A package',
  description: 'For anybody.',
  netPrice: 9_900,
  spanWeeks: 1,
  spanMonths: 0,
  features: ['A report'],
  isOnSale: true,
  lines: [session, report],
}

/** The validation messages by field. */
function faultsOf(changes: Partial<PackageDraft>) {
  const checked = PackageDraft.safeParse({ ...draft, ...changes })
  return Object.fromEntries(checked.error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [])
}

test('a package whose weights add up to the whole price is valid', () => {
  expect(faultsOf({})).toEqual({})
})

test('a wrong sum of weights is refused with the difference', () => {
  expect(faultsOf({ lines: [session] })).toEqual({
    lines: 'The weights must be 10,000 together, the whole price. 6,000 are missing.',
  })
  expect(faultsOf({ lines: [session, report, { ...report, weight: 1 }] })).toEqual({
    lines: 'The weights must be 10,000 together, the whole price. 1 is too many.',
  })
})

test("a price must be within the provider's limits", () => {
  expect(faultsOf({ netPrice: 50 })).toEqual({})
  expect(faultsOf({ netPrice: 49_999_999 })).toEqual({})
  for (const netPrice of [49, 0, -1]) expect(faultsOf({ netPrice }).netPrice).toContain('at least 0.50')
  expect(faultsOf({ netPrice: 50_000_000 }).netPrice).toContain('at most 499,999.99')
  expect(faultsOf({ netPrice: Number.NaN }).netPrice).toBe('Please enter a price')
  expect(faultsOf({ netPrice: 99.5 }).netPrice).toBe('Please enter a price in pounds and pence')
})

test('a session lasts from five minutes to four hours', () => {
  const lasting = (minutes: number | null) => faultsOf({ lines: [{ ...session, minutes }, report] })['lines.0.minutes']
  expect([lasting(5), lasting(240)]).toEqual([undefined, undefined])
  expect(lasting(4)).toBe('At least 5')
  expect(lasting(241)).toBe('At most 240')
  expect(lasting(null)).toBe('Please enter the minutes')
})

test('a deliverable needs a unit and a limit', () => {
  expect(faultsOf({ lines: [session, { ...report, unit: null, quantity: null }] })).toEqual({
    'lines.1.unit': 'Please enter what is counted, such as "report"',
    'lines.1.quantity': 'Only sessions can be unlimited',
  })
  expect(faultsOf({ lines: [{ ...session, quantity: null }, report] })).toEqual({})
})

test('a package needs a duration and no duplicate lines', () => {
  expect(faultsOf({ spanWeeks: 0 })).toEqual({ spanWeeks: 'A package lasts at least a week' })
  const twice = { ...report, key: 'report', weight: 3_000 }
  expect(faultsOf({ lines: [session, twice, twice] })).toEqual({ 'lines.2.title': 'This line is there twice' })
})
