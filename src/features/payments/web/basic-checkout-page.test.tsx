// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { settle } from '../../../../tests/web/clock.ts'
import { card } from '../../../../tests/web/fake-card-form.tsx'
import { type FakeAnswer, granted, refused } from '../../../../tests/web/fake-server.ts'
import { openCheckout, openPurchase, pay, started } from '../../../../tests/web/open-checkout.ts'
import { dollarFigures, purchase, quote } from '../../../../tests/web/purchases.ts'
import { confirmPurchase, getQuote, startPurchase } from '../contract.ts'

const leave = vi.hoisted(() => ({ loadPage: vi.fn(), replacePage: vi.fn(), reloadPage: vi.fn() }))
vi.mock('#platform/web/leave.ts', async (original) => ({ ...(await original()), ...leave }))
vi.mock('#platform/web/ui/toasts.tsx', () => ({ notify: {} }))
vi.mock('./card-form.tsx', () => import('../../../../tests/web/fake-card-form.tsx'))
vi.mock('./payment-method-form.tsx', () => import('../../../../tests/web/fake-card-form.tsx'))

const inDollars = granted(getQuote, quote({ price: dollarFigures }))
const at = '/checkout?package=my-future-basic'

const openBasic = (answers: FakeAnswer[] = [inDollars], as: 'member' | 'visitor' = 'member') =>
  openCheckout({ at, as, answers })

test('the summary shows the package and its prices in dollars', async () => {
  const { requests } = await openBasic()
  expect(requests[0]?.address).toBe('/api/quotes/international/my-future-basic/member')
  const text = document.body.textContent ?? ''
  for (const words of [
    'One focused week.',
    'Duration: 1 week',
    'Package Price:$99.00',
    'Tax:$9.90',
    'Total:$108.90',
    'You pay $108.90 once, including $9.90 tax. Nothing renews.',
    'You have 14 days to cancel',
    'Would you like to start straight away?',
  ]) {
    expect(text).toContain(words)
  }
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Checkout')
  expect(screen.getByRole('button', { name: 'Pay $108.90' })).toBeTruthy()
})

test.each([
  ['an unknown package', '?package=nothing', [refused(getQuote, 'package-not-found')]],
  ['no package at all', '', []],
])('%s shows the error and the way to the packages', async (_, query, answers) => {
  await openCheckout({ at: `/checkout${query}`, answers })
  expect(screen.getByRole('alert').textContent).toBe('Package not found. Please select a package first.')
  expect(screen.getByRole('link', { name: 'View Packages' }).getAttribute('href')).toBe('/services/my-future')
})

test('a visitor logs in to pay and comes back here', async () => {
  await openBasic([inDollars], 'visitor')
  expect(screen.getByRole('link', { name: 'Log in to pay' }).getAttribute('href')).toBe(
    '/login?from=%2Fcheckout%3Fpackage%3Dmy-future-basic',
  )
})

test('paying sends the country along and leads to the confirmation, whether it is confirmed yet or not', async () => {
  const { user, requests } = await openBasic([inDollars, started, granted(confirmPurchase, purchase(dollarFigures))])
  await user.selectOptions(screen.getByLabelText('Country'), 'Canada')
  await pay(user)
  expect(requests[1]?.body).toMatchObject({
    market: 'international',
    expectedTotal: 10_890,
    buyer: { kind: 'consumer', companyName: null, vatNumber: null, address: null, country: 'CA' },
  })
  expect(leave.replacePage).toHaveBeenLastCalledWith(`/confirmation?purchase=${openPurchase.id}`)
})

test('a reload after paying leads to the confirmation', async () => {
  const state = { packageId: 'my-future-basic', purchaseId: openPurchase.id }
  await openCheckout({ at: { pathname: '/checkout', state }, answers: [] })
  expect(leave.replacePage).toHaveBeenLastCalledWith(`/confirmation?purchase=${openPurchase.id}`)
})

