import { act, cleanup, render, screen } from '@testing-library/react'
import { createRef } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { CardForm } from './card-form.tsx'
import type { CardEntry } from './use-stripe-library.ts'
import { CHECK_FIELDS } from './use-stripe-library.ts'

type Change = (change: { empty: boolean; complete: boolean; error?: { message: string } }) => void

const field = vi.hoisted(() => ({
  change: (() => {}) as Change,
  confirmCardPayment: vi.fn(),
  handleNextAction: vi.fn(),
  options: {},
  style: {},
}))
vi.mock('@stripe/stripe-js/pure', () => ({ loadStripe: async () => ({}) }))
vi.mock('@stripe/react-stripe-js', () => ({
  Elements({ options, children }: { options: object; children: unknown }) {
    field.options = options
    return children
  },
  CardElement({ onChange, options }: { onChange: Change; options: { style: object } }) {
    field.change = onChange
    field.style = options.style
    return null
  },
  useStripe: () => field,
  useElements: () => ({ getElement: () => ({}) }),
}))

afterEach(cleanup)

const payer = { name: 'Ada Okafor', email: 'ada@example.com', phone: '+447700900123' }

test('an incomplete card shows an error before anything is paid', async () => {
  const readCard = await showCard()
  const card = readCard()
  const message = 'Enter your card number, expiry date and security code.'
  let problem: string | null = null
  act(() => {
    problem = card.findProblem()
  })
  expect(problem).toBe(CHECK_FIELDS)
  const group = screen.getByRole('group', { name: 'Card details' })
  expect(group.getAttribute('aria-invalid')).toBe('true')
  expect(document.getElementById(group.getAttribute('aria-describedby') ?? '')?.textContent).toBe(message)
  act(() => field.change({ empty: false, complete: true }))
  expect(card.findProblem()).toBeNull()
  expect(group.getAttribute('aria-invalid')).toBeNull()
  act(() => field.change({ empty: false, complete: false, error: { message: 'Your card number is wrong.' } }))
  expect(readCard().findProblem()).toBe(CHECK_FIELDS)
  expect(screen.getByRole('alert').textContent).toBe('Your card number is wrong.')
})

test.each([
  ['taken', undefined],
  ['refused', { type: 'card_error', message: 'No.' }],
  ['refused', { type: 'validation_error', message: 'No.' }],
  ['refused', { type: 'invalid_request_error', code: 'payment_intent_authentication_failure', message: 'No.' }],
  ['unknown', { type: 'invalid_request_error', code: 'payment_intent_unexpected_state', message: 'No.' }],
  ['unknown', { type: 'api_connection_error', message: 'No.' }],
  ['unknown', { type: 'api_error', message: 'No.' }],
])('a payment counts as %s if the provider returns %o', async (outcome, error) => {
  const card = (await showCard())()
  field.confirmCardPayment.mockResolvedValueOnce({ error })
  expect(await card.pay({ clientSecret: 'pi_1_secret_2', purchaseId: 'p1', payer })).toEqual({
    outcome,
    ...(error && { message: 'No.' }),
  })
})

test.each([
  ['taken', { paymentIntent: { status: 'succeeded' } }],
  ['refused', { paymentIntent: { status: 'requires_payment_method' } }],
  ['refused', { error: { type: 'card_error', message: 'No.' } }],
  ['unknown', { error: { type: 'api_error', message: 'No.' } }],
])('a resumed payment counts as %s if the provider returns %o', async (outcome, answer) => {
  const card = (await showCard())()
  field.handleNextAction.mockResolvedValueOnce(answer)
  expect(await card.resume({ clientSecret: 'pi_1_secret_2', purchaseId: 'p1', payer })).toMatchObject({ outcome })
  expect(field.handleNextAction).toHaveBeenLastCalledWith({ clientSecret: 'pi_1_secret_2' })
})

test('if no bank check is pending, the member is asked for the card again', async () => {
  const card = (await showCard())()
  field.handleNextAction.mockRejectedValueOnce(new Error('not in the requires_action state'))
  expect(await card.resume({ clientSecret: 'pi_1_secret_2', purchaseId: 'p1', payer })).toEqual({
    outcome: 'unknown',
    message: 'Your payment was interrupted and you haven’t been charged. Enter your card details again.',
  })
})

test("the provider's card field uses the page's font", async () => {
  await showCard()
  const src = expect.stringMatching(/^url\(http.*poppins-latin-400-normal.*\.woff2\)$/)
  expect(field.options).toEqual({ fonts: [{ family: 'Poppins', src, weight: '400' }] })
})

test("the provider's card field uses the colours of the page's scheme, again when the scheme changes", async () => {
  const scheme = Object.assign(new EventTarget(), { matches: false })
  vi.stubGlobal('matchMedia', () => scheme)
  const root = document.documentElement.style
  root.setProperty('--color-ink', '#17212b')
  await showCard()
  expect(field.style).toMatchObject({ base: { color: '#17212b' } })
  root.setProperty('--color-ink', '#f0f3f5')
  act(() => void scheme.dispatchEvent(new Event('change')))
  expect(field.style).toMatchObject({ base: { color: '#f0f3f5' } })
})

test('leaving the card field does not count as an edit', async () => {
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
        keeping="never"
        isBackFromPaypal={false}
        isLoading={false}
        isLocked={false}
        onLoad={() => {}}
        onEdit={onEdit}
      />,
    )
  })
  return () => {
    if (!card.current) throw new Error('Card entry missing')
    return card.current
  }
}
