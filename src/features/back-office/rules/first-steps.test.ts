import { expect, test } from 'vitest'
import { type Facts, firstSteps, MANY_PURCHASES } from './first-steps.ts'

const moment = new Date('2026-11-22T12:00:00Z')
const begun: Facts = {
  saleObstacles: ['legalName', 'vatNumber', 'exchangeRate'],
  taxRateBasisPoints: 2_000,
  consultants: 0,
  bookable: 0,
  isMailSent: false,
  testLetterAt: null,
  purchases: 0,
  keys: 'sandbox',
  keysCheckedAt: null,
  lastEventAt: null,
}
const ready: Facts = {
  ...begun,
  saleObstacles: [],
  consultants: 2,
  bookable: 2,
  isMailSent: true,
  testLetterAt: moment,
  purchases: 1,
  keys: 'live',
  keysCheckedAt: moment,
  lastEventAt: moment,
}

const stepsOf = (facts: Facts) => firstSteps(facts, (at) => at.toISOString().slice(0, 10))
const openOf = (facts: Facts) => stepsOf(facts).flatMap(({ name, isDone }) => (isDone ? [] : [name]))

test('on a new site everything is to do, and on one that sells nothing', () => {
  expect(openOf(begun)).toEqual([
    'company',
    'vat',
    'dollar-prices',
    'consultants',
    'hours',
    'mail',
    'test-purchase',
    'payment-keys',
  ])
  expect(openOf(ready)).toEqual([])
})

test.each<[string, Partial<Facts>, string]>([
  ['company', { saleObstacles: ['phone'] }, 'Still made up: the telephone number.'],
  ['vat', { saleObstacles: ['vatNumber'] }, 'Enter your VAT number'],
  ['dollar-prices', { saleObstacles: ['exchangeRate'] }, 'no rate of exchange'],
  ['hours', { bookable: 0 }, 'no session can be booked'],
  ['mail', { testLetterAt: null }, 'Send a test letter'],
  ['mail', { isMailSent: false }, 'kept as files'],
  ['payment-keys', { keysCheckedAt: null }, 'Check that they work'],
  ['payment-keys', { keys: 'test' }, 'The test keys work: checked on 2026-11-22'],
])('%s is the one step that is left where %j', (name, change, words) => {
  const facts = { ...ready, ...change }
  expect(openOf(facts)).toEqual([name])
  expect(stepsOf(facts).find((step) => step.name === name)?.sentence).toContain(words)
})

test('beyond a hundred purchases nobody counts them', () => {
  const sentenceOf = (purchases: number) =>
    stepsOf({ ...ready, purchases }).find(({ name }) => name === 'test-purchase')?.sentence
  expect(sentenceOf(MANY_PURCHASES - 1)).toBe('Something was bought here already: 99 purchases.')
  expect(sentenceOf(MANY_PURCHASES)).toBe('100 purchases or more were made here already.')
})

test('whoever is not registered for VAT has decided that as well', () => {
  const vat = stepsOf({ ...ready, taxRateBasisPoints: 0 }).find(({ name }) => name === 'vat')
  expect(vat).toMatchObject({ isDone: true, sentence: expect.stringContaining('not registered') })
})

test('a provider that has told nothing yet may not know the address of the site', () => {
  const keys = stepsOf({ ...ready, lastEventAt: null }).find(({ name }) => name === 'payment-keys')
  expect(keys?.sentence).toContain('see that its webhook leads to this site')
})
