import { expect, test } from 'vitest'
import {
  type CardValues,
  type FieldName,
  findBrand,
  groupNumber,
  judgeField,
  testCardsOnly,
  testCardTokens,
} from './card-rules.ts'

const today = new Date(2026, 10, 21)
const good: CardValues = { number: '4242424242424242', expiry: '1234', code: '123', postalCode: 'SW1A 1AA' }

function verdict(name: FieldName, change: Partial<CardValues>) {
  const { state, error } = judgeField(name, { ...good, ...change }, today)
  return [state, error?.code]
}

test('every published test number is a complete card, and any other number is rejected', () => {
  for (const number of Object.keys(testCardTokens))
    expect(verdict('number', { number }), number).toEqual(['complete', undefined])
  expect(verdict('number', { number: '' })).toEqual(['empty', 'incomplete_number'])
  expect(verdict('number', { number: '424242424242424' })).toEqual(['incomplete', 'incomplete_number'])
  expect(verdict('number', { number: '4242424242424241' })).toEqual(['invalid', 'invalid_number'])
  for (const number of ['4539148803436467', '5425233430109903', '374245455400126']) {
    expect(verdict('number', { number })).toEqual(['invalid', 'test_mode_live_card'])
  }
  expect(judgeField('number', { ...good, number: '4539148803436467' }, today).error?.message).toBe(testCardsOnly)
})

test('a card is valid until the end of its month', () => {
  expect(verdict('expiry', { expiry: '1126' })).toEqual(['complete', undefined])
  expect(verdict('expiry', { expiry: '1026' })).toEqual(['invalid', 'invalid_expiry_month_past'])
  expect(verdict('expiry', { expiry: '1225' })).toEqual(['invalid', 'invalid_expiry_year_past'])
  expect(verdict('expiry', { expiry: '1276' })).toEqual(['complete', undefined])
  expect(verdict('expiry', { expiry: '1277' })).toEqual(['invalid', 'invalid_expiry_year'])
  for (const expiry of ['00', '13', '1334']) expect(verdict('expiry', { expiry })[1]).toBe('invalid_expiry_month')
  for (const expiry of ['0', '12', '123'])
    expect(verdict('expiry', { expiry })).toEqual(['incomplete', 'incomplete_expiry'])
})

test('the security code has three digits, or four for American Express', () => {
  expect(verdict('code', { code: '12' })).toEqual(['incomplete', 'incomplete_cvc'])
  expect(verdict('code', { code: '123' })).toEqual(['complete', undefined])
  expect(verdict('code', { code: '123', number: '378282246310005' })).toEqual(['incomplete', 'incomplete_cvc'])
  expect(verdict('code', { code: '1234', number: '378282246310005' })).toEqual(['complete', undefined])
})

test('numbers are grouped as on the card, and the brand is recognised', () => {
  expect(groupNumber('4242424242424242')).toBe('4242 4242 4242 4242')
  expect(groupNumber('42424')).toBe('4242 4')
  expect(groupNumber('378282246310005')).toBe('3782 822463 10005')
  const brands = {
    4: 'visa',
    55: 'mastercard',
    2221: 'mastercard',
    34: 'amex',
    6011: 'discover',
    36: 'diners',
    35: 'jcb',
    62: 'unionpay',
    9: 'unknown',
  }
  for (const [start, name] of Object.entries(brands)) expect(findBrand(start).name, start).toBe(name)
})

test.each<[FieldName, string, string]>([
  ['number', '424242', 'Your card number is incomplete.'],
  ['number', '4242424242424241', 'Your card number is invalid.'],
  ['expiry', '1334', "Your card's expiration month is invalid."],
  ['expiry', '1220', "Your card's expiration year is in the past."],
  ['expiry', '12', "Your card's expiration date is incomplete."],
  ['code', '98', "Your card's security code is incomplete."],
])('the %s %s gets the message from Stripe.js: %s', (name, value, message) => {
  expect(judgeField(name, { ...good, [name]: value }, today).error?.message).toBe(message)
})
