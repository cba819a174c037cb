import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { configureSession } from '#platform/web/session.ts'
import { settle } from '#tests/support/web/clock.ts'
import { card } from '#tests/support/web/fake-card-form.tsx'
import { granted, refused, sessionExpired } from '#tests/support/web/fake-server.ts'
import { openCheckout, pay, quoted } from '#tests/support/web/open-checkout.ts'
import { givenVisitor } from '#tests/support/web/people.ts'
import { quote } from '#tests/support/web/purchases.ts'
import { getMemberQuote, getQuote, startPurchase } from '../contract.ts'

const leave = vi.hoisted(() => ({ loadPage: vi.fn(), replacePage: vi.fn() }))
vi.mock('#platform/web/navigation.ts', async (original) => ({ ...(await original()), ...leave }))
vi.mock('#platform/web/ui/toasts.tsx', () => ({ notify: {} }))
vi.mock('../../stripe/web/card-form.tsx', () => import('#tests/support/web/fake-card-form.tsx'))
vi.mock('./payment-method-form.tsx', () => import('#tests/support/web/fake-card-form.tsx'))

test("the summary shows the package, the server's prices and the customer", async () => {
  await openCheckout()
  const text = document.body.textContent ?? ''
  for (const expected of [
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
    'You pay £118.80 once, including £19.80 VAT. The package won’t renew.',
    'You have 14 days from the day you buy to cancel.',
  ]) {
    expect(text).toContain(expected)
  }
  expect(screen.getByRole('button', { name: 'Pay £118.80' })).toBeTruthy()
})

test('the link about cancelling opens in a new tab', async () => {
  await openCheckout()
  const link = screen.getByRole('link', { name: 'How cancelling works (opens in a new tab)' })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/terms#cancel', '_blank'])
})

test('the package in the address is moved to the navigation state', async () => {
  const { address, state } = await openCheckout()
  expect(address()).toBe('/checkout/stripe')
  expect(state()).toEqual({ packageId: 'my-future-basic' })
})

test('the package can be taken from the navigation state alone', async () => {
  const { requests } = await openCheckout({
    at: { pathname: '/checkout/stripe', state: { packageId: 'biz-future-pro' } },
  })
  expect(requests[0]?.address).toBe('/api/quotes/uk/biz-future-pro/member')
})

test.each([
  ['an unknown package', '?package=nothing', [refused(getQuote, 'package-not-found')]],
  ['no package at all', '', []],
])('with %s, the checkout shows the error and a button to go back', async (_, query, answers) => {
  const back = vi.spyOn(window.history, 'back').mockImplementation(() => {})
  vi.spyOn(window.history, 'length', 'get').mockReturnValue(2)
  const { user } = await openCheckout({ at: `/checkout/stripe${query}`, answers })
  expect(screen.getByRole('alert').textContent).toBe('Package not found. Please select a package first.')
  await user.click(screen.getByRole('button', { name: 'Go Back' }))
  expect(back).toHaveBeenCalledTimes(1)
})

test('Go Back leads to the home page if there is no history', async () => {
  vi.spyOn(window.history, 'length', 'get').mockReturnValue(1)
  const { user } = await openCheckout({ at: '/checkout/stripe', answers: [] })
  await user.click(screen.getByRole('button', { name: 'Go Back' }))
  expect(leave.loadPage).toHaveBeenLastCalledWith('/')
})

test('if the quote fails to load, the member can retry', async () => {
  const { user } = await openCheckout({ answers: ['unreachable', granted(getQuote, quote())] })
  expect(screen.getByRole('alert').textContent).toContain('We couldn’t reach the server.')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await settle()
  expect(screen.getByText('Order Summary')).toBeTruthy()
})

test('a member who owns the package sees when the next one starts', async () => {
  const runsUntil = '2026-03-20T10:00:00.000Z'
  const { requests } = await openCheckout({ answers: [granted(getMemberQuote, quote({ runsUntil }))] })
  expect(requests).toMatchObject([{ address: '/api/quotes/uk/my-future-basic/member', authorization: 'Bearer token' }])
  expect(screen.getByRole('status').textContent).toBe(
    'This package will start on 20 March 2026, when your current one ends.',
  )
})

test('a member whose package ends within 14 days chooses a start for the next one', async () => {
  const runsUntil = '2026-03-09T10:00:00.000Z'
  await openCheckout({ answers: [granted(getMemberQuote, quote({ runsUntil }))] })
  expect(screen.getByLabelText('Start when your current package ends, on 9 March 2026')).toBeTruthy()
  expect(screen.getByText('You already have this package until 9 March 2026, and you’re buying it again.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Pay £118.80' })).toBeTruthy()
})

