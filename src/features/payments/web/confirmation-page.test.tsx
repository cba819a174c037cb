// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { getDocumentPdf } from '#features/purchases/contract/document.ts'
import { pass, settle, stopClock } from '../../../../tests/web/clock.ts'
import { type FakeAnswer, fakeServer, granted, refused } from '../../../../tests/web/fake-server.ts'
import { givenMember, givenVisitor } from '../../../../tests/web/people.ts'
import { dollarFigures, purchase } from '../../../../tests/web/purchases.ts'
import { visit } from '../../../../tests/web/visit.tsx'
import { confirmPurchase } from '../contract.ts'
import ConfirmationPage from './confirmation-page.tsx'

const leave = vi.hoisted(() => ({ loadPage: vi.fn(), replacePage: vi.fn() }))
vi.mock('#platform/web/leave.ts', async (original) => ({ ...(await original()), ...leave }))
const files = vi.hoisted(() => ({ saveFile: vi.fn() }))
vi.mock('#platform/web/save-file.ts', () => files)

const bought = purchase(dollarFigures)
const pending = purchase({ ...dollarFigures, status: 'pending', reference: null, startsAt: null, endsAt: null })

type Address = Parameters<typeof visit>[0]

async function open(answers: FakeAnswer[], at: Address = `/confirmation?purchase=${bought.id}`) {
  stopClock('2026-03-02T10:00:00.000Z')
  givenMember()
  const { requests } = fakeServer(...answers)
  const page = visit(at, { '/confirmation': ConfirmationPage })
  await settle()
  return { ...page, requests }
}

test('the receipt shows what was bought, with the figures that are stored', async () => {
  const { requests } = await open([granted(confirmPurchase, bought)])
  expect(requests).toMatchObject([{ method: 'POST', address: `/api/purchases/${bought.id}/confirmation` }])
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Payment Successful!')
  const text = document.body.textContent ?? ''
  for (const words of [
    'Thank you for purchasing MY FUTURE WEEK',
    'Package Price$99.00',
    'Tax$9.90',
    'Total paid$108.90',
    'Starts2 March 2026',
    'Ends9 March 2026',
    'InvoiceINV-FW-2026-000042',
  ]) {
    expect(text).toContain(words)
  }
  const next = screen.getByRole('link', { name: 'Go to My Packages' })
  expect(next.getAttribute('href')).toBe('/portal/packages')
})

test('nothing that PayPal adds to the address stays in it, and a reload shows the receipt again', async () => {
  const query = `purchase=${bought.id}&payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=failed`
  const { address, state } = await open([granted(confirmPurchase, bought)], `/confirmation?${query}`)
  expect(address()).toBe('/confirmation')
  expect(state()).toEqual({ purchaseId: bought.id })
  expect(screen.getByText('Payment Successful!')).toBeTruthy()

  await open([granted(confirmPurchase, bought)], { pathname: '/confirmation', state: state() })
  expect(screen.getByText('Payment Successful!')).toBeTruthy()
})

test('what the address says of success is not believed: whoever has not paid is led back to the checkout', async () => {
  await open(
    [granted(confirmPurchase, { ...pending, isOpen: true })],
    `/confirmation?purchase=${bought.id}&redirect_status=succeeded`,
  )
  expect(leave.replacePage).toHaveBeenLastCalledWith('/checkout?package=my-future-basic')
  expect(screen.queryByText('Payment Successful!')).toBeNull()
})

test('a payment that is still being confirmed says so, and the receipt follows', async () => {
  const { requests } = await open([
    granted(confirmPurchase, pending),
    refused(confirmPurchase, 'provider-away'),
    'unreachable',
    granted(confirmPurchase, bought),
  ])
  expect(screen.getByText('We are confirming your payment – you can leave this page')).toBeTruthy()
  await pass(1_000)
  await pass(2_000)
  expect(requests).toHaveLength(3)
  await pass(3_000)
  expect(screen.getByText('Payment Successful!')).toBeTruthy()
})

const notFound = 'Purchase information not found. Please try making a purchase again.'

test.each([
  ['without a purchase', '/confirmation', []],
  ['with somebody else’s purchase', undefined, [refused(confirmPurchase, 'purchase-not-found')]],
])('%s the page shows its error and the way to the packages', async (_, at, answers) => {
  await open(answers, at)
  expect(screen.getByRole('alert').textContent).toBe(notFound)
  expect(screen.getByRole('link', { name: 'View Packages' }).getAttribute('href')).toBe('/services/my-future')
})

test('whoever is not logged in sees nothing of a purchase, and may log in to see their own', async () => {
  givenVisitor()
  fakeServer()
  visit(`/confirmation?purchase=${bought.id}`, { '/confirmation': ConfirmationPage })
  await settle()
  expect(screen.getByRole('alert').textContent).toBe(notFound)
  expect(screen.getByRole('link', { name: 'Log in to see your purchase' }).getAttribute('href')).toBe(
    `/login?from=${encodeURIComponent(`/confirmation?purchase=${bought.id}`)}`,
  )
})

test('a payment that was given up is said so, with the way back to its checkout', async () => {
  await open([granted(confirmPurchase, { ...pending, status: 'cancelled' })])
  expect(screen.getByRole('alert').textContent).toBe('This payment was not made. Nothing was charged for it.')
  expect(screen.getByRole('link', { name: 'Back to the checkout' }).getAttribute('href')).toBe(
    '/checkout?package=my-future-basic',
  )
})

test('a package that starts later says on which day', async () => {
  await open([granted(confirmPurchase, { ...bought, startsAt: '2026-03-16T10:00:00.000Z', startsLater: true })])
  expect(screen.getByText('Your package starts on 16 March 2026.')).toBeTruthy()
})

test('the invoice is downloaded by its number', async () => {
  const { user, requests } = await open([granted(confirmPurchase, bought), { text: '%PDF', file: 'INV-1.pdf' }])
  await user.click(screen.getByRole('button', { name: 'Download invoice' }))
  await settle()
  expect(requests[1]?.address).toBe('/api/documents/INV-FW-2026-000042/pdf')
  expect(files.saveFile).toHaveBeenCalledTimes(1)
})

test('an invoice that cannot be downloaded says why', async () => {
  const { user } = await open([granted(confirmPurchase, bought), refused(getDocumentPdf, 'document-not-found')])
  await user.click(screen.getByRole('button', { name: 'Download invoice' }))
  await settle()
  expect(screen.getByRole('alert').textContent).toBe('This document was not found.')
  expect(files.saveFile).not.toHaveBeenCalled()
})
