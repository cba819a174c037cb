import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { advanceClock, settle } from '#tests/support/web/clock.ts'
import { card } from '#tests/support/web/fake-card-form.tsx'
import { granted, refused } from '#tests/support/web/fake-server.ts'
import { leaveAndReturn, openCheckout, openPurchase, pay, quoted, started } from '#tests/support/web/open-checkout.ts'
import { purchase, quote } from '#tests/support/web/purchases.ts'
import { confirmPurchase, getQuote, startPurchase } from '../contract.ts'

const leave = vi.hoisted(() => ({ loadPage: vi.fn(), replacePage: vi.fn(), reloadPage: vi.fn() }))
vi.mock('#platform/web/navigation.ts', async (original) => ({ ...(await original()), ...leave }))
vi.mock('#platform/web/ui/toasts.tsx', () => ({ notify: {} }))
vi.mock('../../stripe/web/card-form.tsx', () => import('#tests/support/web/fake-card-form.tsx'))
vi.mock('./payment-method-form.tsx', () => import('#tests/support/web/fake-card-form.tsx'))

test('submitting the form twice at the same moment pays once', async () => {
  const { user, requests } = await openCheckout({ answers: [...quoted, started] })
  card.pay.mockReturnValue(new Promise(() => {}))
  const form = screen.getByRole('button', { name: 'Pay £118.80' }).closest('form')
  await user.click(screen.getByLabelText('Start on 17 March 2026'))
  act(() => {
    form?.requestSubmit()
    form?.requestSubmit()
  })
  await settle()
  expect(requests.filter((request) => request.address === '/api/purchases')).toHaveLength(1)
})

test('a reload keeps what a visitor typed, except the password', async () => {
  const { user } = await openCheckout({ as: 'visitor' })
  await user.type(screen.getByLabelText('First name'), 'Ada')
  await user.type(screen.getByLabelText('Email'), 'ada@example.com')
  await user.type(screen.getByLabelText('Password'), 'sixteen quiet green boats')
  await user.click(screen.getByLabelText('Start on 17 March 2026'))
  expect(sessionStorage.getItem('checkout')).not.toContain('boats')

  await leaveAndReturn(() => openCheckout({ as: 'visitor' }))
  const values = ['First name', 'Email', 'Password'].map((name) => screen.getByLabelText<HTMLInputElement>(name).value)
  expect(values).toEqual(['Ada', 'ada@example.com', ''])
  expect(screen.getByLabelText<HTMLInputElement>('Start on 17 March 2026').checked).toBe(true)
  expect(card.resume).not.toHaveBeenCalled()
})

test('paying creates the purchase, charges the card and redirects to the dashboard after 3 seconds', async () => {
  const { user, requests } = await openCheckout({ answers: [...quoted, started, granted(confirmPurchase, purchase())] })
  await user.click(screen.getByLabelText('Start today'))
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
      consents: {
        version: '2026-03',
        start: 'today',
        acknowledged: true,
        startsLaterAt: '2026-03-17T00:00:00.000Z',
      },
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
  await advanceClock(2_999)
  expect(leave.replacePage).not.toHaveBeenCalled()
  await advanceClock(1)
  expect(leave.replacePage).toHaveBeenCalledWith(`/portal/dashboard?purchase=${openPurchase.id}`)
})

test('reloading after paying shows the purchase instead of an empty form', async () => {
  const { user, state } = await openCheckout({ answers: [...quoted, started, granted(confirmPurchase, purchase())] })
  await pay(user)
  leave.replacePage.mockClear()

  await openCheckout({ at: { pathname: '/checkout/stripe', state: state() }, answers: [] })
  expect(leave.replacePage).toHaveBeenCalledWith(`/portal/dashboard?purchase=${openPurchase.id}`)
  expect(screen.queryByRole('button')).toBeNull()
})

test('the thank-you page shows the date of a later start', async () => {
  const laterPurchase = purchase({
    startsAt: '2026-06-16T23:00:00.000Z',
    endsAt: '2026-06-23T23:00:00.000Z',
    startsLater: true,
  })
  const { user } = await openCheckout({ answers: [...quoted, started, granted(confirmPurchase, laterPurchase)] })
  await pay(user)
  expect(screen.getByText('Your package starts on 17 June 2026.')).toBeTruthy()
})

