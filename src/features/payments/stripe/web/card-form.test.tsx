import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRef } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { CardForm } from './card-form.tsx'
import type { CardEntry } from './use-stripe-library.ts'
import { CHECK_FIELDS } from './use-stripe-library.ts'

type Change = (change: { empty: boolean; complete: boolean; error?: { message: string } }) => void

const field = vi.hoisted(() => ({
  change: (() => {}) as Change,
  confirmCardPayment: vi.fn(),
  confirmCardSetup: vi.fn(),
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

const order = { clientSecret: 'pi_1_secret_2', purchaseId: 'p1', payer }

test('the card is kept, and offered again, only if the tick is set', async () => {
  const readCard = await showCard()
  field.confirmCardPayment.mockResolvedValue({})
  const tick = screen.getByLabelText<HTMLInputElement>('Save this card for next time')
  expect(tick.checked).toBe(false)
  await readCard().pay(order)
  expect(field.confirmCardPayment).toHaveBeenLastCalledWith('pi_1_secret_2', {
    payment_method: { card: {}, billing_details: payer },
  })
  await userEvent.click(tick)
  await readCard().pay(order)
  expect(field.confirmCardPayment).toHaveBeenLastCalledWith('pi_1_secret_2', {
    payment_method: { card: {}, billing_details: payer, allow_redisplay: 'always' },
    setup_future_usage: 'on_session',
  })
})

test.each(['never', 'always'] as const)('there is no tick where a card is %s kept', async (keeping) => {
  const card = (await showCard(undefined, keeping))()
  expect(screen.queryByRole('checkbox')).toBeNull()
  field.confirmCardSetup.mockResolvedValueOnce({ setupIntent: { id: 'seti_1' } })
  expect(await card.setUp?.('seti_1_secret_2', payer)).toEqual({ outcome: 'set-up', setupIntentId: 'seti_1' })
  const consent = keeping === 'always' ? { allow_redisplay: 'always' } : {}
  expect(field.confirmCardSetup).toHaveBeenLastCalledWith('seti_1_secret_2', {
    payment_method: { card: {}, billing_details: payer, ...consent },
  })
})

test('a saved card pays, or is set up for a subscription, by its id alone', async () => {
  const card = (await showCard())()
  field.confirmCardPayment.mockResolvedValueOnce({})
  expect(await card.payWithSaved('pm_1')(order)).toEqual({ outcome: 'taken' })
  expect(field.confirmCardPayment).toHaveBeenLastCalledWith('pi_1_secret_2', { payment_method: 'pm_1' })
  field.confirmCardSetup.mockResolvedValueOnce({ setupIntent: { id: 'seti_1' } })
  expect(await card.setUpSaved?.('pm_1')('seti_1_secret_2', payer)).toMatchObject({ outcome: 'set-up' })
  expect(field.confirmCardSetup).toHaveBeenLastCalledWith('seti_1_secret_2', { payment_method: 'pm_1' })
})

test.each([
  ['refused', 'Your card was declined.', { type: 'card_error', message: 'Your card was declined.' }],
  ['unknown', 'Check your connection.', { type: 'api_connection_error', message: 'Check your connection.' }],
  [
    'refused',
    'Your bank said no.',
    {
      type: 'invalid_request_error',
      code: 'payment_intent_authentication_failure',
      message: 'Your bank said no.',
    },
  ],
  // Removed after Pay was pressed. What the provider says about it is for developers.
  [
    'unknown',
    'This card can no longer be used. Choose another card, or enter one.',
    { type: 'invalid_request_error', message: 'The provided PaymentMethod was detached from a Customer.' },
  ],
])('a payment with a saved card counts as %s with the message "%s"', async (outcome, message, error) => {
  const card = (await showCard())()
  field.confirmCardPayment.mockResolvedValueOnce({ error })
  expect(await card.payWithSaved('pm_1')(order)).toEqual({ outcome, message })
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

async function showCard(
  onEdit = () => {},
  keeping: 'by-choice' | 'always' | 'never' = 'by-choice',
): Promise<() => CardEntry> {
  const card = createRef<CardEntry>()
  const provider = { mode: 'stripe', publishableKey: 'pk_test_1', scriptUrl: null } as const
  await act(async () => {
    render(
      <CardForm
        ref={card}
        provider={provider}
        billing="once"
        keeping={keeping}
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
