import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRef } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { CardEntry } from '../../stripe/web/use-stripe-library.ts'
import { PaymentMethodForm } from './payment-method-form.tsx'

type Change = (change: { empty: boolean; complete: boolean; error?: { message: string } }) => void

const provider = vi.hoisted(() => ({
  change: {} as Record<string, Change>,
  focus: vi.fn(),
  confirmCardPayment: vi.fn(),
  confirmPayPalPayment: vi.fn(),
}))
vi.mock('@stripe/stripe-js/pure', () => ({ loadStripe: async () => ({}) }))
vi.mock('@stripe/react-stripe-js', () => {
  function Field({ id, onChange }: { id: string; onChange: Change }) {
    provider.change[id] = onChange
    return <div id={id} />
  }
  const { confirmCardPayment, confirmPayPalPayment, focus } = provider
  return {
    Elements: ({ children }: { children: unknown }) => children,
    CardNumberElement: Field,
    CardExpiryElement: Field,
    CardCvcElement: Field,
    useStripe: () => ({ confirmCardPayment, confirmPayPalPayment }),
    useElements: () => ({ getElement: (type: unknown) => ({ type, focus: () => focus(type) }) }),
  }
})

afterEach(cleanup)

const order = {
  clientSecret: 'pi_1_secret_2',
  purchaseId: 'p-1',
  payer: { name: 'Ada Okafor', email: 'ada@example.com', phone: '+447700900123' },
}

test('all four card fields are required, and each shows its own error', async () => {
  const { card } = await show()
  let problem: string | null = null
  act(() => {
    problem = card().findProblem()
  })
  expect(problem).toBe('Check the fields marked above.')
  for (const message of [
    'Cardholder Name is required',
    'Card Number is required',
    'Expiry Date is required',
    'CVV is required',
  ]) {
    expect(screen.getByText(message)).toBeTruthy()
  }
  for (const name of ['Card Number', 'Expiry Date', 'CVV'])
    expect(screen.getByRole('group', { name }).getAttribute('aria-invalid')).toBe('true')
  act(() => card().focus())
  expect(document.activeElement).toBe(screen.getByLabelText('Cardholder Name'))
})

test('an incomplete or invalid field shows its message until it is edited', async () => {
  const { card } = await show()
  await userEvent.type(screen.getByLabelText('Cardholder Name'), 'Ada')
  act(() => provider.change.cardNumber?.({ empty: false, complete: false }))
  act(() => provider.change.expiryDate?.({ empty: false, complete: false, error: { message: 'It is past.' } }))
  act(() => provider.change.cvv?.({ empty: false, complete: true }))
  act(() => void card().findProblem())
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
    'Card Number is incomplete',
    'It is past.',
  ])
  act(() => card().focus())
  expect(provider.focus).toHaveBeenLastCalledWith('cardNumber')

  act(() => provider.change.cardNumber?.({ empty: false, complete: true }))
  expect(screen.getAllByRole('alert')).toHaveLength(1)
})

test("the card is charged in the cardholder's name", async () => {
  const { card } = await show()
  await userEvent.type(screen.getByLabelText('Cardholder Name'), ' A. Okafor ')
  complete()
  expect(card().findProblem()).toBeNull()
  expect(card().leavesPage()).toBe(false)
  provider.confirmCardPayment.mockResolvedValue({})
  expect(await card().pay(order)).toEqual({ outcome: 'taken' })
  expect(provider.confirmCardPayment).toHaveBeenLastCalledWith('pi_1_secret_2', {
    payment_method: expect.objectContaining({ billing_details: { ...order.payer, name: 'A. Okafor' } }),
  })
})

test('the tick keeps the card and is hidden with PayPal', async () => {
  const { card } = await show()
  await userEvent.type(screen.getByLabelText('Cardholder Name'), 'Ada')
  await userEvent.click(screen.getByLabelText('Save this card for next time'))
  complete()
  provider.confirmCardPayment.mockResolvedValue({})
  await card().pay(order)
  expect(provider.confirmCardPayment).toHaveBeenLastCalledWith('pi_1_secret_2', {
    payment_method: expect.objectContaining({ allow_redisplay: 'always' }),
    setup_future_usage: 'on_session',
  })
  await userEvent.click(screen.getByLabelText('PayPal'))
  expect(screen.getByLabelText('Save this card for next time').closest('[hidden]')).toBeTruthy()
})

test('choosing PayPal hides the card fields, and PayPal returns the buyer to the confirmation page', async () => {
  const { card } = await show()
  await userEvent.click(screen.getByLabelText('PayPal'))
  expect(screen.getByLabelText('Cardholder Name').closest('[hidden]')).toBeTruthy()
  expect(card().findProblem()).toBeNull()
  expect(card().leavesPage()).toBe(true)
  provider.confirmPayPalPayment.mockResolvedValue({ error: { type: 'invalid_request_error', message: 'Not now.' } })
  expect(await card().pay(order)).toEqual({ outcome: 'unknown', message: 'Not now.' })
  expect(provider.confirmPayPalPayment).toHaveBeenLastCalledWith('pi_1_secret_2', {
    return_url: `${window.location.origin}/confirmation?purchase=p-1`,
    payment_method: { billing_details: order.payer },
  })
})

test('the cardholder name is kept when switching to PayPal and back', async () => {
  await show()
  await userEvent.type(screen.getByLabelText('Cardholder Name'), 'Ada')
  await userEvent.click(screen.getByLabelText('PayPal'))
  await userEvent.click(screen.getByLabelText('Credit Card'))
  expect(screen.getByLabelText<HTMLInputElement>('Cardholder Name').value).toBe('Ada')
})

test('PayPal is preselected after returning from PayPal', async () => {
  await show({ isBackFromPaypal: true })
  expect(screen.getByLabelText<HTMLInputElement>('PayPal').checked).toBe(true)
})

test('a subscription cannot be paid with PayPal, and the page shows the reason', async () => {
  await show({ billing: 'monthly' })
  const paypal = screen.getByRole<HTMLInputElement>('radio', { name: /PayPal/ })
  expect(paypal.disabled).toBe(true)
  expect(document.getElementById(paypal.getAttribute('aria-describedby') ?? '')?.textContent).toContain('subscription')
})

function complete() {
  for (const field of ['cardNumber', 'expiryDate', 'cvv']) {
    act(() => provider.change[field]?.({ empty: false, complete: true }))
  }
}

async function show(changes: { billing?: 'once' | 'monthly'; isBackFromPaypal?: boolean } = {}) {
  const ref = createRef<CardEntry>()
  const settings = { mode: 'stripe', publishableKey: 'pk_test_1', scriptUrl: null } as const
  await act(async () => {
    render(
      <PaymentMethodForm
        ref={ref}
        provider={settings}
        billing="once"
        keeping="by-choice"
        isBackFromPaypal={false}
        isLoading={false}
        isLocked={false}
        onLoad={() => {}}
        onEdit={() => {}}
        {...changes}
      />,
    )
  })
  return {
    card: () => {
      if (!ref.current) throw new Error('Card entry missing')
      return ref.current
    },
  }
}
