import { expect, test } from 'vitest'
import type { ProviderCard } from '../stripe/rules.ts'
import { describeCard, isExpired, listCopies, nameCard, toSavedCards } from './rules.ts'

const now = new Date('2026-11-28T12:00:00Z')
const visa: ProviderCard = {
  id: 'pm_visa',
  brand: 'visa',
  last4: '4242',
  expiryMonth: 4,
  expiryYear: 2029,
  fingerprint: 'one',
  isOffered: true,
}
const older = { ...visa, id: 'pm_older', expiryYear: 2026, isOffered: false }
const amex: ProviderCard = { ...visa, id: 'pm_amex', brand: 'amex', last4: '0005', fingerprint: 'two' }
const show = (cards: ProviderCard[], use: Partial<Parameters<typeof toSavedCards>[1]> = {}) =>
  toSavedCards(cards, { chosenId: null, subscriptions: [], now, ...use })

test('a card is named by its brand, its last digits and its expiry', () => {
  const [card] = show([visa])
  expect(card && describeCard(card)).toBe('Visa ending 4242, expires 04/29')
  expect(card && describeCard({ ...card, isExpired: true, expiryYear: 2025 })).toBe('Visa ending 4242, expired 04/25')
  expect(nameCard({ brand: 'amex', last4: '0005' })).toBe('American Express ending 0005')
  expect(nameCard({ brand: 'eftpos_au', last4: '1111' })).toBe('Card ending 1111')
})

test('a card can be used until the last moment of its month', () => {
  const card = { expiryMonth: 12, expiryYear: 2026 }
  expect(isExpired(card, new Date('2026-12-31T23:59:59.999Z'))).toBe(false)
  expect(isExpired(card, new Date('2027-01-01T00:00:00Z'))).toBe(true)
})

test('the fingerprint of a card stays on the server', () => {
  expect(show([visa])[0]).not.toHaveProperty('fingerprint')
})

test('copies of one card are shown once: as entered last, and as agreed', () => {
  const [card, ...others] = show([visa, older])
  expect(others).toEqual([])
  expect(card).toMatchObject({ id: 'pm_visa', expiryYear: 2029, isOffered: true })
  // The member agreed to the older copy, so that is the one to offer.
  expect(show([older, visa])).toMatchObject([{ id: 'pm_visa', isOffered: true }])
  expect(listCopies([visa, amex, older], 'pm_older')).toEqual([visa, older])
  expect(listCopies([visa], 'pm_other')).toEqual([])
})

test('cards without a fingerprint are never taken for copies', () => {
  const [left, right] = [
    { ...visa, fingerprint: null },
    { ...amex, fingerprint: null },
  ]
  expect(show([left, right])).toHaveLength(2)
  expect(listCopies([left, right], left.id)).toEqual([left])
})

test.each([
  ['the chosen card', [visa, amex], 'pm_amex', 'pm_amex'],
  ['a copy of the chosen card', [visa, amex, older], 'pm_older', 'pm_visa'],
  ['the newest, if none is chosen', [visa, amex], null, 'pm_visa'],
  ['the newest, if the chosen one is gone', [visa, amex], 'pm_gone', 'pm_visa'],
  ['no expired card', [visa, { ...amex, expiryYear: 2025 }], 'pm_amex', 'pm_visa'],
  ['no card without consent', [{ ...visa, isOffered: false }, amex], 'pm_visa', 'pm_amex'],
  ['none, if none can be used', [{ ...visa, isOffered: false }], 'pm_visa', undefined],
])('the checkout preselects %s', (_, cards, chosenId, expected) => {
  const shown = show(cards, { chosenId })
  expect(shown.find(({ isDefault }) => isDefault)?.id).toBe(expected)
  if (expected) expect(shown[0]?.id).toBe(expected)
})

test('a card shows the subscriptions that any of its copies pays for', () => {
  const subscriptions = [
    { id: 'x', title: 'MY FUTURE X', cardId: 'pm_older' },
    { id: 'y', title: 'BIZ FUTURE Y', cardId: null },
  ]
  expect(show([visa, older, amex], { subscriptions })).toMatchObject([
    { id: 'pm_visa', subscriptions: [{ id: 'x', title: 'MY FUTURE X' }] },
    { id: 'pm_amex', subscriptions: [] },
  ])
})
