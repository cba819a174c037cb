import { expect, test } from 'vitest'
import { describeActor, listChanges, objectName, objectPath, toReadableName } from './rules.ts'

test.each([
  ['purchase.refunded', 'Purchase refunded'],
  ['package.version-published', 'Package version published'],
  ['company.vatNumberChanged', 'Company vat number changed'],
])('%s reads as: %s', (action, text) => {
  expect(toReadableName(action)).toBe(text)
})

test('each changed field is one line with its old and new value; unchanged fields are omitted', () => {
  const before = { title: 'Week', prices: { GBP: 9_900, USD: 9_900 }, isOnSale: true, lines: [{ key: 'a', count: 1 }] }
  const after = { title: 'Week', prices: { GBP: 10_900, USD: 9_900 }, isOnSale: false, lines: [{ key: 'a', count: 2 }] }
  expect(listChanges(before, after)).toEqual([
    { name: 'Prices, GBP', before: '9900', after: '10900' },
    { name: 'Is on sale', before: 'yes', after: 'no' },
    { name: 'Lines, 1, Count', before: '1', after: '2' },
  ])
})

test('a new field has no old value, a removed field has no new value, and an empty value reads "nothing"', () => {
  expect(listChanges(null, { amount: 5_000, note: '' })).toEqual([
    { name: 'Amount', before: null, after: '5000' },
    { name: 'Note', before: null, after: 'nothing' },
  ])
  expect(listChanges({ services: ['MY_FUTURE', 'BIZ_FUTURE'], zone: [] }, null)).toEqual([
    { name: 'Services', before: 'MY_FUTURE, BIZ_FUTURE', after: null },
    { name: 'Zone', before: 'nothing', after: null },
  ])
  expect(listChanges(null, null)).toEqual([])
})

test('prices are shown with two decimals, and times in London time', () => {
  expect(listChanges({ netPrice: 9_900 }, { netPrice: 10_950 })).toEqual([
    { name: 'Net price', before: '99.00', after: '109.50' },
  ])
  expect(listChanges({ endsAt: '2026-06-01T09:00:00.000Z' }, null)).toEqual([
    { name: 'Ends at', before: 'Monday 1 June 2026 at 10:00', after: null },
  ])
})

test('an actor is described by name, as a deleted account or as the operator', () => {
  expect(describeActor({ name: 'Grace Hopper' })).toBe('Grace Hopper')
  expect(describeActor({ name: null })).toBe('Deleted account')
  expect(describeActor(null)).toBe('Operator (command line)')
})

const id = '0196b3a0-0000-7000-8000-0000000000aa'

test('an audited object links to its page if it has one', () => {
  expect(objectPath({ kind: 'member', id })).toBe(`/admin/members/${id}`)
  expect(objectPath({ kind: 'package', id: 'my-future-basic' })).toBe('/admin/catalogue/my-future-basic')
  expect(objectPath({ kind: 'settings', id: 'company' })).toBe('/admin/settings')
  expect(objectPath({ kind: 'member-list', id: 'csv' })).toBeNull()
})

test("a member's package does not link to the catalogue", () => {
  expect(objectPath({ kind: 'package', id })).toBeNull()
  expect(objectPath({ kind: 'package', id, memberId: 'ada' })).toBe('/admin/members/ada')
})

test('a UUID is not shown as a name', () => {
  expect(objectName({ kind: 'member', id })).toBeNull()
  expect(objectName({ kind: 'member', id, name: 'Ada Okafor' })).toBe('Ada Okafor')
  expect(objectName({ kind: 'archive', id: '2026-01-01 to 2026-03-31' })).toBe('2026-01-01 to 2026-03-31')
})
