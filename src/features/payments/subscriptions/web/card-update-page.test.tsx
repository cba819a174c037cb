import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { getCompany } from '#features/company/contract.ts'
import { settle, stopClock } from '#tests/support/web/clock.ts'
import { card } from '#tests/support/web/fake-card-form.tsx'
import { type FakeAnswer, fakeServer, granted, refused } from '#tests/support/web/fake-server.ts'
import { subscription } from '#tests/support/web/owned-packages.ts'
import { givenMember } from '#tests/support/web/people.ts'
import { savedCard } from '#tests/support/web/purchases.ts'
import { visit } from '#tests/support/web/visit.tsx'
import { listCards, type SavedCard } from '../../cards/contract.ts'
import { finishCardUpdate, listSubscriptions, type Subscription, startCardUpdate } from '../contract.ts'
import * as page from './card-update-page.tsx'

vi.mock('../../stripe/web/card-form.tsx', () => import('#tests/support/web/fake-card-form.tsx'))

test('the page states what the card may be charged before the card is entered', async () => {
  await open()
  expect(
    screen.getByText(/You allow FutureWorld to charge this card £34.80 each month until you cancel\./),
  ).toBeTruthy()
  expect(screen.getByText(/You won’t be charged now\./)).toBeTruthy()
  expect(screen.getByText(/ending in 4242/)).toBeTruthy()
})

test('if a payment is due, the page says that the card will be charged now', async () => {
  await open({ changes: { status: 'past_due' } })
  expect(screen.getByText(/We’ll charge the £34.80 due now\./)).toBeTruthy()
})

test('an accepted card is saved, and the page shows the next charge', async () => {
  const { user, requests } = await open({
    finishAnswers: [granted(finishCardUpdate, subscription({ card: { brand: 'mastercard', last4: '4444' } }))],
  })
  await useCard(user)
  expect(card.setUp).toHaveBeenCalledWith('seti_1_secret_2', expect.objectContaining({ email: 'ada@example.com' }))
  expect(requests.at(-1)?.body).toEqual({ setupIntentId: 'seti_1' })
  expect(screen.getByRole('heading', { name: 'Your card has been updated' })).toBeTruthy()
  expect(screen.queryByText(/just charged/)).toBeNull()
  expect(screen.getByText(/On 21 December 2026 we’ll charge £34.80 to your card ending in 4444\./)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to My Packages' }).getAttribute('href')).toBe('/portal/packages')
})

test('after the card is changed, the due month is shown as paid', async () => {
  const { user } = await open({
    changes: { status: 'past_due' },
    finishAnswers: [granted(finishCardUpdate, subscription({ card: { brand: 'mastercard', last4: '4444' } }))],
  })
  await useCard(user)
  expect(screen.getByText(/We’ve just charged £34.80 to your card ending in 4444 for this month/)).toBeTruthy()
})

test('a saved card can pay for the subscription instead, but not the one that pays already', async () => {
  const current = savedCard({ id: 'pm_current', last4: '1111', subscriptions: [{ id: subscription().id, title: 'X' }] })
  const { user, requests } = await open({
    cards: [current, savedCard({ isDefault: true })],
    finishAnswers: [granted(finishCardUpdate, subscription())],
  })
  expect(screen.queryByRole('radio', { name: /1111/ })).toBeNull()
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Visa ending 4242/ }).checked).toBe(true)
  card.problem = 'Check the fields marked above.'
  await useCard(user)
  expect(card.setUpSaved).toHaveBeenLastCalledWith('pm_visa')
  expect(card.setUp).toHaveBeenLastCalledWith('seti_1_secret_2', expect.anything())
  expect(requests.at(-1)?.body).toEqual({ setupIntentId: 'seti_1' })
})

test('if a card is refused, the page shows an error, and the member can try another card', async () => {
  const { user } = await open()
  card.setUp.mockResolvedValueOnce({ outcome: 'refused', message: 'Your card was declined.' })
  await useCard(user)
  expect(screen.getByRole('alert').textContent).toContain('Your card was declined.')
  expect(screen.getByRole('button', { name: 'Use this card' })).toBeTruthy()
})

