// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRef } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { PaymentMethodForm } from './payment-method-form.tsx'
import type { CardEntry } from './use-stripe-library.ts'

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

test('all four card fields are required, with a sentence next to each', async () => {
  const { card } = await show()
  let problem: string | null = null
  act(() => {
    problem = card().findProblem()
  })
  expect(problem).toBe('Please check the fields that are marked above.')
  for (const sentence of [
    'Cardholder Name is required',
    'Card Number is required',
    'Expiry Date is required',
    'CVV is required',
  ]) {
    expect(screen.getByText(sentence)).toBeTruthy()
  }
  expect(document.activeElement).toBe(screen.getByLabelText('Cardholder Name'))
})

test('a field that is begun, or that the provider finds wrong, says so; an edit takes the sentence away', async () => {
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
  expect(provider.focus).toHaveBeenLastCalledWith('cardNumber')

  act(() => provider.change.cardNumber?.({ empty: false, complete: true }))
  expect(screen.getAllByRole('alert')).toHaveLength(1)
})

test('the card is charged in the cardholder’s name', async () => {
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

test('with PayPal the card fields are hidden and not asked for, and the way back leads to the confirmation', async () => {
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

test('what was typed of the card is there when somebody has looked at PayPal', async () => {
  await show()
  await userEvent.type(screen.getByLabelText('Cardholder Name'), 'Ada')
  await userEvent.click(screen.getByLabelText('PayPal'))
  await userEvent.click(screen.getByLabelText('Credit Card'))
  expect(screen.getByLabelText<HTMLInputElement>('Cardholder Name').value).toBe('Ada')
})

test('whoever comes back from PayPal finds it chosen', async () => {
  await show({ isBackFromPaypal: true })
  expect(screen.getByLabelText<HTMLInputElement>('PayPal').checked).toBe(true)
})

test('a subscription is not paid with PayPal, and the page says why', async () => {
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
      if (!ref.current) throw new Error('The card entry is missing')
      return ref.current
    },
  }
}
