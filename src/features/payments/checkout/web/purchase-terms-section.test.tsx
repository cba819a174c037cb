import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { granted, refused } from '#tests/support/web/fake-server.ts'
import { openCheckout, pay } from '#tests/support/web/open-checkout.ts'
import { quote } from '#tests/support/web/purchases.ts'
import type { Quote } from '../contract.ts'
import { getQuote, startPurchase } from '../contract.ts'

vi.mock('#platform/web/ui/toasts.tsx', () => ({ notify: {} }))
vi.mock('../../stripe/web/card-form.tsx', () => import('#tests/support/web/fake-card-form.tsx'))
vi.mock('./payment-method-form.tsx', () => import('#tests/support/web/fake-card-form.tsx'))

const renewal = { chargedBy: 'FutureWorld Consultancy', nextChargeAt: '2026-04-02T10:00:00.000Z' }

function subscription(changes: Partial<Quote> = {}) {
  const { package: offer } = quote()
  return quote({ package: { ...offer, title: 'MY FUTURE X', billing: 'monthly' }, renewal, ...changes })
}

const quoted = (changes?: Partial<Quote>) => granted(getQuote, subscription(changes))

test('a subscription shows its next charge, how to cancel and what the card may be charged', async () => {
  await openCheckout({ answers: [quoted()] })
  const items = screen.getAllByRole('listitem').map((item) => item.textContent)
  const terms = items.slice(quote().package.features.length)
  expect(terms[0]).toBe(
    'You pay £118.80 every month, including £19.80 VAT. If you pay today, we’ll charge the next £118.80 on 2 April 2026, and then once a month until you cancel. We’ll remind you by email 3 days before each charge.',
  )
  expect(terms[1]).toContain('You can cancel at any time under My Packages.')
  expect(
    screen.getByText('You allow FutureWorld Consultancy to charge this card £118.80 each month until you cancel.'),
  ).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Pay £118.80' })).toBeTruthy()
})

test("the terms explain when a subscription's months start, for both start choices", async () => {
  const { user } = await openCheckout({ answers: [quoted()] })
  await user.click(screen.getByLabelText('Start on 17 March 2026'))
  expect(screen.getByText(/Your package starts on/).textContent).toBe(
    'Your package starts on 17 March 2026 (from midnight, London time), and you can’t use anything in it before then. Each month starts the same number of days after you pay for it. To start sooner, choose “Start now” on its page at any time.',
  )
  await user.click(screen.getByLabelText('Start today'))
  expect(screen.getByText('Your first month starts as soon as your payment is confirmed.')).toBeTruthy()
})

test('a subscription that follows a package ending after 14 days offers no start choice', async () => {
  await openCheckout({ answers: [quoted({ runsUntil: '2026-03-20T09:00:00.000Z' })] })
  expect(screen.getByRole('status').textContent).toBe(
    'Your first month starts within a day of your current package ending, on 20 March 2026.',
  )
  expect(screen.queryByText('When would you like to start?')).toBeNull()
})

test('a subscription that follows a package ending within 14 days offers a choice of two start dates', async () => {
  const { user } = await openCheckout({ answers: [quoted({ runsUntil: '2026-03-10T09:00:00.000Z' })] })
  expect(screen.getByLabelText('Start on 17 March 2026')).toBeTruthy()
  await user.click(screen.getByLabelText('Start when your current package ends, on 10 March 2026'))
  expect(screen.getByLabelText('I lose the right to cancel.')).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe(
    'Your first month starts within a day of your current package ending, on 10 March 2026.',
  )
})

test('a one-off package does not ask for consent to later charges', async () => {
  await openCheckout()
  expect(screen.queryByText(/You allow/)).toBeNull()
})

test('a member who already subscribes sees a link to My Packages instead of the payment form', async () => {
  await openCheckout({ answers: [quoted({ isSubscribed: true })] })
  expect(screen.getByText('You already have this subscription')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to My Packages' }).getAttribute('href')).toBe('/portal/packages')
  expect(screen.queryByRole('button', { name: /Pay/ })).toBeNull()
})

test('if the subscription was paid for in another tab, pressing Pay replaces the payment form', async () => {
  const answers = [quoted(), refused(startPurchase, 'already-subscribed'), quoted({ isSubscribed: true })]
  const { user } = await openCheckout({ answers })
  await pay(user)
  expect(screen.getByText('You already have this subscription')).toBeTruthy()
})
