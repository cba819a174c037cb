import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { settle } from '#tests/support/web/clock.ts'
import { card } from '#tests/support/web/fake-card-form.tsx'
import { type FakeAnswer, granted, refused } from '#tests/support/web/fake-server.ts'
import { fieldMessages } from '#tests/support/web/field-messages.ts'
import { openCheckout, pay, started } from '#tests/support/web/open-checkout.ts'
import { quote } from '#tests/support/web/purchases.ts'
import { getMemberQuote, startPurchase } from '../../checkout/contract.ts'
import { type GuardianRequest, requestGuardianConsent } from '../contract.ts'

vi.mock('#platform/web/ui/toasts.tsx', () => ({ notify: {} }))
vi.mock('../../stripe/web/card-form.tsx', () => import('#tests/support/web/fake-card-form.tsx'))

const guardian = { name: 'Annabella', email: 'annabella@example.org' }
const waiting: GuardianRequest = {
  state: 'waiting',
  askedAt: '2026-03-02T09:00:00.000Z',
  address: 'a…@example.org',
  endsAt: '2026-03-09T09:00:00.000Z',
}
const agreed: GuardianRequest = { state: 'confirmed', confirmedAt: '2026-03-02T09:30:00.000Z' }

const quoteWith = (request?: GuardianRequest) =>
  granted(getMemberQuote, quote({ asksForAge: true, guardian: request ? { ...guardian, request } : null }))

const readFocusedText = () => document.activeElement?.closest('div')?.textContent

const payButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Pay £118.80' })

async function open(...answers: FakeAnswer[]) {
  const page = await openCheckout({ answers })
  const press = async (name: string) => {
    await page.user.click(screen.getByRole('button', { name }))
    await settle()
  }
  return { ...page, press, answer: (label: 'Yes' | 'No') => page.user.click(screen.getByLabelText(label)) }
}

test('a package without an age requirement shows no question and sends no answer', async () => {
  const { user, requests } = await openCheckout({ answers: [granted(getMemberQuote, quote()), started] })
  card.pay.mockReturnValue(new Promise(() => {}))
  expect(screen.queryByText('Are you under 18?')).toBeNull()
  await pay(user)
  expect(requests[1]?.body).toMatchObject({ isUnder18: null })
})

test('no answer is preselected, and Pay focuses the question', async () => {
  const { user, requests } = await open(quoteWith())
  const question = screen.getByRole('group', { name: 'Are you under 18?' })
  const answers = within(question).getAllByRole<HTMLInputElement>('radio')
  expect(answers.map(({ checked }) => checked)).toEqual([false, false])
  await pay(user)
  const message = document.getElementById(question.getAttribute('aria-describedby') ?? '')
  expect(message?.textContent).toBe('Tell us whether you’re under 18.')
  expect(document.activeElement).toBe(screen.getByLabelText('Yes'))
  expect(requests).toHaveLength(1)
})

test('an adult buyer can pay, and the answer is sent', async () => {
  const { user, requests, answer } = await open(quoteWith(), started)
  card.pay.mockReturnValue(new Promise(() => {}))
  await answer('No')
  expect(screen.queryByText('Ask your parent or guardian')).toBeNull()
  await pay(user)
  expect(requests[1]).toMatchObject({ address: '/api/purchases', body: { isUnder18: false } })
})

test('a buyer under 18 names a guardian, and the Pay button stays disabled', async () => {
  const answers = [
    refused(requestGuardianConsent, 'guardian-is-member'),
    granted(requestGuardianConsent, { ...guardian, request: waiting }),
  ]
  const { user, requests, press, answer } = await open(quoteWith(), ...answers)
  await answer('Yes')
  expect(payButton().disabled).toBe(true)
  expect(screen.getByText(/a parent or guardian has to agree before you pay\. Ask them first\./)).toBeTruthy()

  const ask = () => press('Ask your parent or guardian')
  await ask()
  expect(fieldMessages()).toEqual(['Your parent or guardian’s name is required', 'Email is required'])
  await user.type(screen.getByLabelText('Name of your parent or guardian'), guardian.name)
  await user.type(screen.getByLabelText('Their email'), guardian.email)
  await ask()
  expect(fieldMessages()).toEqual(['Enter your parent or guardian’s email address, not your own.'])
  await user.type(screen.getByLabelText('Their email'), '{Enter}')
  await settle()

  expect(requests.at(-1)).toMatchObject({
    address: '/api/guardian-consents',
    body: { packageId: 'my-future-basic', market: 'uk', guardian },
  })
  expect(requests).toHaveLength(3)
  expect(screen.getByText('Waiting for your parent or guardian')).toBeTruthy()
  expect(screen.getByText('a…@example.org')).toBeTruthy()
  expect(readFocusedText()).toContain('Waiting for your parent or guardian')
  expect(screen.getByText('You can pay as soon as your parent or guardian has agreed.')).toBeTruthy()
  expect(payButton().disabled).toBe(true)
})

