import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { settle, stopClock } from '#tests/support/web/clock.ts'
import { allowDialogs } from '#tests/support/web/dialogs.ts'
import { type FakeAnswer, fakeServer, granted, refused } from '#tests/support/web/fake-server.ts'
import { givenMember } from '#tests/support/web/people.ts'
import { savedCard } from '#tests/support/web/purchases.ts'
import { visit } from '#tests/support/web/visit.tsx'
import { listCards, removeCard, type SavedCard, setDefaultCard } from '../contract.ts'
// The section loads it on demand, which takes longer than these tests wait.
import './saved-cards-panel.tsx'
import SavedCardsSection from './saved-cards-section.tsx'

const notify = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn() }))
vi.mock('#platform/web/ui/toasts.tsx', () => ({ notify }))
allowDialogs()

const visa = savedCard({ isDefault: true })
const amex = savedCard({ id: 'pm_amex', brand: 'amex', last4: '0005' })
const monthly = { id: '0196b3a0-0000-4000-8000-0000000000ff', title: 'MY FUTURE X' }

test('without cards, the panel says how to save one', async () => {
  await open([])
  expect(screen.getByText(/No cards yet\. Tick “Save this card for next time” when you pay/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Add a card' }).getAttribute('href')).toBe('/checkout/new-card')
})

test('each card shows its brand, last digits, expiry and state', async () => {
  await open([
    visa,
    { ...amex, isExpired: true },
    savedCard({ id: 'pm_x', isOffered: false, subscriptions: [monthly] }),
  ])
  const [first, second, third] = screen.getAllByRole('listitem').map((row) => within(row))
  expect(first?.getByText('Default')).toBeTruthy()
  expect(first?.getByText('Expires 04/29')).toBeTruthy()
  expect(first?.queryByRole('button', { name: /default/ })).toBeNull()
  expect(second?.getByText('Expired 04/29')).toBeTruthy()
  expect(second?.queryByRole('button', { name: /default/ })).toBeNull()
  expect(second?.getByRole('button', { name: 'Remove American Express ending 0005' })).toBeTruthy()
  expect(third?.getByText(/Not offered when you pay for something else/)).toBeTruthy()
  expect(third?.getByText(/To remove it, choose another card for MY FUTURE X first\./)).toBeTruthy()
  expect(third?.queryByRole('button', { name: /Remove/ })).toBeNull()
  const choose = third?.getByRole('link', { name: 'Choose another card for MY FUTURE X' })
  expect(choose?.getAttribute('href')).toBe(`/checkout/card?subscription=${monthly.id}`)
})

test('another card becomes the default', async () => {
  const changed = [
    { ...amex, isDefault: true },
    { ...visa, isDefault: false },
  ]
  const { user, requests } = await open([visa, amex], granted(setDefaultCard, changed))
  await user.click(screen.getByRole('button', { name: 'Set American Express ending 0005 as default' }))
  await settle()
  expect(requests[1]).toMatchObject({ method: 'PUT', address: '/api/cards/pm_amex/default' })
  expect(notify.success).toHaveBeenCalledWith('Default card changed.')
  expect(within(screen.getAllByRole('listitem')[0] as HTMLElement).getByText(/American Express/)).toBeTruthy()
})

test('a card is removed once the member has confirmed it', async () => {
  const { user, requests } = await open([visa, amex], granted(removeCard, [visa]))
  await user.click(screen.getByRole('button', { name: 'Remove American Express ending 0005' }))
  expect(requests).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Remove card' }))
  await settle()
  expect(requests[1]).toMatchObject({ method: 'DELETE', address: '/api/cards/pm_amex' })
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a card that a subscription uses by now stays, and the dialog says why', async () => {
  const used = { ...amex, subscriptions: [monthly] }
  const { user } = await open([visa, amex], refused(removeCard, 'card-in-use'), granted(listCards, [visa, used]))
  await user.click(screen.getByRole('button', { name: 'Remove American Express ending 0005' }))
  await user.click(screen.getByRole('button', { name: 'Remove card' }))
  await settle()
  expect(screen.getByRole('alert').textContent).toBe(
    'A subscription pays with this card. Choose another card for the subscription first.',
  )
  expect(screen.getByText(/Pays for MY FUTURE X/)).toBeTruthy()
})

test('if the provider is away, the panel says so and can try again', async () => {
  const { user } = await open(refused(listCards, 'provider-unavailable'), granted(listCards, [visa]))
  expect(screen.getByRole('alert').textContent).toContain('We can’t reach our payment provider.')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await settle()
  expect(screen.getByText('Visa ending 4242')).toBeTruthy()
})

async function open(cards: SavedCard[] | FakeAnswer, ...answers: FakeAnswer[]) {
  stopClock('2026-12-01T10:00:00.000Z')
  givenMember()
  const first = Array.isArray(cards) ? granted(listCards, cards) : cards
  const { requests } = fakeServer(first, ...answers)
  const page = visit('/portal/profile', { '/portal/profile': SavedCardsSection })
  await settle()
  return { ...page, requests }
}
