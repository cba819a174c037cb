import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { SavedCard } from '#features/payments/cards/contract.ts'
import { settle } from '#tests/support/web/clock.ts'
import { card } from '#tests/support/web/fake-card-form.tsx'
import { granted, refused } from '#tests/support/web/fake-server.ts'
import { leaveAndReturn, openCheckout, openPurchase, pay, quoted, started } from '#tests/support/web/open-checkout.ts'
import { dollarAmounts, purchase, quote, savedCard } from '#tests/support/web/purchases.ts'
import { confirmPurchase, getQuote, startPurchase } from '../contract.ts'

const leave = vi.hoisted(() => ({ loadPage: vi.fn(), replacePage: vi.fn(), reloadPage: vi.fn() }))
vi.mock('#platform/web/navigation.ts', async (original) => ({ ...(await original()), ...leave }))
vi.mock('#platform/web/ui/toasts.tsx', () => ({ notify: {} }))
vi.mock('../../stripe/web/card-form.tsx', () => import('#tests/support/web/fake-card-form.tsx'))
vi.mock('./payment-method-form.tsx', () => import('#tests/support/web/fake-card-form.tsx'))

const visa = savedCard({ isDefault: true })
const amex = savedCard({ id: 'pm_amex', brand: 'amex', last4: '0005' })
const paid = [started, granted(confirmPurchase, purchase())]

const cardEntry = () => screen.getByText('Card entry')
const isEntryHidden = () => cardEntry().closest('[hidden]') !== null

test('the default card is preselected and pays with one press', async () => {
  const { user, requests } = await openCheckout({ answers: [...quoted, ...paid], savedCards: [[visa, amex]] })
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Visa ending 4242, expires 04/29' }).checked).toBe(true)
  expect(screen.getByRole('radio', { name: 'American Express ending 0005, expires 04/29' })).toBeTruthy()
  expect(isEntryHidden()).toBe(true)
  // An empty card form is no reason not to pay.
  card.problem = 'Check the fields marked above.'
  await pay(user)

  expect(requests[1]?.body).toMatchObject({ cardId: 'pm_visa', expectedTotal: 11_880 })
  expect(card.payWithSaved).toHaveBeenCalledWith('pm_visa')
  expect(card.pay).toHaveBeenCalledTimes(1)
  expect(screen.getByRole('heading').textContent).toBe('Payment Successful!')
})

test('another card can be entered instead', async () => {
  const { user, requests } = await openCheckout({ answers: [...quoted, ...paid], savedCards: [[visa]] })
  await user.click(screen.getByLabelText('Use another card'))
  expect(isEntryHidden()).toBe(false)
  await pay(user)
  expect(requests[1]?.body).toMatchObject({ cardId: null })
  expect(card.payWithSaved).not.toHaveBeenCalled()
})

test.each<[string, SavedCard[][]]>([
  ['has no cards', [[]]],
  ['has only a card that is kept for a subscription', [[{ ...visa, isOffered: false, isDefault: false }]]],
])('a member who %s sees only the card fields', async (_, savedCards) => {
  await openCheckout({ savedCards })
  expect(screen.queryByText('Pay with')).toBeNull()
  expect(isEntryHidden()).toBe(false)
})

test('an expired card says so and cannot be chosen', async () => {
  await openCheckout({ savedCards: [[{ ...visa, isDefault: false, isExpired: true, expiryYear: 2025 }]] })
  const choice = screen.getByRole<HTMLInputElement>('radio', { name: /^Visa ending 4242, expired 04\/25/ })
  expect([choice.disabled, choice.checked]).toEqual([true, false])
  expect(screen.getByText('This card has expired. Choose another one.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Use another card').checked).toBe(true)
  expect(isEntryHidden()).toBe(false)
})

test('a card that was removed in another tab is refused, and no other card takes its place unasked', async () => {
  const { user } = await openCheckout({
    answers: [...quoted, refused(startPurchase, 'card-not-found')],
    savedCards: [[visa, amex], [{ ...amex, isDefault: true }]],
  })
  await user.click(screen.getByLabelText('for a business'))
  await user.type(screen.getByLabelText('Company name'), 'Okafor Ltd')
  await user.type(screen.getByLabelText('Billing address'), '1 Street')
  await user.selectOptions(screen.getByLabelText('Country'), 'GB')
  await pay(user)

  expect(screen.getByRole('alert').textContent).toBe('This card is no longer saved. Choose another card, or enter one.')
  expect(screen.queryByRole('radio', { name: /^Visa/ })).toBeNull()
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^American Express/ }).checked).toBe(false)
  expect(screen.getByLabelText<HTMLInputElement>('Use another card').checked).toBe(true)
  expect(screen.getByLabelText<HTMLInputElement>('Company name').value).toBe('Okafor Ltd')
  expect(card.pay).not.toHaveBeenCalled()
})

test('a declined saved card shows why, and another one pays', async () => {
  const { user } = await openCheckout({ answers: [...quoted, started, ...paid], savedCards: [[visa, amex]] })
  card.pay.mockResolvedValueOnce({ outcome: 'refused', message: 'Your card was declined.' })
  await pay(user)
  expect(screen.getByRole('alert').textContent).toBe('Your card was declined.')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Visa/ }).checked).toBe(true)

  await user.click(screen.getByRole('radio', { name: /^American Express/ }))
  expect(screen.queryByRole('alert')).toBeNull()
  await pay(user)
  expect(card.payWithSaved).toHaveBeenLastCalledWith('pm_amex')
  expect(screen.getByRole('heading').textContent).toBe('Payment Successful!')
})

test('a reload during 3-D Secure on a saved card continues that payment', async () => {
  const { user } = await openCheckout({ answers: [...quoted, started], savedCards: [[visa]] })
  card.pay.mockReturnValue(new Promise(() => {}))
  await pay(user)

  await leaveAndReturn(() => openCheckout({ answers: [...quoted, ...paid], savedCards: [[visa]] }))
  await settle()
  expect(card.resume).toHaveBeenLastCalledWith(expect.objectContaining({ purchaseId: openPurchase.id }))
  expect(card.pay).not.toHaveBeenCalled()
})

test('the basic checkout offers PayPal beside another card, and a saved card never leaves the page', async () => {
  const answers = [granted(getQuote, quote({ price: { ...quote().price, ...dollarAmounts } })), started]
  const { user } = await openCheckout({
    at: '/checkout?package=my-future-basic',
    answers,
    savedCards: [[visa]],
  })
  expect(screen.getByLabelText('Use another card or PayPal')).toBeTruthy()
  // The hidden form below was left at PayPal.
  card.leavesPage = true
  card.pay.mockReturnValue(new Promise(() => {}))
  await pay(user)
  expect(JSON.parse(sessionStorage.getItem('checkout') ?? '')).toMatchObject({ paysWith: 'card' })
})

test('a visitor sees the card fields and no saved cards', async () => {
  await openCheckout({ as: 'visitor', savedCards: [[visa]] })
  expect(screen.queryByText('Pay with')).toBeNull()
  expect(isEntryHidden()).toBe(false)
})