test('an unanswered request can be sent again within the rate limit, or to another address', async () => {
  const tooMany = {
    status: 429,
    code: 'too-many-attempts',
    message: 'Too many attempts. Try again in 9 minutes.',
  }
  const resent = granted(requestGuardianConsent, { ...guardian, request: waiting })
  const { requests, press } = await open(quoteWith(waiting), resent, tooMany)
  // Asking a guardian implies that the buyer is under 18.
  expect(screen.getByLabelText<HTMLInputElement>('Yes').checked).toBe(true)
  await press('Resend email')
  expect(screen.getByText('We’ve emailed your parent or guardian.')).toBeTruthy()
  expect(requests.at(-1)?.body).toMatchObject({ guardian })
  await press('Resend email')
  expect(screen.getByRole('alert').textContent).toBe(tooMany.message)
  await press('Use a different email')
  expect(readFocusedText()).toContain('Their email')
  expect(screen.getByLabelText<HTMLInputElement>('Their email').value).toBe(guardian.email)
})

test.each(['checks for the answer', 'returns to the page'])(
  "a guardian's consent enables Pay when the member %s",
  async (action) => {
    const { press, answer } = await open(quoteWith(waiting), quoteWith(waiting), quoteWith(agreed))
    await answer('Yes')
    await press('Check for a reply')
    expect(screen.getByText('They haven’t replied yet.')).toBeTruthy()
    if (action === 'checks for the answer') await press('Check for a reply')
    else document.dispatchEvent(new Event('visibilitychange'))
    await settle()
    expect(screen.getByText('Your parent or guardian has agreed. You can pay now.')).toBeTruthy()
    expect(payButton().disabled).toBe(false)
  },
)

test('if checking for the answer fails, an error is shown', async () => {
  const { press } = await open(quoteWith(waiting), 'unreachable')
  await press('Check for a reply')
  expect(screen.queryByText('They haven’t replied yet.')).toBeNull()
  expect(screen.getByRole('alert').textContent).toContain('We couldn’t reach the server.')
})

test('after a refusal, the guardian named in the profile can be asked again', async () => {
  const { answer } = await open(quoteWith({ state: 'refused' }))
  await answer('Yes')
  expect(screen.getByRole('alert').textContent).toContain('didn’t agree')
  expect(screen.getByRole('button', { name: 'Ask your parent or guardian' })).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Name of your parent or guardian').value).toBe(guardian.name)
  expect(screen.getByLabelText<HTMLInputElement>('Their email').value).toBe(guardian.email)
  expect(payButton().disabled).toBe(true)
})

test('a member whose profile says they are under 18 sees a link to their profile and cannot pay as an adult', async () => {
  const { answer } = await open(quoteWith({ state: 'none' }))
  await answer('No')
  expect(screen.getByText(/Your profile says you’re under 18/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open your profile' }).getAttribute('href')).toBe('/portal/profile')
  expect(payButton().disabled).toBe(true)
})

test('if the consent expires before payment, the member can ask the guardian again', async () => {
  const currentQuote = quote({ asksForAge: true, guardian: { ...guardian, request: { state: 'none' } } })
  const { user, answer } = await open(quoteWith(agreed), refused(startPurchase, 'guardian-needed', currentQuote))
  await answer('Yes')
  await pay(user)
  expect(screen.getByRole('button', { name: 'Ask your parent or guardian' })).toBeTruthy()
  expect(payButton().disabled).toBe(true)
})