test('the Pay button shows that the payment is in progress, and pressing it twice pays once', async () => {
  const { user, requests } = await openCheckout({ answers: [...quoted, started] })
  card.pay.mockReturnValue(new Promise(() => {}))
  const button = screen.getByRole('button', { name: 'Pay £118.80' })
  await user.click(screen.getByLabelText('Start on 17 March 2026'))
  await user.dblClick(button)
  await settle()
  expect(button.textContent).toBe('Processing Payment...')
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(requests.filter((request) => request.address === '/api/purchases')).toHaveLength(1)
})

test("the provider's error is shown, and another attempt can succeed", async () => {
  const answers = [...quoted, started, started, granted(confirmPurchase, purchase())]
  const { user } = await openCheckout({ answers })
  card.pay.mockResolvedValueOnce({ outcome: 'refused', message: 'Your card was declined.' })
  await pay(user)
  expect(screen.getByRole('alert').textContent).toBe('Your card was declined.')

  await user.click(screen.getByText('Card entry'))
  expect(screen.queryByRole('alert')).toBeNull()
  await pay(user)
  expect(screen.getByRole('heading').textContent).toBe('Payment Successful!')
})

test("if the provider's error has no message, the form shows our own", async () => {
  const { user } = await openCheckout({ answers: [...quoted, started] })
  card.pay.mockResolvedValueOnce({ outcome: 'refused', message: '' })
  await pay(user)
  expect(screen.getByRole('alert').textContent).toBe('An error occurred while processing your payment.')
})

const lost = { outcome: 'unknown', message: 'We cannot reach our payments provider.' } as const
const open = granted(confirmPurchase, openPurchase)

test.each([
  ['is lost', () => Promise.resolve(lost)],
  ['fails', () => Promise.reject(new Error('network'))],
])("a payment that went through is confirmed even if the provider's response %s", async (_, answer) => {
  const { user } = await openCheckout({ answers: [...quoted, started, open, granted(confirmPurchase, purchase())] })
  card.pay.mockImplementationOnce(answer)
  await pay(user)
  expect(screen.queryByRole('alert')).toBeNull()
  await advanceClock(1_000)
  expect(screen.getByRole('heading').textContent).toBe('Payment Successful!')
})

test('if a response is lost, an error is shown only after the server reports the purchase unpaid', async () => {
  const { user } = await openCheckout({ answers: [...quoted, started, open, open, open, open, open] })
  card.pay.mockResolvedValueOnce(lost)
  await pay(user)
  for (let second = 0; second < 4; second++) await advanceClock(1_000)
  expect(screen.queryByRole('alert')).toBeNull()
  await advanceClock(1_000)
  expect(screen.getByRole('alert').textContent).toBe('We cannot reach our payments provider.')
})

test('if a response is lost and the server is unreachable, the member is not asked to pay again', async () => {
  const unreachable = 'unreachable' as const
  const { user } = await openCheckout({
    answers: [...quoted, started, open, unreachable, unreachable, unreachable, unreachable],
  })
  card.pay.mockResolvedValueOnce(lost)
  await pay(user)
  for (let second = 0; second < 5; second++) await advanceClock(1_000)
  expect(screen.getByText('We’re confirming your payment. You can leave this page.')).toBeTruthy()
})

test('the Pay button is disabled until the payment library has loaded', async () => {
  await openCheckout({ library: 'loading' })
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Pay £118.80' }).disabled).toBe(true)
})

test('if the payment library fails to load, the form shows an error and a button that reloads the page', async () => {
  const { user } = await openCheckout({ library: 'failed' })
  expect(screen.getByRole('alert').textContent).toContain('Stripe has not loaded yet. Please try again.')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Pay £118.80' }).disabled).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(leave.reloadPage).toHaveBeenCalledTimes(1)
})

test.each(['Stripe has not loaded yet. Please try again.', 'Card element not found.'])(
  'no purchase is started without a card field: %s',
  async (problem) => {
    const { user, requests } = await openCheckout()
    card.problem = problem
    await pay(user)
    expect(screen.getByRole('alert').textContent).toBe(problem)
    expect(requests).toHaveLength(1)
  },
)