test('a member whose session has expired sees the public quote', async () => {
  configureSession({ renew: async () => null, onEnd: givenVisitor })
  const { requests } = await openCheckout({ answers: [sessionExpired, granted(getQuote, quote())] })
  expect(requests.at(-1)).toMatchObject({ address: '/api/quotes/uk/my-future-basic', authorization: null })
  expect(screen.getByRole('link', { name: 'Log in to pay' })).toBeTruthy()
})

test('a visitor sees empty customer details and a login link', async () => {
  const { requests } = await openCheckout({ as: 'visitor' })
  expect(requests).toMatchObject([{ address: '/api/quotes/uk/my-future-basic' }])
  expect(screen.getByText('Customer:').parentElement?.textContent).toBe('Customer:')
  expect(screen.queryByText('Card entry')).toBeNull()
  expect(screen.getByRole('link', { name: 'Log in to pay' }).getAttribute('href')).toBe(
    '/login?from=%2Fcheckout%2Fstripe%3Fpackage%3Dmy-future-basic',
  )
})

test('the login page replaces the checkout in the history', async () => {
  const { user } = await openCheckout({ as: 'visitor' })
  const login = screen.getByRole<HTMLAnchorElement>('link', { name: 'Log in to pay' })
  await user.click(login)
  expect(leave.replacePage).toHaveBeenLastCalledWith(login.href)
})

test('test mode shows the test card number', async () => {
  const sandbox = { mode: 'sandbox', publishableKey: 'pk_test_1', scriptUrl: null } as const
  await openCheckout({ answers: [granted(getQuote, quote({ provider: sandbox }))] })
  expect(screen.getByText('Test mode').parentElement?.textContent).toContain('4242 4242 4242 4242')
})

test('live mode shows no test notice', async () => {
  await openCheckout()
  expect(screen.queryByText('Test mode')).toBeNull()
})

test('no start is preselected; starting today requires a box to be ticked, but the later date does not', async () => {
  const { user } = await openCheckout()
  const [today, later] = screen.getAllByRole<HTMLInputElement>('radio', { name: /^Start/ })
  expect([today?.checked, later?.checked]).toEqual([false, false])
  expect(screen.queryByRole('checkbox')).toBeNull()

  await user.click(screen.getByLabelText('Start on 17 March 2026'))
  expect(screen.getByRole('status').textContent).toContain('Your package starts on 17 March 2026 (from midnight')
  expect(screen.queryByRole('checkbox')).toBeNull()

  await user.click(screen.getByLabelText('Start today'))
  expect(screen.getByLabelText<HTMLInputElement>('I lose the right to cancel.').checked).toBe(false)
  expect(screen.getByRole('status').textContent).toBe('Your package starts as soon as your payment is confirmed.')
})

test('a missing start choice and an unticked box show errors, and nothing is sent', async () => {
  const { user, requests } = await openCheckout()
  const press = () => user.click(screen.getByRole('button', { name: 'Pay £118.80' }))
  await press()
  const choice = screen.getByRole('group', { name: 'When would you like to start?' })
  expect(describedText(choice)).toBe('Choose when your package starts.')
  expect(screen.getByLabelText('Start today').getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(screen.getByLabelText('Start today'))

  await user.click(screen.getByLabelText('Start today'))
  await press()
  const checkbox = screen.getByLabelText('I lose the right to cancel.')
  expect(describedText(checkbox)).toBe('Tick this to start today, or choose the later date.')
  expect(document.activeElement).toBe(checkbox)
  expect(requests).toHaveLength(1)
})

test('pressing Pay marks every error and focuses the first one', async () => {
  const answers = [granted(getQuote, quote({ asksForAge: true }))]
  const { user, requests } = await openCheckout({ answers })
  await user.click(screen.getByLabelText('for a business'))
  await user.click(screen.getByLabelText('for myself'))
  card.problem = 'Check the fields marked above.'
  await user.click(screen.getByRole('button', { name: 'Pay £118.80' }))
  const invalidGroups = [...document.querySelectorAll('fieldset')].filter((group) =>
    group.querySelector('[aria-invalid]'),
  )
  expect(invalidGroups.map((group) => group.querySelector('legend')?.textContent)).toEqual([
    'Are you under 18?',
    'When would you like to start?',
  ])
  expect(document.activeElement).toBe(screen.getByLabelText('Yes'))
  expect(screen.getByRole('alert').textContent).toBe('Check the fields marked above.')
  expect(requests).toHaveLength(1)
})

test('if the consent text changes, the box must be ticked again', async () => {
  const newQuote = quote({ consents: { version: '2027-01', acknowledgement: 'Other words.' } })
  const { user } = await openCheckout({ answers: [...quoted, refused(startPurchase, 'price-changed', newQuote)] })
  await user.click(screen.getByLabelText('Start today'))
  await user.click(screen.getByLabelText('I lose the right to cancel.'))
  await pay(user)
  expect(screen.getByLabelText<HTMLInputElement>('Other words.').checked).toBe(false)
})

function describedText(field: HTMLElement): string {
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
}
