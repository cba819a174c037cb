import { expect, test } from 'vitest'
import { StepName } from './contract.ts'
import { type Facts, firstSteps, MANY_PURCHASES } from './rules.ts'

const moment = new Date('2026-11-22T12:00:00Z')
const newSite: Facts = {
  saleBlockers: ['legalName', 'vatNumber', 'exchangeRate'],
  hasExtraTerms: false,
  isVatRegistered: true,
  taxRateBasisPoints: 2_000,
  consultants: 0,
  bookable: 0,
  unstaffed: [{ packageTitle: 'MY FUTURE WEEK', title: 'Final call' }],
  isSmtpConfigured: false,
  testEmailSentAt: null,
  purchases: 0,
  keys: 'sandbox',
  keysCheckedAt: null,
  lastEventAt: null,
}
const completeSite: Facts = {
  ...newSite,
  saleBlockers: [],
  hasExtraTerms: true,
  consultants: 2,
  bookable: 2,
  unstaffed: [],
  isSmtpConfigured: true,
  testEmailSentAt: moment,
  purchases: 1,
  keys: 'live',
  keysCheckedAt: moment,
  lastEventAt: moment,
}

const computeSteps = (facts: Facts) => firstSteps(facts, (at) => at.toISOString().slice(0, 10))
const listOpenSteps = (facts: Facts) => computeSteps(facts).flatMap(({ name, isDone }) => (isDone ? [] : [name]))

test('on a new site every step is open, and on a complete site none is', () => {
  expect(listOpenSteps(newSite)).toEqual(StepName.options)
  expect(listOpenSteps(completeSite)).toEqual([])
})

test.each<[string, Partial<Facts>, string]>([
  ['company', { saleBlockers: ['phone'] }, 'Still to add: phone number.'],
  ['vat', { saleBlockers: ['vatNumber'] }, 'Enter your VAT number'],
  ['dollar-prices', { saleBlockers: ['exchangeRate'] }, 'Add an exchange rate'],
  ['availability', { bookable: 0 }, 'can’t book sessions'],
  [
    'sessions',
    { unstaffed: ['Consultation', 'Final call'].map((title) => ({ packageTitle: 'STUDY WORLD', title })) },
    'STUDY WORLD (Consultation, Final call)',
  ],
  ['email', { testEmailSentAt: null }, 'Send yourself a test email'],
  ['email', { isSmtpConfigured: false }, 'saved as files'],
  ['payment-keys', { keysCheckedAt: null }, 'Check that they work'],
  ['payment-keys', { keys: 'test' }, 'The test keys worked when checked on 2026-11-22'],
])('%s is the only open step with %j', (name, change, text) => {
  const facts = { ...completeSite, ...change }
  expect(listOpenSteps(facts)).toEqual([name])
  expect(computeSteps(facts).find((step) => step.name === name)?.sentence).toContain(text)
})

test.each([false, true])(
  'the owner is asked who pays for referrals until the terms have extra text (%s)',
  (hasExtraTerms) => {
    const [company] = computeSteps({ ...completeSite, hasExtraTerms })
    expect(company?.isDone).toBe(true)
    expect(company?.sentence.includes('pay you for referrals')).toBe(!hasExtraTerms)
  },
)

test('a hundred or more purchases are not counted exactly', () => {
  const describePurchases = (purchases: number) =>
    computeSteps({ ...completeSite, purchases }).find(({ name }) => name === 'test-purchase')?.sentence
  expect(describePurchases(MANY_PURCHASES - 1)).toBe('99 purchases so far.')
  expect(describePurchases(MANY_PURCHASES)).toBe('100 or more purchases so far.')
})

test('the VAT step is done if the company is not VAT registered', () => {
  const vat = computeSteps({ ...completeSite, isVatRegistered: false, taxRateBasisPoints: 0 }).find(
    ({ name }) => name === 'vat',
  )
  expect(vat).toMatchObject({ isDone: true, sentence: expect.stringContaining('isn’t VAT registered') })
})

test('if a VAT-registered company has a rate of 0%, the VAT step says so', () => {
  const vat = computeSteps({ ...completeSite, taxRateBasisPoints: 0 }).find(({ name }) => name === 'vat')
  expect(vat?.sentence).toBe('Your VAT number is set, and we add 0% VAT to prices in pounds.')
})

test('if no webhook event has arrived, the payment step asks the owner to check the webhook address', () => {
  const keys = computeSteps({ ...completeSite, lastEventAt: null }).find(({ name }) => name === 'payment-keys')
  expect(keys?.sentence).toContain('Check that its webhook points to this site')
})