test('an owned package can be bought again only once the new start date has been shown for one second', async () => {
  const runsUntil = '2026-03-20T10:00:00.000Z'
  const answers = [...quoted, refused(startPurchase, 'already-owned', quote({ runsUntil })), started]
  const { user, requests } = await openCheckout({ answers })
  await pay(user)
  expect(screen.getByRole('alert').textContent).toContain('You already have this package. To buy it again')
  expect(screen.getByText(/This package will start on/).textContent).toContain('20 March 2026')
  expect(document.activeElement?.textContent).toContain('and you’re buying it again.')
  const payAgain = screen.getByRole<HTMLButtonElement>('button', { name: 'Pay £118.80' })
  expect(payAgain.disabled).toBe(true)
  act(() => payAgain.closest('form')?.requestSubmit())
  await advanceClock(999)
  expect(requests).toHaveLength(2)
  expect(card.pay).not.toHaveBeenCalled()

  await advanceClock(1)
  card.pay.mockReturnValue(new Promise(() => {}))
  await user.click(payAgain)
  await settle()
  expect(requests[2]).toMatchObject({ address: '/api/purchases', body: { runsUntil } })
  expect(card.pay).toHaveBeenCalledTimes(1)
})

test('a payment waiting at the bank is cancelled only after the member has seen the warning', async () => {
  const { user, requests } = await openCheckout({
    answers: [...quoted, refused(startPurchase, 'payment-at-bank'), started],
  })
  await pay(user)
  expect(document.activeElement?.textContent).toContain('waiting for you to approve it with your bank')
  const payHere = screen.getByRole<HTMLButtonElement>('button', { name: 'Pay £118.80' })
  expect(payHere.disabled).toBe(true)

  await advanceClock(1_000)
  card.pay.mockReturnValue(new Promise(() => {}))
  await pay(user)
  expect(requests[1]).toMatchObject({ body: { cancelsOther: false } })
  expect(requests[2]).toMatchObject({ body: { cancelsOther: true } })
})

test('if the price has changed, the form shows the new one and charges it only when Pay is pressed again', async () => {
  const dearer = quote({ price: { ...quote().price, net: 10_900, tax: 2_180, total: 13_080 } as never })
  const answers = [
    ...quoted,
    refused(startPurchase, 'price-changed', dearer),
    started,
    granted(confirmPurchase, purchase()),
  ]
  const { user, requests } = await openCheckout({ answers })
  await pay(user)
  expect(screen.getByRole('alert').textContent).toContain('The price or terms have changed')
  expect(card.pay).not.toHaveBeenCalled()

  await advanceClock(1_000)
  await user.click(screen.getByRole('button', { name: 'Pay £130.80' }))
  await settle()
  expect(requests[2]?.body).toMatchObject({ expectedTotal: 13_080 })
})

test('if the price has changed and the server sends no quote, the page reloads the quote', async () => {
  const answers = [...quoted, refused(startPurchase, 'price-changed'), ...quoted]
  const { user, requests } = await openCheckout({ answers })
  await pay(user)
  expect(requests[2]?.address).toBe('/api/quotes/uk/my-future-basic/member')
  expect(screen.getByRole('alert').textContent).toContain('The price or terms have changed')
})

test('paying for a package that is already paid for leads to the dashboard with a notice', async () => {
  const { user } = await openCheckout({ answers: [...quoted, refused(startPurchase, 'already-paid')] })
  await pay(user)
  expect(leave.loadPage).toHaveBeenLastCalledWith('/portal/dashboard')
  expect(sessionStorage.getItem('notice')).toContain('You’ve just paid for this package.')
})

test.each(['payment-processing', 'not-open-yet', 'provider-unavailable'] as const)(
  'if the server refuses with "%s", the form shows the message',
  async (reason) => {
    const refusal = refused(startPurchase, reason)
    const { user } = await openCheckout({ answers: [...quoted, refusal] })
    await pay(user)
    expect(screen.getByRole('alert').textContent).toBe(refusal.message)
  },
)

test('a pending payment is checked every second', async () => {
  const pending = granted(confirmPurchase, openPurchase)
  const answers = [
    ...quoted,
    started,
    pending,
    refused(confirmPurchase, 'provider-unavailable'),
    'unreachable' as const,
    granted(confirmPurchase, purchase()),
  ]
  const { user, requests } = await openCheckout({ answers })
  await pay(user)
  expect(requests).toHaveLength(3)
  expect(screen.getByRole('button', { name: 'Processing Payment...' })).toBeTruthy()
  await advanceClock(1_000)
  await advanceClock(1_000)
  expect(requests).toHaveLength(5)
  await advanceClock(1_000)
  expect(screen.getByRole('heading').textContent).toBe('Payment Successful!')
})

