import { expect, test } from 'vitest'
import { toMinorUnits } from '#platform/shared/parse-money.ts'
import type { DraftLine, PackageDraft } from './contract.ts'
import { assignLineKeys, decidePublication, type SoldPackage, sumWeights, toDraft, toFormValues } from './rules.ts'

const line: DraftLine & { key: string } = {
  key: 'report',
  kind: 'deliverable',
  title: 'Report',
  minutes: null,
  unit: 'report',
  quantity: 1,
  grantedPer: 'purchase',
  weight: 10_000,
}

const sold: SoldPackage = {
  version: 3,
  billing: 'once',
  title: 'A package',
  description: 'For anybody.',
  netPrice: 9_900,
  spanWeeks: 0,
  spanMonths: 1,
  features: ['A report'],
  isOnSale: true,
  lines: [line],
}

function decide(changes: Partial<PackageDraft>, { version = 3, of = sold } = {}) {
  const { version: _, billing: __, ...draft } = of
  const decision = decidePublication(of, { version, draft: { ...draft, ...changes } })
  return decision.ok ? 'ok' : decision.reason
}

test('price, features and sale status can change', () => {
  expect(decide({ netPrice: 10_900 })).toBe('ok')
  expect(decide({ features: ['A report', 'A call'] })).toBe('ok')
  expect(decide({ isOnSale: false })).toBe('ok')
})

test('publishing is refused if there is a newer version', () => {
  expect(decide({ netPrice: 10_900 }, { version: 2 })).toBe('edited-elsewhere')
})

test('publishing without a change is refused', () => {
  expect(decide({})).toBe('nothing-changed')
})

test('a monthly package must last one month and grant per month or per subscription', () => {
  const monthly: SoldPackage = { ...sold, billing: 'monthly', lines: [{ ...line, grantedPer: 'period' }] }
  const change = { title: 'Another title' }
  expect(decide(change, { of: monthly })).toBe('ok')
  expect(decide({ ...change, spanMonths: 2 }, { of: monthly })).toBe('monthly-span')
  expect(decide({ ...change, spanWeeks: 1 }, { of: monthly })).toBe('monthly-span')
  expect(decide({ lines: [line] }, { of: monthly })).toBe('grant-mismatch')
  expect(decide({ lines: [{ ...line, grantedPer: 'subscription' }] })).toBe('grant-mismatch')
})

test("a line's kind cannot be changed, and an unknown key is refused", () => {
  expect(decide({ lines: [{ ...line, key: 'gone' }] })).toBe('line-unknown')
  expect(decide({ lines: [{ ...line, kind: 'session', minutes: 30, unit: null }] })).toBe('line-kind-changed')
})

test('a new line gets a unique key based on its title', () => {
  const added = { ...line, key: null, title: 'Résumé: a review!' }
  const keys = assignLineKeys([line, added, added, { ...added, title: '???' }], ['report', 'resume-a-review'])
  expect(keys.map(({ key }) => key)).toEqual(['report', 'resume-a-review-2', 'resume-a-review-3', 'line'])
})

test('the unit of a session and the minutes of a deliverable are removed', () => {
  const mixed = { minutes: 30, unit: 'report' }
  const keyed = assignLineKeys(
    [
      { ...line, ...mixed },
      { ...line, ...mixed, key: 'call', kind: 'session' },
    ],
    [],
  )
  expect(keyed).toMatchObject([
    { minutes: null, unit: 'report' },
    { minutes: 30, unit: null },
  ])
})

test.each([
  ['99', 9_900],
  ['99.5', 9_950],
  ['1,099.50', 109_950],
  ['19.99', 1_999],
  ['£109', 10_900],
  ['$ 1,099.50', 109_950],
])('the price %s is %d pence', (typed, minor) => {
  expect(toMinorUnits(typed)).toBe(minor)
})

test.each(['', 'free', '-1', '1.999', '£', '££99', '99€', '1e3'])('"%s" is not a valid price', (typed) => {
  expect(toMinorUnits(typed)).toBeNaN()
})

test('a package is unchanged after conversion to form values and back', () => {
  const { version: _, billing: __, ...draft } = { ...sold, lines: [{ ...line, quantity: 2 }] }
  const price = { net: 9_900 } as never
  const values = toFormValues({ ...sold, ...draft, prices: { uk: price, international: price } } as never, () => 'row')
  expect(toDraft(values)).toEqual(draft)
  expect(sumWeights(values.lines)).toBe(10_000)
  expect(
    toDraft({ ...values, lines: values.lines.map((row) => ({ ...row, quantity: ' ' })) }).lines[0]?.quantity,
  ).toBeNull()
})
