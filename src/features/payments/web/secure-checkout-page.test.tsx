// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { configureSession } from '#platform/web/session.ts'
import { settle } from '../../../../tests/web/clock.ts'
import { granted, refused, sessionOver } from '../../../../tests/web/fake-server.ts'
import { openCheckout } from '../../../../tests/web/open-checkout.ts'
import { givenVisitor } from '../../../../tests/web/people.ts'
import { quote } from '../../../../tests/web/purchases.ts'
import { getMemberQuote, getQuote } from '../contract.ts'

const leave = vi.hoisted(() => ({ loadPage: vi.fn(), replacePage: vi.fn() }))
vi.mock('#platform/web/leave.ts', async (original) => ({ ...(await original()), ...leave }))
vi.mock('#platform/web/ui/toasts.tsx', () => ({ notify: {} }))
vi.mock('./card-form.tsx', () => import('../../../../tests/web/fake-card-form.tsx'))
vi.mock('./payment-method-form.tsx', () => import('../../../../tests/web/fake-card-form.tsx'))

test('the summary shows the package, the prices of the server and the customer', async () => {
  await openCheckout()
  const text = document.body.textContent ?? ''
  for (const words of [
    'Secure Checkout',
    'Complete your purchase for MY FUTURE WEEK',
    'Order Summary',
    'One focused week.',
    'Duration: 1 week',
    'Package Price:£99.00',
    'VAT (20%):£19.80',
    'Total:£118.80',
    'Customer:Ada Okaforada@example.com',
    'Billing Information',
    'Billing to:Ada Okaforada@example.com+447700900123',
    'Payment Information',
    'Your payment information is secure and encrypted',
    'Powered by Stripe • Secure payment processing',
    'You pay £118.80 once, including £19.80 VAT. Nothing renews.',
    'You have 14 days to cancel',
  ]) {
    expect(text).toContain(words)
  }
  expect(screen.getByRole('button', { name: 'Pay £118.80' })).toBeTruthy()
})

test('the package named in the address is put into the navigation', async () => {
  const { address, state } = await openCheckout()
  expect(address()).toBe('/checkout/stripe')
  expect(state()).toEqual({ packageId: 'my-future-basic' })
})

test('a package in the navigation’s state is enough', async () => {
  const { requests } = await openCheckout({
    at: { pathname: '/checkout/stripe', state: { packageId: 'biz-future-pro' } },
  })
  expect(requests[0]?.address).toBe('/api/quotes/uk/biz-future-pro/member')
})

test.each([
  ['an unknown package', '?package=nothing', [refused(getQuote, 'package-not-found')]],
  ['no package at all', '', []],
])('%s shows the error and a way back', async (_, query, answers) => {
  const back = vi.spyOn(window.history, 'back').mockImplementation(() => {})
  vi.spyOn(window.history, 'length', 'get').mockReturnValue(2)
  const { user } = await openCheckout({ at: `/checkout/stripe${query}`, answers })
  expect(screen.getByRole('alert').textContent).toBe('Package not found. Please select a package first.')
  await user.click(screen.getByRole('button', { name: 'Go Back' }))
  expect(back).toHaveBeenCalledTimes(1)
})

test('whoever has no step to go back to goes home', async () => {
  vi.spyOn(window.history, 'length', 'get').mockReturnValue(1)
  const { user } = await openCheckout({ at: '/checkout/stripe', answers: [] })
  await user.click(screen.getByRole('button', { name: 'Go Back' }))
  expect(leave.loadPage).toHaveBeenLastCalledWith('/')
})

test('a quote that cannot be loaded can be asked for again', async () => {
  const { user } = await openCheckout({ answers: ['unreachable', granted(getQuote, quote())] })
  expect(screen.getByRole('alert').textContent).toContain('We could not reach the server.')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await settle()
  expect(screen.getByText('Order Summary')).toBeTruthy()
})