test('if a payment is pending after 20 seconds, the form tells the member that they can leave', async () => {
  const pending = granted(confirmPurchase, openPurchase)
  const { user } = await openCheckout({
    answers: [...quoted, started, ...Array.from({ length: 30 }, () => pending)],
  })
  await pay(user)
  for (let second = 0; second < 20; second++) await advanceClock(1_000)
  expect(screen.queryByText(/You can leave this page/)).toBeNull()
  await advanceClock(1_000)
  expect(screen.getByText('We’re confirming your payment. You can leave this page.')).toBeTruthy()
})

const silent = new Promise<never>(() => {})

test('starting a purchase times out after 20 seconds', async () => {
  const { user } = await openCheckout({ answers: [...quoted, silent] })
  await pay(user)
  await advanceClock(19_999)
  expect(screen.getByRole('button', { name: 'Processing Payment...' })).toBeTruthy()
  await advanceClock(1)
  expect(screen.getByRole('alert').textContent).toContain('Our server took too long to respond.')
  expect(screen.getByRole('button', { name: 'Pay £118.80' })).toBeTruthy()
})

test('if the server does not respond when confirming, the form tells the member that they can leave', async () => {
  const { user } = await openCheckout({ answers: [...quoted, started, silent, silent, silent, silent, silent] })
  await pay(user)
  await advanceClock(26_000)
  expect(document.activeElement?.textContent).toBe('Almost there')
  expect(document.title).toBe('Almost there')
  expect(screen.getByText('We’re confirming your payment. You can leave this page.')).toBeTruthy()
})

test('if the provider does not respond for 20 seconds, the form shows a link and still detects the payment', async () => {
  const { user } = await openCheckout({
    answers: [...quoted, started, open, granted(confirmPurchase, purchase()), granted(confirmPurchase, purchase())],
  })
  card.pay.mockReturnValue(silent)
  await pay(user)
  await advanceClock(19_999)
  expect(screen.queryByText('This is taking longer than usual')).toBeNull()
  await advanceClock(1)
  expect(screen.getByText('This is taking longer than usual')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to your dashboard' }).getAttribute('href')).toBe('/portal/dashboard')
  expect(screen.getByRole('button', { name: 'Processing Payment...' })).toBeTruthy()

  await advanceClock(5_000)
  expect(screen.getByRole('heading').textContent).toBe('Payment Successful!')
})

test('a failed payment can be tried again', async () => {
  const failed = granted(confirmPurchase, { ...openPurchase, status: 'failed' })
  const { user } = await openCheckout({ answers: [...quoted, started, failed] })
  await pay(user)
  expect(screen.getByRole('alert').textContent).toBe('An error occurred while processing your payment.')
  expect(screen.getByRole('button', { name: 'Pay £118.80' })).toBeTruthy()
})

test('a reload during 3-D Secure resumes the same purchase once', async () => {
  const answers = [...quoted, started, started, granted(confirmPurchase, purchase())]
  const { user, requests } = await openCheckout({ answers })
  card.pay.mockReturnValue(silent)
  await user.click(screen.getByLabelText('Start today'))
  await user.click(screen.getByLabelText('I lose the right to cancel.'))
  await pay(user)

  const reloaded = await leaveAndReturn(() =>
    openCheckout({ answers: [...quoted, started, granted(confirmPurchase, purchase())] }),
  )
  await settle()
  expect(card.resume).toHaveBeenCalledTimes(1)
  expect(card.resume).toHaveBeenLastCalledWith(expect.objectContaining({ clientSecret: 'pi_1_secret_2' }))
  expect(card.pay).not.toHaveBeenCalled()
  expect(reloaded.requests[1]?.body).toEqual(requests[1]?.body)
  expect(screen.getByRole('heading').textContent).toBe('Payment Successful!')
})

test('a reload after 3-D Secure has finished keeps everything except the card', async () => {
  const asking = [granted(getQuote, quote({ asksForAge: true }))]
  const { user } = await openCheckout({ answers: [...asking, started] })
  card.pay.mockReturnValue(silent)
  await user.click(screen.getByLabelText('No'))
  await pay(user)

  const reloading = leaveAndReturn(() => openCheckout({ answers: [...asking, started] }))
  card.resume.mockResolvedValue({ outcome: 'refused', message: 'Please enter your card again.' })
  await reloading
  await settle()
  expect(screen.getByRole('alert').textContent).toBe('Please enter your card again.')
  expect(screen.getByLabelText<HTMLInputElement>('No').checked).toBe(true)
  expect(screen.getByLabelText<HTMLInputElement>('Start on 17 March 2026').checked).toBe(true)
  expect(screen.getByRole('button', { name: 'Pay £118.80' })).toBeTruthy()
})
