import { expect, test } from 'vitest'
import type { DraftLine, PackageDraft } from '../contract/editing.ts'
import { draftOf, inMinorUnits, typedOf, weightSum } from './package-draft.ts'
import { decidePublication, nameLines, type Sold } from './publication.ts'

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

const sold: Sold = {
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

test('a price, a text and what is on sale can change, however many subscribe or are paying', () => {
  expect(decide({ netPrice: 10_900 })).toBe('ok')
  expect(decide({ features: ['A report', 'A call'] })).toBe('ok')
  expect(decide({ isOnSale: false })).toBe('ok')
})

test('whoever read another version than the one that is sold publishes nothing', () => {
  expect(decide({ netPrice: 10_900 }, { version: 2 })).toBe('changed-meanwhile')
})

test('nothing is published where nothing changes', () => {
  expect(decide({})).toBe('nothing-changed')
})

test('what renews each month lasts a month and grants each month or once for all of it', () => {
  const monthly: Sold = { ...sold, billing: 'monthly', lines: [{ ...line, grantedPer: 'period' }] }
  const change = { title: 'Another title' }
  expect(decide(change, { of: monthly })).toBe('ok')
  expect(decide({ ...change, spanMonths: 2 }, { of: monthly })).toBe('monthly-span')
  expect(decide({ ...change, spanWeeks: 1 }, { of: monthly })).toBe('monthly-span')
  expect(decide({ lines: [line] }, { of: monthly })).toBe('grant-unfitting')
  expect(decide({ lines: [{ ...line, grantedPer: 'subscription' }] })).toBe('grant-unfitting')
})

test('a line stays what it is, and is one that is sold now', () => {
  expect(decide({ lines: [{ ...line, key: 'gone' }] })).toBe('line-unknown')
  expect(decide({ lines: [{ ...line, kind: 'session', minutes: 30, unit: null }] })).toBe('line-turned')
})

test('a new line is named after its title, and never like one that there was', () => {
  const added = { ...line, key: null, title: 'Résumé: a review!' }
  const keys = nameLines([line, added, added, { ...added, title: '???' }], ['report', 'resume-a-review'])
  expect(keys.map(({ key }) => key)).toEqual(['report', 'resume-a-review-2', 'resume-a-review-3', 'line'])
})

test('a session has no unit and a deliverable no minutes, whatever was sent', () => {
  const mixed = { minutes: 30, unit: 'report' }
  const named = nameLines(
    [
      { ...line, ...mixed },
      { ...line, ...mixed, key: 'call', kind: 'session' },
    ],
    [],
  )
  expect(named).toMatchObject([
    { minutes: null, unit: 'report' },
    { minutes: 30, unit: null },
  ])
})

test.each([
  ['99', 9_900],
  ['99.5', 9_950],
  ['1,099.50', 109_950],
  ['19.99', 1_999],
])('the price %s is %d pence', (typed, minor) => {
  expect(inMinorUnits(typed)).toBe(minor)
})

test.each(['', 'free', '-1', '1.999', '£99', '1e3'])('"%s" is no price', (typed) => {
  expect(inMinorUnits(typed)).toBeNaN()
})

test('what is shown in the fields and sent again is the same', () => {
  const { version: _, billing: __, ...draft } = { ...sold, lines: [{ ...line, quantity: 2 }] }
  const price = { net: 9_900 } as never
  const typed = typedOf({ ...sold, ...draft, prices: { uk: price, international: price } } as never, () => 'row')
  expect(draftOf(typed)).toEqual(draft)
  expect(weightSum(typed.lines)).toBe(10_000)
  expect(
    draftOf({ ...typed, lines: typed.lines.map((row) => ({ ...row, quantity: ' ' })) }).lines[0]?.quantity,
  ).toBeNull()
})