test('a member who has the package already reads at once when the next one starts', async () => {
  const runsUntil = '2026-03-20T10:00:00.000Z'
  const { requests } = await openCheckout({ answers: [granted(getMemberQuote, quote({ runsUntil }))] })
  expect(requests).toMatchObject([{ address: '/api/quotes/uk/my-future-basic/member', authorization: 'Bearer token' }])
  expect(screen.getByRole('status').textContent).toBe(
    'You already have this package until 20 March 2026. What you buy now starts then.',
  )
})

test('a member whose package ends within the 14 days is asked as well before buying it once more', async () => {
  const runsUntil = '2026-03-09T10:00:00.000Z'
  await openCheckout({ answers: [granted(getMemberQuote, quote({ runsUntil }))] })
  expect(screen.getByRole('status').textContent).toBe(
    'You already have this package until 9 March 2026. What you buy now starts on 16 March 2026, when the 14 days are over.',
  )
  expect(screen.getByText('Would you like to buy this package once more?')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Buy once more for £118.80' })).toBeTruthy()
})

test('whoever turns out to be logged out sees the quote of everybody', async () => {
  configureSession({ renew: async () => null, onEnd: givenVisitor })
  const { requests } = await openCheckout({ answers: [sessionOver, granted(getQuote, quote())] })
  expect(requests.at(-1)).toMatchObject({ address: '/api/quotes/uk/my-future-basic', authorization: null })
  expect(screen.getByRole('link', { name: 'Log in to pay' })).toBeTruthy()
})

test('a visitor sees blank customer values and pays after logging in', async () => {
  const { requests } = await openCheckout({ as: 'visitor' })
  expect(requests).toMatchObject([{ address: '/api/quotes/uk/my-future-basic' }])
  expect(screen.getByText('Customer:').parentElement?.textContent).toBe('Customer:')
  expect(screen.queryByText('Card entry')).toBeNull()
  expect(screen.getByRole('link', { name: 'Log in to pay' }).getAttribute('href')).toBe(
    '/login?from=%2Fcheckout%2Fstripe%3Fpackage%3Dmy-future-basic',
  )
})

test.each(['member', 'visitor'] as const)(
  'what cannot be bought yet says so to a %s, and takes no card',
  async (as) => {
    const monthly = quote({ package: { ...quote().package, billing: 'monthly' } })
    await openCheckout({ as, answers: [granted(getQuote, monthly)] })
    expect(screen.getByText('This package cannot be bought yet')).toBeTruthy()
    expect(screen.queryByText('Card entry')).toBeNull()
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Log in to pay' })).toBeNull()
    const others = screen.getByRole('link', { name: 'See the other packages of MY FUTURE' })
    expect(others.getAttribute('href')).toBe('/services/my-future')
  },
)

test('logging in takes the place of this page in the history', async () => {
  const { user } = await openCheckout({ as: 'visitor' })
  const login = screen.getByRole<HTMLAnchorElement>('link', { name: 'Log in to pay' })
  await user.click(login)
  expect(leave.replacePage).toHaveBeenLastCalledWith(login.href)
})

test('in test mode the page says that nothing is charged, and with which card to pay', async () => {
  const sandbox = { mode: 'sandbox', publishableKey: 'pk_test_1', scriptUrl: null } as const
  await openCheckout({ answers: [granted(getQuote, quote({ provider: sandbox }))] })
  expect(screen.getByText('Test mode').parentElement?.textContent).toContain('4242 4242 4242 4242')
})

test('with a real provider nothing speaks of a test', async () => {
  await openCheckout()
  expect(screen.queryByText('Test mode')).toBeNull()
})

test('both boxes start empty, and the page says when the package starts then', async () => {
  const { user } = await openCheckout()
  const [now, loss] = screen.getAllByRole<HTMLInputElement>('checkbox')
  expect([now?.checked, loss?.checked]).toEqual([false, false])
  expect(screen.getByRole('status').textContent).toContain('Your package then starts on 16 March 2026')

  await user.click(screen.getByLabelText('Start my package now.'))
  expect(screen.getByRole('status').textContent).toContain('16 March 2026')
  await user.click(screen.getByLabelText('I lose the right to cancel.'))
  expect(screen.getByRole('status').textContent).toBe('Your package starts as soon as your payment is confirmed.')
})
