import { expect, test } from 'vitest'
import { type Facts, firstSteps, MANY_PURCHASES } from './rules.ts'

const moment = new Date('2026-11-22T12:00:00Z')
const begun: Facts = {
  saleBlockers: ['legalName', 'vatNumber', 'exchangeRate'],
  taxRateBasisPoints: 2_000,
  consultants: 0,
  bookable: 0,
  unstaffed: [{ packageTitle: 'MY FUTURE WEEK', title: 'Final call' }],
  isMailSent: false,
  testLetterAt: null,
  purchases: 0,
  keys: 'sandbox',
  keysCheckedAt: null,
  lastEventAt: null,
}
const ready: Facts = {
  ...begun,
  saleBlockers: [],
  consultants: 2,
  bookable: 2,
  unstaffed: [],
  isMailSent: true,
  testLetterAt: moment,
  purchases: 1,
  keys: 'live',
  keysCheckedAt: moment,
  lastEventAt: moment,
}

const stepsOf = (facts: Facts) => firstSteps(facts, (at) => at.toISOString().slice(0, 10))
const openOf = (facts: Facts) => stepsOf(facts).flatMap(({ name, isDone }) => (isDone ? [] : [name]))

test('a new site has every step open, and a complete one has none', () => {
  expect(openOf(begun)).toEqual([
    'company',
    'vat',
    'dollar-prices',
    'consultants',
    'availability',
    'sessions',
    'email',
    'test-purchase',
    'payment-keys',
  ])
  expect(openOf(ready)).toEqual([])
})

test.each<[string, Partial<Facts>, string]>([
  ['company', { saleBlockers: ['phone'] }, 'Still made up: the telephone number.'],
  ['vat', { saleBlockers: ['vatNumber'] }, 'Enter your VAT number'],
  ['dollar-prices', { saleBlockers: ['exchangeRate'] }, 'no rate of exchange'],
  ['availability', { bookable: 0 }, 'no session can be booked'],
  [
    'sessions',
    { unstaffed: ['Consultation', 'Final call'].map((title) => ({ packageTitle: 'STUDY WORLD', title })) },
    'STUDY WORLD (Consultation, Final call)',
  ],
  ['email', { testLetterAt: null }, 'Send a test letter'],
  ['email', { isMailSent: false }, 'kept as files'],
  ['payment-keys', { keysCheckedAt: null }, 'Check that they work'],
  ['payment-keys', { keys: 'test' }, 'The test keys work: checked on 2026-11-22'],
])('%s is the only open step with %j', (name, change, words) => {
  const facts = { ...ready, ...change }
  expect(openOf(facts)).toEqual([name])
  expect(stepsOf(facts).find((step) => step.name === name)?.sentence).toContain(words)
})

test('a hundred or more purchases are not counted exactly', () => {
  const sentenceOf = (purchases: number) =>
    stepsOf({ ...ready, purchases }).find(({ name }) => name === 'test-purchase')?.sentence
  expect(sentenceOf(MANY_PURCHASES - 1)).toBe('Something was bought here already: 99 purchases.')
  expect(sentenceOf(MANY_PURCHASES)).toBe('100 purchases or more were made here already.')
})

test('a company that is not VAT registered has the VAT step done', () => {
  const vat = stepsOf({ ...ready, taxRateBasisPoints: 0 }).find(({ name }) => name === 'vat')
  expect(vat).toMatchObject({ isDone: true, sentence: expect.stringContaining('not registered') })
})

test('without a webhook event, the payment step asks to check the webhook address', () => {
  const keys = stepsOf({ ...ready, lastEventAt: null }).find(({ name }) => name === 'payment-keys')
  expect(keys?.sentence).toContain('see that its webhook leads to this site')
})
