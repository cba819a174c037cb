import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { getDocumentPdf } from '#features/purchases/documents/contract.ts'
import { getOwnedPackage } from '#features/purchases/entitlements/contract.ts'
import { advanceClock, settle, stopClock } from '#tests/support/web/clock.ts'
import { type FakeAnswer, fakeServer, granted, refused } from '#tests/support/web/fake-server.ts'
import { owned } from '#tests/support/web/owned-packages.ts'
import { givenMember, givenVisitor } from '#tests/support/web/people.ts'
import { dollarAmounts, purchase } from '#tests/support/web/purchases.ts'
import { visit } from '#tests/support/web/visit.tsx'
import { confirmPurchase } from '../contract.ts'
import ConfirmationPage from './confirmation-page.tsx'

const leave = vi.hoisted(() => ({ loadPage: vi.fn(), replacePage: vi.fn() }))
vi.mock('#platform/web/navigation.ts', async (original) => ({ ...(await original()), ...leave }))
const files = vi.hoisted(() => ({ saveFile: vi.fn() }))
vi.mock('#platform/web/save-file.ts', () => files)

const bought = purchase(dollarAmounts)
const pending = purchase({ ...dollarAmounts, status: 'pending', reference: null, startsAt: null, endsAt: null })

type Address = Parameters<typeof visit>[0]

const session = { key: 'call', kind: 'session', title: 'Call', minutes: 10, unit: null, granted: 1, left: 1 } as const
const packageAnswered = granted(getOwnedPackage, { ...owned(), lines: [session], startTerms: null })

async function open(
  answers: FakeAnswer[],
  at: Address = `/confirmation?purchase=${bought.id}`,
  packageAnswer: FakeAnswer = packageAnswered,
) {
  stopClock('2026-03-02T10:00:00.000Z')
  givenMember()
  const remaining = [...answers]
  const { requests } = fakeServer(({ address }) =>
    address.startsWith('/api/entitlements/') ? packageAnswer : (remaining.shift() ?? 'unreachable'),
  )
  const page = visit(at, { '/confirmation': ConfirmationPage })
  await settle()
  return { ...page, requests }
}

test('the receipt shows the package, its amounts, its dates and a link to book', async () => {
  const { requests } = await open([granted(confirmPurchase, bought)])
  expect(requests[0]).toMatchObject({ method: 'POST', address: `/api/purchases/${bought.id}/confirmation` })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Payment Successful!')
  const text = document.body.textContent ?? ''
  for (const expected of [
    'Thank you for purchasing MY FUTURE WEEK',
    'Package Price$99.00',
    'Tax$9.90',
    'Total paid$108.90',
    'Starts2 March 2026',
    'Ends9 March 2026',
    'InvoiceINV-FW-2026-000042',
  ]) {
    expect(text).toContain(expected)
  }
  const link = screen.getByRole('link', { name: 'Book your first session' })
  expect(link.getAttribute('href')).toBe(`/portal/bookings/new?entitlement=${owned().id}`)
})

