import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { settle } from '#tests/support/web/clock.ts'
import { card } from '#tests/support/web/fake-card-form.tsx'
import { type FakeAnswer, granted, refused } from '#tests/support/web/fake-server.ts'
import { leaveAndReturn, openCheckout, openPurchase, pay, started } from '#tests/support/web/open-checkout.ts'
import { dollarAmounts, purchase, quote } from '#tests/support/web/purchases.ts'
import { confirmPurchase, getQuote, startPurchase } from '../contract.ts'

const leave = vi.hoisted(() => ({ loadPage: vi.fn(), replacePage: vi.fn(), reloadPage: vi.fn() }))
vi.mock('#platform/web/navigation.ts', async (original) => ({ ...(await original()), ...leave }))
vi.mock('#platform/web/ui/toasts.tsx', () => ({ notify: {} }))
vi.mock('../../stripe/web/card-form.tsx', () => import('#tests/support/web/fake-card-form.tsx'))
vi.mock('./payment-method-form.tsx', () => import('#tests/support/web/fake-card-form.tsx'))

const inDollars = granted(getQuote, quote({ price: dollarAmounts }))
const at = '/checkout?package=my-future-basic'

const openBasic = (answers: FakeAnswer[] = [inDollars], as: 'member' | 'visitor' = 'member') =>
  openCheckout({ at, as, answers })

test('the summary shows the package and its prices in dollars', async () => {
  const { requests } = await openBasic()
  expect(requests[0]?.address).toBe('/api/quotes/international/my-future-basic/member')
  const text = document.body.textContent ?? ''
  for (const expected of [
    'One focused week.',
    'Duration: 1 week',
    'Package Price:$99.00',
    'Tax:$9.90',
    'Total:$108.90',
    'You pay $108.90 once, including $9.90 tax. The package won’t renew.',
    'You have 14 days from the day you buy to cancel.',
    'When would you like to start?',
  ]) {
    expect(text).toContain(expected)
  }
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Checkout')
  expect(screen.getByRole('button', { name: 'Pay $108.90' })).toBeTruthy()
})

test.each([
  ['an unknown package', '?package=nothing', [refused(getQuote, 'package-not-found')]],
  ['no package at all', '', []],
])('with %s, the checkout shows the error and a link to the packages', async (_, query, answers) => {
  await openCheckout({ at: `/checkout${query}`, answers })
  expect(screen.getByRole('alert').textContent).toBe('Package not found. Please select a package first.')
  expect(screen.getByRole('link', { name: 'View Packages' }).getAttribute('href')).toBe('/services/my-future')
})

test('paying sends the country and opens the confirmation page', async () => {
  const { user, requests } = await openBasic([inDollars, started, granted(confirmPurchase, purchase(dollarAmounts))])
  await user.selectOptions(screen.getByLabelText('Country'), 'Canada')
  await pay(user)
  expect(requests[1]?.body).toMatchObject({
    market: 'international',
    expectedTotal: 10_890,
    buyer: { kind: 'consumer', companyName: null, vatNumber: null, address: null, country: 'CA' },
  })
  expect(leave.replacePage).toHaveBeenLastCalledWith(`/confirmation?purchase=${openPurchase.id}`)
})

test('reloading after paying opens the confirmation page', async () => {
  const state = { packageId: 'my-future-basic', purchaseId: openPurchase.id }
  await openCheckout({ at: { pathname: '/checkout', state }, answers: [] })
  expect(leave.replacePage).toHaveBeenLastCalledWith(`/confirmation?purchase=${openPurchase.id}`)
})