test('from the United Kingdom the price in pounds is said before anything can be paid', async () => {
  const { user } = await openBasic([inDollars, granted(getQuote, quote()), started])
  await user.selectOptions(screen.getByLabelText('Country'), 'United Kingdom')
  await settle()
  expect(screen.getByText(/From the United Kingdom you pay in pounds: £118.80 instead of \$108.90/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go on in pounds: £118.80' }).getAttribute('href')).toBe(
    '/checkout/stripe?package=my-future-basic',
  )
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()

  await user.selectOptions(screen.getByLabelText('Country'), 'Ireland')
  expect(screen.queryByText(/you pay in pounds/)).toBeNull()
  expect(screen.getByRole('button', { name: 'Pay $108.90' })).toBeTruthy()
})

test('the country is not left out, and the sentence stands at its field', async () => {
  const { user, requests } = await openBasic()
  const country = screen.getByLabelText('Country')
  await user.selectOptions(country, 'Choose your country')
  await pay(user)
  expect(describedText(country)).toBe('Please choose your country')
  expect(document.activeElement).toBe(country)
  expect(requests).toHaveLength(1)
  await user.selectOptions(country, 'France')
  expect(country.getAttribute('aria-invalid')).toBeNull()
})

test('a business gives what its invoice needs, reads that it has no 14 days, and is asked for no consent', async () => {
  const { user, requests } = await openBasic([inDollars, started, granted(confirmPurchase, openPurchase)])
  await user.click(screen.getByLabelText('Start my package now.'))
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
    consents: { startNow: false, acknowledgeLoss: false },
    buyer: {
      kind: 'business',
      companyName: 'Analytical Engines',
      vatNumber: null,
      address: ['1 Main Street', 'Springfield'],
      country: 'US',
    },
  })
})

test('what was typed for a business stays when somebody looks at the other choice', async () => {
  const { user } = await openBasic()
  await user.click(screen.getByLabelText('for a business'))
  await user.type(screen.getByLabelText('Company name'), 'Analytical Engines')
  await user.click(screen.getByLabelText('for myself'))
  await user.click(screen.getByLabelText('for a business'))
  expect(screen.getByLabelText<HTMLInputElement>('Company name').value).toBe('Analytical Engines')
})

test('whoever comes back from PayPal without having paid finds everything as it was, and a sentence', async () => {
  const { user } = await openBasic([inDollars, started])
  await user.click(screen.getByLabelText('for a business'))
  await user.type(screen.getByLabelText('Company name'), 'Analytical Engines')
  await user.type(screen.getByLabelText('Billing address'), '1 Main Street')
  card.leavesPage = true
  card.pay.mockReturnValue(new Promise(() => {}))
  await pay(user)
  const kept = sessionStorage.getItem('checkout')

  const leaving = openBasic()
  sessionStorage.setItem('checkout', kept ?? '')
  await leaving
  expect(screen.getByText('You have not paid with PayPal')).toBeTruthy()
  expect(screen.getByText('Nothing was charged, and what you entered is still here.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Company name').value).toBe('Analytical Engines')
})

test('what one member typed before leaving for PayPal is not shown to another', async () => {
  const consents = { startNow: true, acknowledgeLoss: false }
  const buyer = { kind: 'business', companyName: 'Analytical Engines', vatNumber: '', address: '', country: 'US' }
  const opening = openBasic()
  const draft = { memberId: 'somebody-else', packageId: 'my-future-basic', consents, buyer, upgradedId: null }
  sessionStorage.setItem('checkout', JSON.stringify(draft))
  await opening
  expect(screen.queryByText('You have not paid with PayPal')).toBeNull()
  expect(screen.queryByLabelText('Company name')).toBeNull()
})

test('a payment at PayPal that cannot be begun is said here, and nothing is kept for a way back', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { user } = await openBasic([inDollars, started])
  card.leavesPage = true
  card.pay.mockResolvedValue({ outcome: 'refused', message: 'PayPal cannot be used now.' })
  await pay(user)
  expect(screen.getByRole('alert').textContent).toBe('PayPal cannot be used now.')
  expect(sessionStorage.getItem('checkout')).toBeNull()
})

test('the server’s word that pounds are paid is shown', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { user } = await openBasic([inDollars, refused(startPurchase, 'uk-buyer-pays-pounds')])
  await pay(user)
  expect(within(document.body).getByRole('alert').textContent).toContain('you pay in pounds')
})

function describedText(field: HTMLElement): string {
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
}
