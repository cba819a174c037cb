// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { pass, settle } from '../../../../tests/web/clock.ts'
import { card } from '../../../../tests/web/fake-card-form.tsx'
import { granted, refused } from '../../../../tests/web/fake-server.ts'
import { openCheckout, openPurchase, pay, quoted, started } from '../../../../tests/web/open-checkout.ts'
import { purchase, quote } from '../../../../tests/web/purchases.ts'
import { confirmPurchase, startPurchase } from '../contract.ts'

const leave = vi.hoisted(() => ({ loadPage: vi.fn(), replacePage: vi.fn(), reloadPage: vi.fn() }))
vi.mock('#platform/web/leave.ts', async (original) => ({ ...(await original()), ...leave }))
vi.mock('#platform/web/ui/toasts.tsx', () => ({ notify: {} }))
vi.mock('./card-form.tsx', () => import('../../../../tests/web/fake-card-form.tsx'))
vi.mock('./payment-method-form.tsx', () => import('../../../../tests/web/fake-card-form.tsx'))

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
      runsUntil: null,
      consents: { version: '2026-03', startNow: true, acknowledgeLoss: true },
      buyer: { kind: 'consumer', companyName: null, vatNumber: null, address: null, country: null },
    },
  })
  expect(card.pay).toHaveBeenLastCalledWith({
    clientSecret: 'pi_1_secret_2',
    purchaseId: openPurchase.id,
    payer: { name: 'Ada Okafor', email: 'ada@example.com', phone: '+447700900123' },
  })
  expect(requests[2]?.address).toBe(`/api/purchases/${openPurchase.id}/confirmation`)
  expect(screen.getByRole('heading').textContent).toBe('Payment Successful!')
  expect(document.activeElement).toBe(screen.getByRole('heading'))
  expect(document.title).toBe('Payment Successful!')
  expect(screen.getByText('Thank you for purchasing MY FUTURE WEEK')).toBeTruthy()
  expect(screen.getByText('Redirecting to your dashboard...')).toBeTruthy()

  leave.replacePage.mockClear()
  await pass(2_999)
  expect(leave.replacePage).not.toHaveBeenCalled()
  await pass(1)
  expect(leave.replacePage).toHaveBeenCalledWith(`/portal/dashboard?purchase=${openPurchase.id}`)
})

test('a reload after paying leads to the purchase and never to an empty form', async () => {
  const { user, state } = await openCheckout({ answers: [...quoted, started, granted(confirmPurchase, purchase())] })
  await pay(user)
  leave.replacePage.mockClear()

  await openCheckout({ at: { pathname: '/checkout/stripe', state: state() }, answers: [] })
  expect(leave.replacePage).toHaveBeenCalledWith(`/portal/dashboard?purchase=${openPurchase.id}`)
  expect(screen.queryByRole('button')).toBeNull()
})

test('a package that starts later is thanked for with its day', async () => {
  const later = purchase({
    startsAt: '2026-03-16T10:00:00.000Z',
    endsAt: '2026-03-23T10:00:00.000Z',
    startsLater: true,
  })
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
  card.pay.mockResolvedValueOnce({ outcome: 'refused', message: 'Your card was declined.' })
  await pay(user)
  expect(screen.getByRole('alert').textContent).toBe('Your card was declined.')
  expect(log).toHaveBeenCalledTimes(1)

  await user.click(screen.getByText('Card entry'))
  expect(screen.queryByRole('alert')).toBeNull()
  await pay(user)
  expect(screen.getByRole('heading').textContent).toBe('Payment Successful!')
})

test('a provider that says no without a word gets words of our own', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { user } = await openCheckout({ answers: [...quoted, started] })
  card.pay.mockResolvedValueOnce({ outcome: 'refused', message: '' })
  await pay(user)
  expect(screen.getByRole('alert').textContent).toBe('An error occurred while processing your payment.')
})

