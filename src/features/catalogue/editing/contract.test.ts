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
function findErrors(changes: Partial<PackageDraft>) {
  const checked = PackageDraft.safeParse({ ...draft, ...changes })
  return Object.fromEntries(checked.error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [])
}

test('a package whose weights add up to the whole price is valid', () => {
  expect(findErrors({})).toEqual({})
})

test('weights that do not add up are refused, and the error states the difference', () => {
  expect(findErrors({ lines: [session] })).toEqual({
    lines: 'The weights must add up to 10,000, the whole price. You’re 6,000 short.',
  })
  expect(findErrors({ lines: [session, report, { ...report, weight: 1 }] })).toEqual({
    lines: 'The weights must add up to 10,000, the whole price. You’re 1 over.',
  })
})

test("a price must be within the provider's limits", () => {
  expect(findErrors({ netPrice: 50 })).toEqual({})
  expect(findErrors({ netPrice: 49_999_999 })).toEqual({})
  for (const netPrice of [49, 0, -1]) expect(findErrors({ netPrice }).netPrice).toContain('0.50 or more')
  expect(findErrors({ netPrice: 50_000_000 }).netPrice).toContain('499,999.99 or less')
  expect(findErrors({ netPrice: Number.NaN }).netPrice).toBe('Enter a price')
  expect(findErrors({ netPrice: 99.5 }).netPrice).toBe('Enter the price to two decimal places')
})

test('a session lasts from five minutes to four hours', () => {
  const findMinutesError = (minutes: number | null) =>
    findErrors({ lines: [{ ...session, minutes }, report] })['lines.0.minutes']
  expect([findMinutesError(5), findMinutesError(240)]).toEqual([undefined, undefined])
  expect(findMinutesError(4)).toBe('Enter 5 or more')
  expect(findMinutesError(241)).toBe('Enter 240 or less')
  expect(findMinutesError(null)).toBe('Enter the number of minutes')
})

test('a deliverable needs a unit and a limit', () => {
  expect(findErrors({ lines: [session, { ...report, unit: null, quantity: null }] })).toEqual({
    'lines.1.unit': 'Enter a unit, for example “report”',
    'lines.1.quantity': 'Only sessions can be unlimited',
  })
  expect(findErrors({ lines: [{ ...session, quantity: null }, report] })).toEqual({})
})

test('a package needs a duration and no duplicate lines', () => {
  expect(findErrors({ spanWeeks: 0 })).toEqual({ spanWeeks: 'A package has to last at least a week' })
  const duplicate = { ...report, key: 'report', weight: 3_000 }
  expect(findErrors({ lines: [session, duplicate, duplicate] })).toEqual({
    'lines.2.title': 'This line appears twice',
  })
})
