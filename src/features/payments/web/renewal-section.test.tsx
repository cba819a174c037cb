// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { granted, refused } from '../../../../tests/web/fake-server.ts'
import { openCheckout, pay } from '../../../../tests/web/open-checkout.ts'
import { quote } from '../../../../tests/web/purchases.ts'
import type { Quote } from '../contract.ts'
import { getQuote, startPurchase } from '../contract.ts'

vi.mock('#platform/web/ui/toasts.tsx', () => ({ notify: {} }))
vi.mock('./card-form.tsx', () => import('../../../../tests/web/fake-card-form.tsx'))
vi.mock('./payment-method-form.tsx', () => import('../../../../tests/web/fake-card-form.tsx'))

const renewal = { chargedBy: 'FutureWorld Consultancy', nextChargeAt: '2026-04-02T10:00:00.000Z' }

function subscription(changes: Partial<Quote> = {}) {
  const { package: offer } = quote()
  return quote({ package: { ...offer, title: 'MY FUTURE X', billing: 'monthly' }, renewal, ...changes })
}

const quoted = (changes?: Partial<Quote>) => granted(getQuote, subscription(changes))

test('before the first payment stand the next charge, how to cancel, and what the card may be charged', async () => {
  await openCheckout({ answers: [quoted()] })
  const terms = screen.getAllByRole('listitem').map((each) => each.textContent)
  expect(terms[0]).toBe(
    'You pay £118.80 every month, including £19.80 VAT. If you pay today, the next £118.80 is charged on 2 April 2026, and then once a month until you cancel. We remind you by email 3 days before each charge.',
  )
  expect(terms[1]).toContain('You can cancel the renewal at any time under My Packages.')
  expect(
    screen.getByText('You allow FutureWorld Consultancy to charge this card £118.80 each month until you cancel.'),
  ).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Pay £118.80' })).toBeTruthy()
})

test('without the boxes each month starts 14 days after it is paid; with them the first starts at once', async () => {
  const { user } = await openCheckout({ answers: [quoted()] })
  expect(screen.getByText(/Each month then starts/).textContent).toBe(
    'You can leave the boxes empty. Each month then starts 14 days after it is paid: your first on 16 March 2026.',
  )
  await user.click(screen.getByLabelText('Start my package now.'))
  await user.click(screen.getByLabelText('I lose the right to cancel.'))
  expect(screen.getByText('Your first month starts as soon as your payment is confirmed.')).toBeTruthy()
})

test.each([
  [
    '2026-03-20T09:00:00.000Z',
    'You already have this package until 20 March 2026. Your first month starts within a day after that, and every further month as many days after it is paid.',
  ],
  [
    '2026-03-10T09:00:00.000Z',
    'You already have this package until 10 March 2026. Each month then starts 14 days after it is paid: your first on 16 March 2026.',
  ],
])('whoever still has it until %s reads when the first month starts', async (runsUntil, sentence) => {
  await openCheckout({ answers: [quoted({ runsUntil })] })
  expect(screen.getByText(/You already have this package/).textContent).toBe(sentence)
})

test('nothing is said of a card that is charged again where nothing renews', async () => {
  await openCheckout()
  expect(screen.queryByText(/You allow/)).toBeNull()
})

test('whoever has the subscription already is led to it instead of a payment', async () => {
  await openCheckout({ answers: [quoted({ isSubscribed: true })] })
  expect(screen.getByText('You already have this subscription')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to My Packages' }).getAttribute('href')).toBe('/portal/packages')
  expect(screen.queryByRole('button', { name: /Pay/ })).toBeNull()
})

test('a subscription that was paid in another tab takes the place of the payment at the next press', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const answers = [quoted(), refused(startPurchase, 'already-subscribed'), quoted({ isSubscribed: true })]
  const { user } = await openCheckout({ answers })
  await pay(user)
  expect(screen.getByText('You already have this subscription')).toBeTruthy()
})