const lost = { outcome: 'unknown', message: 'We cannot reach our payments provider.' } as const
const open = granted(confirmPurchase, openPurchase)

test.each([
  ['is lost', () => Promise.resolve(lost)],
  ['breaks off', () => Promise.reject(new Error('network'))],
])('where the provider’s answer %s, money that was taken is thanked for', async (_, answer) => {
  const { user } = await openCheckout({ answers: [...quoted, started, open, granted(confirmPurchase, purchase())] })
  card.pay.mockImplementationOnce(answer)
  await pay(user)
  expect(screen.queryByRole('alert')).toBeNull()
  await pass(1_000)
  expect(screen.getByRole('heading').textContent).toBe('Payment Successful!')
})

test('a lost payment is a problem only once the server knows that nothing has arrived', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { user } = await openCheckout({ answers: [...quoted, started, open, open, open, open, open] })
  card.pay.mockResolvedValueOnce(lost)
  await pay(user)
  for (let second = 0; second < 4; second++) await pass(1_000)
  expect(screen.queryByRole('alert')).toBeNull()
  await pass(1_000)
  expect(screen.getByRole('alert').textContent).toBe('We cannot reach our payments provider.')
})

test('while nobody knows of a lost payment the page does not ask for another one', async () => {
  const away = 'unreachable' as const
  const { user } = await openCheckout({ answers: [...quoted, started, open, away, away, away, away] })
  card.pay.mockResolvedValueOnce(lost)
  await pay(user)
  for (let second = 0; second < 5; second++) await pass(1_000)
  expect(screen.getByText('We are confirming your payment – you can leave this page')).toBeTruthy()
})

test('nothing can be pressed before the payment library is there', async () => {
  await openCheckout({ library: 'loading' })
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Pay £118.80' }).disabled).toBe(true)
})

test('a payment library that does not load is said, and tried again with the whole page', async () => {
  const { user } = await openCheckout({ library: 'failed' })
  expect(screen.getByRole('alert').textContent).toContain('Stripe has not loaded yet. Please try again.')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Pay £118.80' }).disabled).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(leave.reloadPage).toHaveBeenCalledTimes(1)
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

test('a package that the member has already is paid for again only after its start was read', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const runsUntil = '2026-03-20T10:00:00.000Z'
  const answers = [...quoted, refused(startPurchase, 'package-runs', quote({ runsUntil })), started]
  const { user, requests } = await openCheckout({ answers })
  await pay(user)
  expect(screen.getByRole('alert').textContent).toContain('You already have this package. If you want it')
  expect(screen.getByText(/What you buy now starts then/).textContent).toContain('until 20 March 2026')
  expect(document.activeElement?.textContent).toContain('Would you like to buy this package once more?')
  const onceMore = screen.getByRole<HTMLButtonElement>('button', { name: 'Buy once more for £118.80' })
  expect(onceMore.disabled).toBe(true)
  act(() => onceMore.closest('form')?.requestSubmit())
  await pass(999)
  expect(requests).toHaveLength(2)
  expect(card.pay).not.toHaveBeenCalled()

  await pass(1)
  card.pay.mockReturnValue(new Promise(() => {}))
  await user.click(onceMore)
  await settle()
  expect(requests[2]).toMatchObject({ address: '/api/purchases', body: { runsUntil } })
  expect(card.pay).toHaveBeenCalledTimes(1)
})

test('a payment that waits for the bank elsewhere is given up only after that was read', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { user, requests } = await openCheckout({
    answers: [...quoted, refused(startPurchase, 'payment-at-bank'), started],
  })
  await pay(user)
  expect(document.activeElement?.textContent).toContain('waiting for your bank')
  const instead = screen.getByRole<HTMLButtonElement>('button', { name: 'Pay £118.80 here instead' })
  expect(instead.disabled).toBe(true)

  await pass(1_000)
  card.pay.mockReturnValue(new Promise(() => {}))
  await pay(user)
  expect(requests[1]).toMatchObject({ body: { givesUpOther: false } })
  expect(requests[2]).toMatchObject({ body: { givesUpOther: true } })
})

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

  await pass(1_000)
  await user.click(screen.getByRole('button', { name: 'Pay £130.80' }))
  await settle()
  expect(requests[2]?.body).toMatchObject({ expectedTotal: 13_080 })
})

