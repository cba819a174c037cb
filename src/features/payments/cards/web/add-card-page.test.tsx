import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { settle, stopClock } from '#tests/support/web/clock.ts'
import { card } from '#tests/support/web/fake-card-form.tsx'
import { type FakeAnswer, fakeServer, granted, refused } from '#tests/support/web/fake-server.ts'
import { givenMember } from '#tests/support/web/people.ts'
import { visit } from '#tests/support/web/visit.tsx'
import { startCardSetup } from '../contract.ts'
import * as page from './add-card-page.tsx'

const loadPage = vi.hoisted(() => vi.fn())
vi.mock('#platform/web/navigation.ts', async (original) => ({ ...(await original()), loadPage }))
vi.mock('#platform/web/ui/toasts.tsx', () => ({ notify: {} }))
vi.mock('../../stripe/web/card-form.tsx', () => import('#tests/support/web/fake-card-form.tsx'))

test('a card is saved once, without a charge, and the profile says so', async () => {
  const { user } = await open()
  expect(screen.getByText(/You won’t be charged now\./)).toBeTruthy()
  await user.dblClick(screen.getByRole('button', { name: 'Save card' }))
  await settle()
  expect(card.setUp).toHaveBeenCalledTimes(1)
  expect(card.setUp).toHaveBeenCalledWith('seti_1_secret_2', expect.objectContaining({ email: 'ada@example.com' }))
  expect(loadPage).toHaveBeenCalledWith('/portal/profile#cards')
  expect(sessionStorage.getItem('notice')).toContain('Card saved.')
})

test('a refused card says why, and another can be tried', async () => {
  const { user } = await open()
  card.setUp.mockResolvedValueOnce({ outcome: 'refused', message: 'Your card was declined.' })
  await user.click(screen.getByRole('button', { name: 'Save card' }))
  await settle()
  expect(screen.getByRole('alert').textContent).toBe('Your card was declined.')
  await user.click(screen.getByRole('button', { name: 'Save card' }))
  await settle()
  expect(card.setUp).toHaveBeenCalledTimes(2)
})

test('after too many declined cards, there is only a way back', async () => {
  await open(refused(startCardSetup, 'cards-declined'))
  expect(screen.getByRole('alert').textContent).toContain('Too many cards have been declined.')
  expect(screen.queryByRole('button', { name: 'Save card' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Back to your profile' })).toBeTruthy()
})

const provider = { mode: 'stripe', publishableKey: 'pk_test_1', scriptUrl: null } as const

async function open(answer: FakeAnswer = granted(startCardSetup, { clientSecret: 'seti_1_secret_2', provider })) {
  stopClock('2026-12-01T10:00:00.000Z')
  givenMember()
  card.problem = null
  card.library = 'ready'
  loadPage.mockReset()
  card.setUp.mockReset().mockResolvedValue({ outcome: 'set-up', setupIntentId: 'seti_1' })
  fakeServer(answer)
  const view = visit('/checkout/new-card', { '/checkout/new-card': page })
  await settle()
  return view
}
