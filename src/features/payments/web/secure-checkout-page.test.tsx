// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { useEffect, useImperativeHandle } from 'react'
import { expect, test, vi } from 'vitest'
import { pass, settle, stopClock } from '../../../../tests/web/clock.ts'
import { type FakeAnswer, fakeServer, granted, refused, type SentRequest } from '../../../../tests/web/fake-server.ts'
import { ada, givenMember, givenVisitor } from '../../../../tests/web/people.ts'
import { purchase, quote } from '../../../../tests/web/purchases.ts'
import { visit } from '../../../../tests/web/visit.tsx'
import { confirmPurchase, getQuote, startPurchase } from '../contract.ts'
import type { CardForm } from './card-form.tsx'
import SecureCheckoutPage from './secure-checkout-page.tsx'

const leave = vi.hoisted(() => ({ loadPage: vi.fn(), replacePage: vi.fn() }))
vi.mock('#platform/web/leave.ts', async (original) => ({ ...(await original()), ...leave }))
vi.mock('#platform/web/ui/toasts.tsx', () => ({ notify: {} }))

/** The provider's card entry, as the test wants it. */
const card = vi.hoisted(() => ({
  library: 'ready' as 'loading' | 'ready' | 'failed',
  problem: null as string | null,
  pay: vi.fn(),
}))
vi.mock('./card-form.tsx', () => ({
  NOT_LOADED: 'Stripe has not loaded yet. Please try again.',
  CardForm: ({ ref, onLoad }: Parameters<typeof CardForm>[0]) => {
    useImperativeHandle(ref, () => ({ findProblem: () => card.problem, pay: card.pay }))
    useEffect(() => {
      if (card.library !== 'loading') onLoad(card.library)
    }, [onLoad])
    return <div>Card entry</div>
  },
}))

const open = purchase({ status: 'pending', reference: null, startsAt: null, endsAt: null })
const started = granted(startPurchase, { purchase: open, clientSecret: 'pi_1_secret_2' })

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
  expect(requests[0]?.address).toBe('/api/quotes/uk/biz-future-pro')
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

test('two presses in the same moment pay once', async () => {
  const { requests } = await openCheckout({ answers: [...quoted, started] })
  card.pay.mockReturnValue(new Promise(() => {}))
  const form = screen.getByRole('button', { name: 'Pay £118.80' }).closest('form')
  act(() => {
    form?.requestSubmit()
    form?.requestSubmit()
  })
  await settle()
  expect(requests.filter((request) => request.address === '/api/purchases')).toHaveLength(1)
})