test('retrying after a server error reuses the card setup', async () => {
  const { user } = await open({
    finishAnswers: [refused(finishCardUpdate, 'provider-unavailable'), granted(finishCardUpdate, subscription())],
  })
  await useCard(user)
  expect(screen.getByRole('alert').textContent).toContain('We can’t reach our payment provider.')
  await useCard(user)
  expect(card.setUp).toHaveBeenCalledTimes(1)
  expect(screen.getByRole('heading', { name: 'Your card has been updated' })).toBeTruthy()
})

test('if the card is declined for the due payment, a new card setup is started', async () => {
  const { user, requests } = await open({
    changes: { status: 'past_due' },
    finishAnswers: [refused(finishCardUpdate, 'card-declined')],
  })
  await useCard(user)
  expect(screen.getByRole('alert').textContent).toContain('the payment that’s due was declined')
  expect(requests.filter(({ method, address }) => method === 'POST' && address.endsWith('/card'))).toHaveLength(2)
})

test('if a card needs 3-D Secure, the page shows a link to confirm the payment', async () => {
  const { user } = await open({ finishAnswers: [refused(finishCardUpdate, 'payment-requires-action')] })
  await useCard(user)
  expect(screen.getByRole('link', { name: 'Confirm the payment' }).getAttribute('href')).toBe(
    `/checkout/payment?subscription=${subscription().id}`,
  )
})

test.each([
  ["is another member's", 'another', 'We couldn’t find this subscription.'],
  ['is missing from the address', '', 'We couldn’t find this subscription.'],
])('for a subscription that %s, the page shows a not-found error with a way back', async (_, id, message) => {
  await open({ id })
  expect(screen.getByRole('alert').textContent).toContain(message)
  expect(screen.getByRole('link', { name: 'Back to My Packages' })).toBeTruthy()
})

test('the card of an ended subscription cannot be changed', async () => {
  await open({ startAnswer: refused(startCardUpdate, 'subscription-ended') })
  expect(screen.getByRole('alert').textContent).toContain('This subscription has ended. You can buy it again.')
})

const company = {
  brandName: 'FutureWorld',
  legalName: 'FutureWorld Ltd',
  foundedYear: 2020,
  address: ['1 Example Street', 'London'],
  phone: '+442000000000',
  email: 'hello@example.com',
  companyNumber: '00000000',
  vatNumber: null,
  socialLinks: [],
  registrations: [],
}

type PageSettings = {
  id?: string
  changes?: Partial<Subscription>
  startAnswer?: FakeAnswer
  finishAnswers?: FakeAnswer[]
  cards?: SavedCard[]
}

const provider = { mode: 'stripe', publishableKey: 'pk_test_1', scriptUrl: null } as const

async function open({
  id = subscription().id,
  changes = {},
  startAnswer,
  finishAnswers = [],
  cards = [],
}: PageSettings = {}) {
  stopClock('2026-12-01T10:00:00.000Z')
  givenMember()
  card.problem = null
  card.setUp.mockReset().mockResolvedValue({ outcome: 'set-up', setupIntentId: 'seti_1' })
  card.setUpSaved.mockReset().mockReturnValue(card.setUp)
  const { requests } = fakeServer(({ method, address }) => {
    if (address === '/api/subscriptions') return granted(listSubscriptions, [subscription(changes)])
    if (address === getCompany.path) return granted(getCompany, company)
    if (address === listCards.path) return granted(listCards, cards)
    if (method === 'PUT') return finishAnswers.shift() ?? 'unreachable'
    return startAnswer ?? granted(startCardUpdate, { clientSecret: 'seti_1_secret_2', provider })
  })
  const view = visit(`/checkout/card?subscription=${id}`, { '/checkout/card': page })
  await settle()
  return { ...view, requests }
}

async function useCard(user: Awaited<ReturnType<typeof open>>['user']) {
  await user.click(screen.getByRole('button', { name: 'Use this card' }))
  await settle()
}