test('a changed price without the new figures is asked for', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const answers = [...quoted, refused(startPurchase, 'price-changed'), ...quoted]
  const { user, requests } = await openCheckout({ answers })
  await pay(user)
  expect(requests[2]?.address).toBe('/api/quotes/uk/my-future-basic/member')
  expect(screen.getByRole('alert').textContent).toContain('The price or the terms have changed')
})

test('what is paid already leads to the dashboard', async () => {
  const { user } = await openCheckout({ answers: [...quoted, refused(startPurchase, 'already-paid')] })
  await pay(user)
  expect(leave.loadPage).toHaveBeenLastCalledWith('/portal/dashboard')
  expect(sessionStorage.getItem('notice')).toContain('You have just paid for this package.')
})

test.each(['payment-processing', 'not-open-yet', 'provider-away'] as const)(
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
  const pending = granted(confirmPurchase, openPurchase)
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
  const pending = granted(confirmPurchase, openPurchase)
  const { user } = await openCheckout({
    answers: [...quoted, started, ...Array.from({ length: 30 }, () => pending)],
  })
  await pay(user)
  for (let second = 0; second < 20; second++) await pass(1_000)
  expect(screen.queryByText(/you can leave this page/)).toBeNull()
  await pass(1_000)
  expect(screen.getByText('We are confirming your payment – you can leave this page')).toBeTruthy()
})

const silent = new Promise<never>(() => {})

test('a server that never answers the press is given up after 20 seconds', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { user } = await openCheckout({ answers: [...quoted, silent] })
  await pay(user)
  await pass(19_999)
  expect(screen.getByRole('button', { name: 'Processing Payment...' })).toBeTruthy()
  await pass(1)
  expect(screen.getByRole('alert').textContent).toContain('Our server did not answer in time.')
  expect(screen.getByRole('button', { name: 'Pay £118.80' })).toBeTruthy()
})

test('a server that never says how the payment stands keeps nobody waiting', async () => {
  const { user } = await openCheckout({ answers: [...quoted, started, silent, silent, silent, silent, silent] })
  await pay(user)
  await pass(26_000)
  expect(document.activeElement?.textContent).toBe('Almost there')
  expect(document.title).toBe('Almost there')
  expect(screen.getByText('We are confirming your payment – you can leave this page')).toBeTruthy()
})

test('while the provider is silent a way on appears, and money that it has taken is noticed', async () => {
  const { user } = await openCheckout({
    answers: [...quoted, started, open, granted(confirmPurchase, purchase()), granted(confirmPurchase, purchase())],
  })
  card.pay.mockReturnValue(silent)
  await pay(user)
  await pass(19_999)
  expect(screen.queryByText('This takes longer than usual')).toBeNull()
  await pass(1)
  expect(screen.getByText('This takes longer than usual')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to your dashboard' }).getAttribute('href')).toBe('/portal/dashboard')
  expect(screen.getByRole('button', { name: 'Processing Payment...' })).toBeTruthy()

  await pass(5_000)
  expect(screen.getByRole('heading').textContent).toBe('Payment Successful!')
})

test('a payment that failed after all can be made again', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const failed = granted(confirmPurchase, { ...openPurchase, status: 'failed' })
  const { user } = await openCheckout({ answers: [...quoted, started, failed] })
  await pay(user)
  expect(screen.getByRole('alert').textContent).toBe('An error occurred while processing your payment.')
  expect(screen.getByRole('button', { name: 'Pay £118.80' })).toBeTruthy()
})