test('a visitor sees blank customer values and pays after logging in', async () => {
  await openCheckout({ as: 'visitor' })
  expect(screen.getByText('Customer:').parentElement?.textContent).toBe('Customer:')
  expect(screen.queryByText('Card entry')).toBeNull()
  expect(screen.getByRole('link', { name: 'Log in to pay' }).getAttribute('href')).toBe(
    '/login?from=%2Fcheckout%2Fstripe%3Fpackage%3Dmy-future-basic',
  )
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

test('paying opens the purchase as shown, charges the card and thanks; the dashboard follows after 3 seconds', async () => {
  const { user, requests } = await openCheckout({ answers: [...quoted, started, granted(confirmPurchase, purchase())] })
  await user.click(screen.getByLabelText('Start my package now.'))
  await user.click(screen.getByLabelText('I lose the right to cancel.'))
  await pay(user)

  expect(requests[1]).toMatchObject({
    address: '/api/purchases',
    body: {
      packageId: 'my-future-basic',
      packageVersion: 3,
      market: 'uk',
      expectedTotal: 11_880,
      consents: { version: '2026-03', startNow: true, acknowledgeLoss: true },
    },
  })
  expect(card.pay).toHaveBeenLastCalledWith('pi_1_secret_2', {
    name: 'Ada Okafor',
    email: 'ada@example.com',
    phone: '+447700900123',
  })
  expect(requests[2]?.address).toBe(`/api/purchases/${open.id}/confirmation`)
  expect(screen.getByRole('heading').textContent).toBe('Payment Successful!')
  expect(screen.getByText('Thank you for purchasing MY FUTURE WEEK')).toBeTruthy()
  expect(screen.getByText('Redirecting to your dashboard...')).toBeTruthy()

  leave.replacePage.mockClear()
  await pass(2_999)
  expect(leave.replacePage).not.toHaveBeenCalled()
  await pass(1)
  expect(leave.replacePage).toHaveBeenCalledWith(`/portal/dashboard?purchase=${open.id}`)
})

test('a package that starts later is thanked for with its day', async () => {
  const later = purchase({ startsAt: '2026-03-16T10:00:00.000Z', endsAt: '2026-03-23T10:00:00.000Z' })
  const { user } = await openCheckout({ answers: [...quoted, started, granted(confirmPurchase, later)] })
  await pay(user)
  expect(screen.getByText('Your package starts on 16 March 2026.')).toBeTruthy()
})

test('while paying the button says so, and pressing twice pays once', async () => {
  const { user, requests } = await openCheckout({ answers: [...quoted, started] })
  card.pay.mockReturnValue(new Promise(() => {}))
  const button = screen.getByRole('button', { name: 'Pay £118.80' })
  await user.dblClick(button)
  await settle()
  expect(button.textContent).toBe('Processing Payment...')
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(requests.filter((request) => request.address === '/api/purchases')).toHaveLength(1)
})

test('the provider’s words are shown, and the card can be changed and paid with again', async () => {
  const log = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const answers = [...quoted, started, started, granted(confirmPurchase, purchase())]
  const { user } = await openCheckout({ answers })
  card.pay.mockResolvedValueOnce('Your card was declined.')
  await pay(user)
  expect(screen.getByRole('alert').textContent).toBe('Your card was declined.')
  expect(log).toHaveBeenCalledTimes(1)

  await pay(user)
  expect(screen.getByRole('heading').textContent).toBe('Payment Successful!')
})

test.each([
  ['says nothing', () => Promise.resolve('')],
  ['breaks off', () => Promise.reject(new Error('network'))],
])('a provider that %s gets words of our own', async (_, answer) => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { user } = await openCheckout({ answers: [...quoted, started] })
  card.pay.mockImplementationOnce(answer)
  await pay(user)
  expect(screen.getByRole('alert').textContent).toBe('An error occurred while processing your payment.')
})

test('nothing can be pressed before the payment library is there', async () => {
  await openCheckout({ library: 'loading' })
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Pay £118.80' }).disabled).toBe(true)
})

test('a payment library that does not load can be tried again', async () => {
  const { user } = await openCheckout({ library: 'failed' })
  expect(screen.getByRole('alert').textContent).toContain('Stripe has not loaded yet. Please try again.')
  card.library = 'ready'
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Pay £118.80' }).disabled).toBe(false)
})

test.each(['Stripe has not loaded yet. Please try again.', 'Card element not found.'])(
  'without a card entry nothing is started: %s',
  async (problem) => {
    const { user, requests } = await openCheckout()
    card.problem = problem
    await pay(user)
    expect(screen.getByRole('alert').textContent).toBe(problem)
    expect(requests).toHaveLength(1)
  },
)

test('a price that has changed is shown, and charged only after another press', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const dearer = quote({ price: { ...quote().price, net: 10_900, tax: 2_180, total: 13_080 } as never })
  const answers = [
    ...quoted,
    refused(startPurchase, 'price-changed', dearer),
    started,
    granted(confirmPurchase, purchase()),
  ]
  const { user, requests } = await openCheckout({ answers })
  await pay(user)
  expect(screen.getByRole('alert').textContent).toContain('The price or the terms have changed')
  expect(card.pay).not.toHaveBeenCalled()

  await user.click(screen.getByRole('button', { name: 'Pay £130.80' }))
  await settle()
  expect(requests[2]?.body).toMatchObject({ expectedTotal: 13_080 })
})

