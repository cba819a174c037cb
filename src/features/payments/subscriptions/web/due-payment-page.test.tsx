import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { settle, stopClock } from '#tests/support/web/clock.ts'
import { type FakeAnswer, fakeServer, granted, refused } from '#tests/support/web/fake-server.ts'
import { subscription } from '#tests/support/web/owned-packages.ts'
import { givenMember } from '#tests/support/web/people.ts'
import { visit } from '#tests/support/web/visit.tsx'
import { confirmDuePayment, listSubscriptions, startDuePayment } from '../contract.ts'
import * as page from './due-payment-page.tsx'

const provider = vi.hoisted(() => ({ confirmCardPayment: vi.fn() }))
vi.mock('@stripe/stripe-js/pure', () => ({ loadStripe: async () => provider }))

const dueSubscription = subscription({ status: 'past_due' })

test('the due month is paid with the saved card, and the page confirms it', async () => {
  const { user } = await open(granted(confirmDuePayment, subscription()))
  expect(
    screen.getByText(/£34.80 including VAT \(20%\) is due for this month, from your card ending in 4242/),
  ).toBeTruthy()
  await pay(user)
  expect(provider.confirmCardPayment).toHaveBeenCalledWith('pi_1_secret_2', { payment_method: 'pm_1' })
  expect(screen.getByRole('heading', { name: 'Payment successful' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to My Packages' })).toBeTruthy()
})

test.each([
  ['card_error', 'Your card was declined.', 'Your card was declined.'],
  ['invalid_request_error', 'No such thing.', 'The payment didn’t go through. Try again or use another card.'],
])('if a payment fails with a %s, the page shows an error and offers another card', async (type, message, expected) => {
  const { user } = await open(granted(confirmDuePayment, dueSubscription))
  provider.confirmCardPayment.mockResolvedValueOnce({ error: { type, message } })
  await pay(user)
  expect(screen.getByRole('alert').textContent).toContain(expected)
  expect(screen.getByRole('link', { name: 'Use another card' }).getAttribute('href')).toBe(
    `/checkout/card?subscription=${dueSubscription.id}`,
  )
})

test('a payment made in another tab counts even if the provider returns an error', async () => {
  const { user } = await open(granted(confirmDuePayment, subscription()))
  provider.confirmCardPayment.mockResolvedValueOnce({ error: { type: 'invalid_request_error', message: 'No.' } })
  await pay(user)
  expect(screen.getByRole('heading', { name: 'Payment successful' })).toBeTruthy()
})

test('an unconfirmed payment is not shown as successful', async () => {
  const { user } = await open(granted(confirmDuePayment, dueSubscription))
  await pay(user)
  expect(screen.getByText(/we’re waiting for it to arrive/)).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('if the subscription has ended, the page says so when the member tries to pay', async () => {
  const ended = subscription({ status: 'ended', endedAt: '2026-12-21T10:00:00.000Z' })
  const { user } = await open(granted(confirmDuePayment, ended))
  provider.confirmCardPayment.mockResolvedValueOnce({ error: { type: 'invalid_request_error', message: 'No.' } })
  await pay(user)
  expect(screen.getByRole('alert').textContent).toContain('This subscription has ended')
})

test('if nothing is due, the payment page says so and shows a link back', async () => {
  await open('unreachable', refused(startDuePayment, 'nothing-due'))
  expect(screen.getByRole('alert').textContent).toContain(
    'There’s nothing to pay. This month has already been paid for.',
  )
  expect(screen.getByRole('link', { name: 'Back to My Packages' })).toBeTruthy()
})

async function open(confirmation: FakeAnswer, start?: FakeAnswer) {
  stopClock('2026-12-22T10:00:00.000Z')
  givenMember()
  provider.confirmCardPayment.mockReset().mockResolvedValue({ paymentIntent: {} })
  const startedPayment = {
    clientSecret: 'pi_1_secret_2',
    cardId: 'pm_1',
    provider: { mode: 'stripe', publishableKey: 'pk_test_1', scriptUrl: null } as const,
    price: dueSubscription.price,
  }
  fakeServer(({ address }) => {
    if (address === '/api/subscriptions') return granted(listSubscriptions, [dueSubscription])
    return address.endsWith('/confirmation') ? confirmation : (start ?? granted(startDuePayment, startedPayment))
  })
  const view = visit(`/checkout/payment?subscription=${dueSubscription.id}`, { '/checkout/payment': page })
  await settle()
  return view
}

async function pay(user: Awaited<ReturnType<typeof open>>['user']) {
  await user.click(screen.getByRole('button', { name: 'Pay £34.80' }))
  await settle()
}
