// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react'
import { createRef } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { CardForm } from './card-form.tsx'
import type { CardEntry } from './use-stripe-library.ts'

type Change = (change: { empty: boolean; complete: boolean; error?: { message: string } }) => void

const field = vi.hoisted(() => ({ change: (() => {}) as Change, confirmCardPayment: vi.fn() }))
vi.mock('@stripe/stripe-js/pure', () => ({ loadStripe: async () => ({}) }))
vi.mock('@stripe/react-stripe-js', () => ({
  Elements: ({ children }: { children: unknown }) => children,
  CardElement({ onChange }: { onChange: Change }) {
    field.change = onChange
    return null
  },
  useStripe: () => ({ confirmCardPayment: field.confirmCardPayment }),
  useElements: () => ({ getElement: () => ({}) }),
}))

afterEach(cleanup)

const payer = { name: 'Ada Okafor', email: 'ada@example.com', phone: '+447700900123' }

test('a card that is not typed to its end is asked for before anything is paid', async () => {
  const readCard = await showCard()
  const card = readCard()
  const words = 'Please enter your card number, its expiry date and its security code.'
  expect(card.findProblem()).toBe(words)
  act(() => field.change({ empty: false, complete: true }))
  expect(card.findProblem()).toBeNull()
  act(() => field.change({ empty: false, complete: false, error: { message: 'Your card number is wrong.' } }))
  expect(readCard().findProblem()).toBe('Your card number is wrong.')
})

test.each([
  ['taken', undefined],
  ['refused', { type: 'card_error', message: 'No.' }],
  ['refused', { type: 'validation_error', message: 'No.' }],
  ['refused', { type: 'invalid_request_error', code: 'payment_intent_authentication_failure', message: 'No.' }],
  ['unknown', { type: 'invalid_request_error', code: 'payment_intent_unexpected_state', message: 'No.' }],
  ['unknown', { type: 'api_connection_error', message: 'No.' }],
  ['unknown', { type: 'api_error', message: 'No.' }],
])('a payment counts as %s where the provider answers %o', async (outcome, error) => {
  const card = (await showCard())()
  field.confirmCardPayment.mockResolvedValueOnce({ error })
  expect(await card.pay({ clientSecret: 'pi_1_secret_2', purchaseId: 'p1', payer })).toEqual({
    outcome,
    ...(error && { message: 'No.' }),
  })
})

test('leaving the field is no edit: what Pay has just said of the card stays', async () => {
  const onEdit = vi.fn()
  await showCard(onEdit)
  act(() => field.change({ empty: true, complete: false }))
  expect(onEdit).not.toHaveBeenCalled()
  act(() => field.change({ empty: false, complete: false }))
  act(() => field.change({ empty: false, complete: false }))
  expect(onEdit).toHaveBeenCalledTimes(1)
  act(() => field.change({ empty: false, complete: true }))
  act(() => field.change({ empty: false, complete: false }))
  expect(onEdit).toHaveBeenCalledTimes(3)
})

async function showCard(onEdit = () => {}): Promise<() => CardEntry> {
  const card = createRef<CardEntry>()
  const provider = { mode: 'stripe', publishableKey: 'pk_test_1', scriptUrl: null } as const
  await act(async () => {
    render(
      <CardForm
        ref={card}
        provider={provider}
        billing="once"
        isBackFromPaypal={false}
        isLoading={false}
        isLocked={false}
        onLoad={() => {}}
        onEdit={onEdit}
      />,
    )
  })
  return () => {
    if (!card.current) throw new Error('The card entry is missing')
    return card.current
  }
}
