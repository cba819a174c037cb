import { expect, test } from 'vitest'
import { changesOf, describeAction, describeActor } from './rules.ts'

test.each([
  ['purchase.refunded', 'Purchase refunded'],
  ['package.version-published', 'Package version published'],
  ['company.vatNumberChanged', 'Company vat number changed'],
])('%s reads as: %s', (action, words) => {
  expect(describeAction(action)).toBe(words)
})

test('each changed field is one line with its old and new value; unchanged fields are omitted', () => {
  const before = { title: 'Week', prices: { GBP: 9_900, USD: 9_900 }, isOnSale: true, lines: [{ key: 'a', count: 1 }] }
  const after = { title: 'Week', prices: { GBP: 10_900, USD: 9_900 }, isOnSale: false, lines: [{ key: 'a', count: 2 }] }
  expect(changesOf(before, after)).toEqual([
    { name: 'Prices, GBP', before: '9900', after: '10900' },
    { name: 'Is on sale', before: 'yes', after: 'no' },
    { name: 'Lines, 1, Count', before: '1', after: '2' },
  ])
})

test('a new field has no old value, a removed one no new value, and an empty one reads "nothing"', () => {
  expect(changesOf(null, { amount: 5_000, note: '' })).toEqual([
    { name: 'Amount', before: null, after: '5000' },
    { name: 'Note', before: null, after: 'nothing' },
  ])
  expect(changesOf({ services: ['MY_FUTURE', 'BIZ_FUTURE'], zone: [] }, null)).toEqual([
    { name: 'Services', before: 'MY_FUTURE, BIZ_FUTURE', after: null },
    { name: 'Zone', before: 'nothing', after: null },
  ])
  expect(changesOf(null, null)).toEqual([])
})

test('money reads in pounds or dollars, and moments in London time', () => {
  expect(changesOf({ netPrice: 9_900 }, { netPrice: 10_950 })).toEqual([
    { name: 'Net price', before: '99.00', after: '109.50' },
  ])
  expect(changesOf({ endsAt: '2026-06-01T09:00:00.000Z' }, null)).toEqual([
    { name: 'Ends at', before: 'Monday 1 June 2026 at 10:00', after: null },
  ])
})

test('the actor is named, also if the account is deleted or the operator ran a command', () => {
  expect(describeActor({ name: 'Grace Hopper' })).toBe('Grace Hopper')
  expect(describeActor({ name: null })).toBe('Somebody who has left')
  expect(describeActor(null)).toBe('The operator, by a command')
})
