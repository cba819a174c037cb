import { cleanup, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { type Currency, minorUnits } from '#platform/shared/money.ts'
import { advanceClock } from '#tests/support/web/clock.ts'
import { card } from '#tests/support/web/fake-card-form.tsx'
import { granted, refused } from '#tests/support/web/fake-server.ts'
import { leaveAndReturn, openCheckout, pay, started } from '#tests/support/web/open-checkout.ts'
import { purchase, quote } from '#tests/support/web/purchases.ts'
import { confirmPurchase, getQuote, startPurchase } from '../contract.ts'

const leave = vi.hoisted(() => ({ loadPage: vi.fn(), replacePage: vi.fn(), reloadPage: vi.fn() }))
vi.mock('#platform/web/navigation.ts', async (original) => ({ ...(await original()), ...leave }))
vi.mock('#platform/web/ui/toasts.tsx', () => ({ notify: {} }))
vi.mock('../../stripe/web/card-form.tsx', () => import('#tests/support/web/fake-card-form.tsx'))
vi.mock('./payment-method-form.tsx', () => import('#tests/support/web/fake-card-form.tsx'))

const purchaseId = '0196b3a0-0000-4000-8000-0000000000bb'

const offerUpgrade = (credit = 7_920, currency: Currency = 'GBP', upcomingSessions = 0) =>
  granted(
    getQuote,
    quote({
      upgrade: { purchaseId, packageTitle: 'STUDY WORLD', credit: minorUnits(credit), currency, upcomingSessions },
    }),
  )

const getCheckbox = () => screen.getByLabelText<HTMLInputElement>(/Replace my STUDY WORLD/)
type User = Awaited<ReturnType<typeof openCheckout>>['user']

async function startToday(user: User) {
  await user.click(screen.getByLabelText('Start today'))
  await user.click(screen.getByLabelText('I lose the right to cancel.'))
}

test('the upgrade box is not ticked at first, and the old package is kept unless it is', async () => {
  const { user, requests } = await openCheckout({ answers: [offerUpgrade(), started] })
  expect(getCheckbox().checked).toBe(false)
  expect(screen.getByText('Leave this unticked to keep both packages.')).toBeTruthy()
  card.pay.mockReturnValue(new Promise(() => {}))
  await pay(user)
  expect(requests[1]?.body).toMatchObject({ upgrade: null })
})

test('the upgrade offer shows which booked sessions would be cancelled', async () => {
  await openCheckout({ answers: [offerUpgrade(7_920, 'GBP', 1)] })
  const label = getCheckbox().labels?.[0]?.textContent
  expect(label).toContain('as soon as this payment is confirmed, along with its booked session.')
  cleanup()
  await openCheckout({ answers: [offerUpgrade()] })
  expect(getCheckbox().labels?.[0]?.textContent).toMatch(/as soon as this payment is confirmed\.$/)
})

test('no upgrade is offered if there is no package to replace', async () => {
  await openCheckout()
  expect(screen.queryByText(/Upgrade from/)).toBeNull()
})

test('an upgrade starting today shows the price and the refund and is sent to the server', async () => {
  const upgraded = purchase({ upgrade: { credit: minorUnits(7_920), currency: 'GBP' } })
  const { user, requests } = await openCheckout({
    answers: [offerUpgrade(), started, granted(confirmPurchase, upgraded)],
  })
  await startToday(user)
  await user.click(getCheckbox())
  expect(screen.getByText(/You’ll pay/, { selector: 'p' }).textContent).toBe(
    'You’ll pay £118.80 now. We’ll refund £79.20 for STUDY WORLD to the card you paid with, within 10 working days.',
  )
  await pay(user)
  expect(requests[1]?.body).toMatchObject({ upgrade: { purchaseId, expectedCredit: 7_920 }, expectedTotal: 11_880 })
  expect(screen.getByText(/on its way to/).textContent).toBe(
    'Your refund of £79.20 for your old package is on its way to the card you paid with. It’ll arrive within 10 working days.',
  )
})

test('an upgrade requires Start today, and nothing is sent without it', async () => {
  const { user, requests } = await openCheckout({ answers: [offerUpgrade(), started] })
  expect(screen.getByText(/To upgrade, choose “Start today”/)).toBeTruthy()
  await user.click(getCheckbox())
  await pay(user)
  expect(screen.getByRole('alert').textContent).toBe('Check the fields marked above.')
  expect(document.activeElement).toBe(getCheckbox())
  expect(getCheckbox().getAttribute('aria-invalid')).toBe('true')
  expect(requests).toHaveLength(1)

  await startToday(user)
  expect(screen.queryByText('Choose “Start today” above, or untick this box.')).toBeNull()
  expect(screen.queryByText(/To upgrade, choose “Start today”/)).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a business can upgrade without choosing a start', async () => {
  const { user, requests } = await openCheckout({ answers: [offerUpgrade(), started] })
  await user.click(screen.getByRole('radio', { name: 'for a business' }))
  expect(screen.queryByText(/To upgrade, choose “Start today”/)).toBeNull()
  await user.type(screen.getByLabelText('Company name'), 'Analytical Engines')
  await user.type(screen.getByLabelText(/^Billing address/), '1 Main Street')
  await user.selectOptions(screen.getByLabelText('Country'), 'GB')
  await user.click(getCheckbox())
  card.pay.mockReturnValue(new Promise(() => {}))
  await pay(user)
  expect(requests[1]?.body).toMatchObject({ upgrade: { purchaseId }, consents: { start: null } })
})

test('if the upgrade refund has changed, the page shows it and charges only when Pay is pressed again', async () => {
  const lowerCredit = refused(startPurchase, 'upgrade-changed', offerUpgrade(5_940).data)
  const { user, requests } = await openCheckout({ answers: [offerUpgrade(), lowerCredit, started] })
  await startToday(user)
  await user.click(getCheckbox())
  await pay(user)
  expect(screen.getByRole('alert').textContent).toContain('The refund for your old package has changed')
  expect(screen.getByText(/You’ll pay/, { selector: 'p' }).textContent).toContain('refund £59.40')
  expect(getCheckbox().checked).toBe(true)
  expect(card.pay).not.toHaveBeenCalled()

  await advanceClock(1_000)
  card.pay.mockReturnValue(new Promise(() => {}))
  await pay(user)
  expect(requests[2]?.body).toMatchObject({ upgrade: { purchaseId, expectedCredit: 5_940 } })
})

test('when an upgrade offer expires, it disappears, and the old package is kept', async () => {
  const expiredOffer = refused(startPurchase, 'upgrade-changed', quote())
  const { user, requests } = await openCheckout({ answers: [offerUpgrade(), expiredOffer, started] })
  await startToday(user)
  await user.click(getCheckbox())
  await pay(user)
  expect(screen.queryByLabelText(/Replace my STUDY WORLD/)).toBeNull()
  await advanceClock(1_000)
  card.pay.mockReturnValue(new Promise(() => {}))
  await pay(user)
  expect(requests[2]?.body).toMatchObject({ upgrade: null })
})

test('the upgrade choice is restored after PayPal', async () => {
  const at = '/checkout?package=my-future-basic'
  const { user } = await openCheckout({ at, answers: [offerUpgrade(7_260, 'USD'), started] })
  await startToday(user)
  await user.click(getCheckbox())
  expect(screen.getByText(/You’ll pay/, { selector: 'p' }).textContent).toContain(
    'We’ll refund $72.60 for STUDY WORLD to the card or the PayPal account you paid with',
  )
  card.leavesPage = true
  card.pay.mockReturnValue(new Promise(() => {}))
  await pay(user)

  await leaveAndReturn(() => openCheckout({ at, answers: [offerUpgrade(7_260, 'USD')] }))
  expect(getCheckbox().checked).toBe(true)
})