test.each([
  ['has no sessions', granted(getOwnedPackage, { ...owned(), lines: [], startTerms: null })],
  ['has not started', granted(getOwnedPackage, { ...owned({ isUsable: false }), lines: [session], startTerms: null })],
])('if a package %s, the next step is a link to the package page', async (_, answer) => {
  await open([granted(confirmPurchase, bought)], undefined, answer)
  expect(screen.queryByRole('link', { name: 'Book your first session' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Go to your package' }).getAttribute('href')).toBe(
    `/portal/packages/${owned().id}`,
  )
})

test('if the package cannot be loaded, the receipt links to My Packages', async () => {
  await open([granted(confirmPurchase, bought)], undefined, 'unreachable')
  expect(screen.getByRole('link', { name: 'Go to My Packages' }).getAttribute('href')).toBe('/portal/packages')
})

test("PayPal's parameters are removed from the address, and a reload shows the receipt", async () => {
  const query = `purchase=${bought.id}&payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=failed`
  const { address, state } = await open([granted(confirmPurchase, bought)], `/confirmation?${query}`)
  expect(address()).toBe('/confirmation')
  expect(state()).toEqual({ purchaseId: bought.id })
  expect(screen.getByText('Payment Successful!')).toBeTruthy()

  await open([granted(confirmPurchase, bought)], { pathname: '/confirmation', state: state() })
  expect(screen.getByText('Payment Successful!')).toBeTruthy()
})

test('an unpaid purchase leads back to the checkout even if the address says that it succeeded', async () => {
  await open(
    [granted(confirmPurchase, { ...pending, isOpen: true })],
    `/confirmation?purchase=${bought.id}&redirect_status=succeeded`,
  )
  expect(leave.replacePage).toHaveBeenLastCalledWith('/checkout?package=my-future-basic')
  expect(screen.queryByText('Payment Successful!')).toBeNull()
})

test('while a payment is being confirmed, the page shows a notice, and then the receipt', async () => {
  const { requests } = await open([
    granted(confirmPurchase, pending),
    refused(confirmPurchase, 'provider-unavailable'),
    'unreachable',
    granted(confirmPurchase, bought),
  ])
  expect(screen.getByText('We’re confirming your payment. You can leave this page.')).toBeTruthy()
  await advanceClock(1_000)
  await advanceClock(2_000)
  expect(requests).toHaveLength(3)
  await advanceClock(3_000)
  expect(screen.getByText('Payment Successful!')).toBeTruthy()
})

const notFound = 'Purchase information not found. Please try making a purchase again.'

test.each([
  ['without a purchase', '/confirmation', []],
  ["with another member's purchase", undefined, [refused(confirmPurchase, 'purchase-not-found')]],
])('the confirmation page %s shows an error and a link to the packages', async (_, at, answers) => {
  await open(answers, at)
  expect(screen.getByRole('alert').textContent).toBe(notFound)
  expect(screen.getByRole('link', { name: 'View Packages' }).getAttribute('href')).toBe('/services/my-future')
})

test('a visitor sees no purchase and can log in to see their own', async () => {
  givenVisitor()
  fakeServer()
  visit(`/confirmation?purchase=${bought.id}`, { '/confirmation': ConfirmationPage })
  await settle()
  expect(screen.getByRole('alert').textContent).toBe(notFound)
  expect(screen.getByRole('link', { name: 'Log in to see your purchase' }).getAttribute('href')).toBe(
    `/login?from=${encodeURIComponent(`/confirmation?purchase=${bought.id}`)}`,
  )
})

test('after a cancelled payment, the page links back to its checkout', async () => {
  await open([granted(confirmPurchase, { ...pending, status: 'cancelled' })])
  expect(screen.getByRole('alert').textContent).toBe('This payment didn’t go through. You haven’t been charged.')
  expect(screen.getByRole('link', { name: 'Back to the checkout' }).getAttribute('href')).toBe(
    '/checkout?package=my-future-basic',
  )
})

test('for a package with a later start, the page shows the start date', async () => {
  await open([granted(confirmPurchase, { ...bought, startsAt: '2026-06-16T23:00:00.000Z', startsLater: true })])
  expect(screen.getByText('Your package starts on 17 June 2026.')).toBeTruthy()
})

test('the invoice is downloaded by its number', async () => {
  const { user, requests } = await open([granted(confirmPurchase, bought), { text: '%PDF', file: 'INV-1.pdf' }])
  await user.click(screen.getByRole('button', { name: 'Download invoice' }))
  await settle()
  expect(requests.at(-1)?.address).toBe('/api/documents/INV-FW-2026-000042/pdf')
  expect(files.saveFile).toHaveBeenCalledTimes(1)
})

test('a failed invoice download shows the reason', async () => {
  const { user } = await open([granted(confirmPurchase, bought), refused(getDocumentPdf, 'document-not-found')])
  await user.click(screen.getByRole('button', { name: 'Download invoice' }))
  await settle()
  expect(screen.getByRole('alert').textContent).toBe('We couldn’t find this document.')
  expect(files.saveFile).not.toHaveBeenCalled()
})