test('choosing the United Kingdom shows the price in pounds and removes the Pay button', async () => {
  const { user } = await openBasic([inDollars, granted(getQuote, quote()), started])
  await user.selectOptions(screen.getByLabelText('Country'), 'United Kingdom')
  await settle()
  expect(screen.getByText(/In the United Kingdom you pay in pounds: £118.80 instead of \$108.90/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Continue in pounds: £118.80' }).getAttribute('href')).toBe(
    '/checkout/stripe?package=my-future-basic',
  )
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()

  await user.selectOptions(screen.getByLabelText('Country'), 'Ireland')
  expect(screen.queryByText(/you pay in pounds/)).toBeNull()
  expect(screen.getByRole('button', { name: 'Pay $108.90' })).toBeTruthy()
})

test('a missing country shows an error next to its field', async () => {
  const { user, requests } = await openBasic()
  const country = screen.getByLabelText('Country')
  await user.selectOptions(country, 'Choose your country')
  await pay(user)
  expect(describedText(country)).toBe('Choose your country')
  expect(document.activeElement).toBe(country)
  expect(requests).toHaveLength(1)
  await user.selectOptions(country, 'France')
  expect(country.getAttribute('aria-invalid')).toBeNull()
})

test('a business enters invoice details, has no right to cancel and is not asked when to start', async () => {
  const { user, requests } = await openBasic([inDollars, started, granted(confirmPurchase, openPurchase)])
  await user.click(screen.getByLabelText('Start today'))
  await user.click(screen.getByLabelText('for a business'))
  expect(screen.queryAllByRole('checkbox')).toEqual([])
  expect(screen.getByText(/The 14-day right to cancel is for consumers/)).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe('Your package starts as soon as your payment is confirmed.')

  await pay(user)
  const name = screen.getByLabelText('Company name')
  expect(describedText(name)).toBe('Company name is required')
  expect(describedText(screen.getByLabelText('Billing address'))).toContain('Billing address is required')
  expect(document.activeElement).toBe(name)
  expect(requests).toHaveLength(1)

  await user.type(name, 'Analytical Engines')
  await user.type(screen.getByLabelText('Billing address'), '1 Main Street{enter}{enter}Springfield')
  await pay(user)
  expect(requests[1]?.body).toMatchObject({
    consents: { start: null, acknowledged: false },
    buyer: {
      kind: 'business',
      companyName: 'Analytical Engines',
      vatNumber: null,
      address: ['1 Main Street', 'Springfield'],
      country: 'US',
    },
  })
})

test('business details are kept when switching to a personal purchase and back', async () => {
  const { user } = await openBasic()
  await user.click(screen.getByLabelText('for a business'))
  await user.type(screen.getByLabelText('Company name'), 'Analytical Engines')
  await user.click(screen.getByLabelText('for myself'))
  await user.click(screen.getByLabelText('for a business'))
  expect(screen.getByLabelText<HTMLInputElement>('Company name').value).toBe('Analytical Engines')
})

test('returning from PayPal without paying restores the form and shows a notice', async () => {
  const { user } = await openBasic([inDollars, started])
  await user.click(screen.getByLabelText('for a business'))
  await user.type(screen.getByLabelText('Company name'), 'Analytical Engines')
  await user.type(screen.getByLabelText('Billing address'), '1 Main Street')
  card.leavesPage = true
  card.pay.mockReturnValue(new Promise(() => {}))
  await pay(user)

  await leaveAndReturn(() => openBasic())
  expect(screen.getByText('You haven’t paid with PayPal')).toBeTruthy()
  expect(screen.getByText('You haven’t been charged, and what you entered is still here.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Company name').value).toBe('Analytical Engines')
})

test('the answer to the age question and the start choice are restored after PayPal', async () => {
  const asking = granted(getQuote, quote({ price: dollarAmounts, asksForAge: true }))
  const { user } = await openBasic([asking, started])
  await user.click(screen.getByLabelText('No'))
  await user.click(screen.getByLabelText('Start today'))
  await user.click(screen.getByLabelText('I lose the right to cancel.'))
  card.leavesPage = true
  card.pay.mockReturnValue(new Promise(() => {}))
  await pay(user)

  await leaveAndReturn(() => openBasic([asking]))
  for (const label of ['No', 'Start today', 'I lose the right to cancel.'])
    expect([label, screen.getByLabelText<HTMLInputElement>(label).checked]).toEqual([label, true])
  expect(card.resume).not.toHaveBeenCalled()
})

test('a draft saved before leaving for PayPal is not shown to another member', async () => {
  const consents = { start: 'today', acknowledged: true }
  const choices = { market: 'international', paysWith: 'paypal', isUnder18: null, upgradedId: null }
  const buyer = { kind: 'business', companyName: 'Analytical Engines', vatNumber: '', address: '', country: 'US' }
  const opening = openBasic()
  const account = { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.com' }
  const draft = { ...choices, account, memberId: 'somebody-else', packageId: 'my-future-basic', consents, buyer }
  sessionStorage.setItem('checkout', JSON.stringify(draft))
  await opening
  expect(screen.queryByText('You haven’t paid with PayPal')).toBeNull()
  expect(screen.queryByLabelText('Company name')).toBeNull()
})

test('a PayPal error is shown, and a reload keeps the form without a payment', async () => {
  const { user } = await openBasic([inDollars, started])
  await user.click(screen.getByLabelText('for a business'))
  await user.type(screen.getByLabelText('Company name'), 'Analytical Engines')
  await user.type(screen.getByLabelText('Billing address'), '1 Main Street')
  card.leavesPage = true
  card.pay.mockResolvedValue({ outcome: 'refused', message: 'PayPal cannot be used now.' })
  await pay(user)
  expect(screen.getByRole('alert').textContent).toBe('PayPal cannot be used now.')

  await leaveAndReturn(() => openBasic())
  expect(screen.queryByText('You haven’t paid with PayPal')).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('Company name').value).toBe('Analytical Engines')
})

test('if the server refuses to charge a UK buyer in dollars, the page shows the reason', async () => {
  const { user } = await openBasic([inDollars, refused(startPurchase, 'uk-buyer-pays-pounds')])
  await pay(user)
  expect(within(document.body).getByRole('alert').textContent).toContain('you pay in pounds')
})

function describedText(field: HTMLElement): string {
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
}