test('a changed price without the new figures is asked for', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const answers = [...quoted, refused(startPurchase, 'price-changed'), ...quoted]
  const { user, requests } = await openCheckout({ answers })
  await pay(user)
  expect(requests[2]?.address).toBe('/api/quotes/uk/my-future-basic')
  expect(screen.getByRole('alert').textContent).toContain('The price or the terms have changed')
})

test('what is paid already leads to the dashboard', async () => {
  const { user } = await openCheckout({ answers: [...quoted, refused(startPurchase, 'already-paid')] })
  await pay(user)
  expect(leave.loadPage).toHaveBeenLastCalledWith('/portal/dashboard')
  expect(sessionStorage.getItem('notice')).toContain('You have just paid for this package.')
})

test.each(['payment-processing', 'subscription-not-open', 'provider-away'] as const)(
  'the server’s "%s" is shown in its words',
  async (reason) => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const refusal = refused(startPurchase, reason)
    const { user } = await openCheckout({ answers: [...quoted, refusal] })
    await pay(user)
    expect(screen.getByRole('alert').textContent).toBe(refusal.message)
  },
)

test('a payment that the server does not know yet is asked for every second', async () => {
  const pending = granted(confirmPurchase, open)
  const answers = [
    ...quoted,
    started,
    pending,
    refused(confirmPurchase, 'provider-away'),
    'unreachable' as const,
    granted(confirmPurchase, purchase()),
  ]
  const { user, requests } = await openCheckout({ answers })
  await pay(user)
  expect(requests).toHaveLength(3)
  expect(screen.getByRole('button', { name: 'Processing Payment...' })).toBeTruthy()
  await pass(1_000)
  await pass(1_000)
  expect(requests).toHaveLength(5)
  await pass(1_000)
  expect(screen.getByRole('heading').textContent).toBe('Payment Successful!')
})

test('after 20 seconds nobody has to wait any longer', async () => {
  const pending = granted(confirmPurchase, open)
  const { user } = await openCheckout({
    answers: [...quoted, started, ...Array.from({ length: 30 }, () => pending)],
  })
  await pay(user)
  for (let second = 0; second < 20; second++) await pass(1_000)
  expect(screen.queryByText(/you can leave this page/)).toBeNull()
  await pass(1_000)
  expect(screen.getByText('We are confirming your payment – you can leave this page')).toBeTruthy()
})

test('a payment that failed after all can be made again', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const failed = granted(confirmPurchase, { ...open, status: 'failed' })
  const { user } = await openCheckout({ answers: [...quoted, started, failed] })
  await pay(user)
  expect(screen.getByRole('alert').textContent).toBe('An error occurred while processing your payment.')
  expect(screen.getByRole('button', { name: 'Pay £118.80' })).toBeTruthy()
})

const quoted: FakeAnswer[] = [granted(getQuote, quote())]

type Opening = {
  at?: Parameters<typeof visit>[0]
  as?: 'member' | 'visitor'
  library?: typeof card.library
  answers?: FakeAnswer[]
}

async function openCheckout({
  at = '/checkout/stripe?package=my-future-basic',
  as = 'member',
  library = 'ready',
  answers = quoted,
}: Opening = {}) {
  stopClock('2026-03-02T10:00:00.000Z')
  if (as === 'member') givenMember(ada)
  else givenVisitor()
  card.library = library
  card.problem = null
  card.pay.mockReset().mockResolvedValue(null)
  const { requests }: { requests: SentRequest[] } = fakeServer(...answers)
  const page = visit(at, { '/checkout/stripe': SecureCheckoutPage })
  await settle()
  return { ...page, requests }
}

async function pay(user: ReturnType<typeof visit>['user']) {
  await user.click(screen.getByRole('button', { name: /^Pay/ }))
  await settle()
}
