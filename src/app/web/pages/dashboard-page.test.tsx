// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useAuth } from '#features/accounts/web/store.ts'
import { type Dashboard, getDashboard } from '#features/portal/contract.ts'
import { getPurchase, type Purchase } from '#features/purchases/contract.ts'
import { booking } from '../../../../tests/web/bookings.ts'
import { settle, stopClock } from '../../../../tests/web/clock.ts'
import { type FakeAnswer, fakeServer, granted, refused, type SentRequest } from '../../../../tests/web/fake-server.ts'
import { item } from '../../../../tests/web/items.ts'
import { ada, givenMember } from '../../../../tests/web/people.ts'
import { purchase } from '../../../../tests/web/purchases.ts'
import { visit } from '../../../../tests/web/visit.tsx'
import * as page from './dashboard-page.tsx'

test('the dashboard greets and counts', async () => {
  await open({ activePackages: 2, totalInvested: [{ currency: 'GBP', amount: 23_760 }] })
  expect(screen.getByText('Hello, Ada')).toBeTruthy()
  expect(figure('Active Packages')).toBe('2')
  expect(figure('Total Invested')).toBe('£237.60')
})

test('how far everything has come is there, with what waits for an answer', async () => {
  await open({ deliverables: { delivered: 3, promised: 17, forApproval: [item({ state: 'for_approval' })] } })
  expect(screen.getByRole('progressbar', { name: '3 of 17 delivered' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Post 1 of 8' }).getAttribute('href')).toBe(
    `/portal/deliverables/${item().id}`,
  )
})

test('where nothing is promised, nothing is said of it', async () => {
  await open()
  expect(screen.queryByRole('progressbar')).toBeNull()
})

test('sums of two currencies stand side by side and are not added', async () => {
  await open({
    totalInvested: [
      { currency: 'GBP', amount: 23_760 },
      { currency: 'USD', amount: 10_890 },
    ],
  })
  expect(figure('Total Invested')).toBe('£237.60 + $108.90')
})

test('whoever has bought nothing has invested £0.00 and finds the way to the services', async () => {
  await open()
  expect(figure('Total Invested')).toBe('£0.00')
  const ways = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(ways).toEqual(['/services/my-future', '/services/study-world', '/services/biz-future'])
})

test('the next sessions stand on the dashboard, in the member’s own time', async () => {
  await open({ sessions: { upcoming: [booking()], canBook: false, timeZone: 'America/New_York' } })
  const sessions = screen.getByRole('region', { name: 'Upcoming sessions' })
  expect(sessions.textContent).toContain('Friday 27 November 2026, 14:00 to 14:30')
  expect(
    within(sessions)
      .getByRole('link', { name: /My Bookings/ })
      .getAttribute('href'),
  ).toBe('/portal/bookings')
})

test('whoever could book and has not is led there; whoever cannot reads nothing of it', async () => {
  await open({ sessions: { upcoming: [], canBook: true, timeZone: 'Europe/London' } })
  expect(screen.getByRole('link', { name: 'Book a session' }).getAttribute('href')).toBe('/portal/bookings/new')
  await open()
  expect(screen.queryByRole('region', { name: 'Upcoming sessions' })).toBeNull()
})

test('a purchase stands in the table with what was stored when it was made', async () => {
  await open({ purchases: [purchase()] })
  const row = screen.getByRole('row', { name: /MY FUTURE WEEK/ })
  for (const words of ['2 March 2026', '£118.80', 'incl. VAT (20%)', 'Completed', 'fw-2026-000042']) {
    expect(row.textContent).toContain(words)
  }
})

test.each<[Purchase['status'], string, 'success' | 'warning']>([
  ['completed', 'Completed', 'success'],
  ['pending', 'Payment not finished', 'warning'],
  ['partially_refunded', 'Partly refunded', 'warning'],
  ['refunded', 'Refunded', 'warning'],
  ['disputed', 'Disputed', 'warning'],
  ['failed', 'Failed', 'warning'],
  ['cancelled', 'Cancelled', 'warning'],
])('the status %s reads "%s" and shows as %s', async (status, words, tone) => {
  await open({ purchases: [purchase({ status })] })
  expect(within(screen.getByRole('table')).getByText(words).className).toContain(`text-${tone}`)
})

test('a paid purchase has its invoice to download and the way to its details; an unpaid one has neither', async () => {
  await open({ purchases: [purchase()] })
  expect(screen.getByRole('button', { name: 'Download invoice INV-FW-2026-000042' })).toBeTruthy()
  expect(screen.getByRole('link', { name: /^View details/ }).getAttribute('href')).toBe(
    `/portal/packages/${purchase().entitlementId}`,
  )

  await open({ purchases: [purchase({ status: 'pending', reference: null })] })
  expect(screen.queryByRole('button', { name: /invoice/i })).toBeNull()
  expect(screen.queryByRole('link', { name: /^View details/ })).toBeNull()
})

test('a payment that was not finished can be continued, by a full load', async () => {
  await open({ purchases: [purchase({ status: 'pending', reference: null })] })
  expect(screen.getByRole('link', { name: 'Continue to pay for MY FUTURE WEEK' }).getAttribute('href')).toBe(
    '/checkout/stripe?package=my-future-basic',
  )
})

test('coming from a payment, the good news goes into the navigation and the address keeps no purchase', async () => {
  const { address, state, requests } = await open({}, granted(getPurchase, purchase()))
  expect(screen.getByText('Payment successful! Your package has been activated.')).toBeTruthy()
  expect(address()).toBe('/portal/dashboard')
  expect(state()).toEqual({
    message: 'Payment successful! Your package has been activated.',
    packageId: 'my-future-basic',
  })
  expect(requests.filter((request) => request.address === '/api/portal/dashboard')).toHaveLength(1)
})

test('a package that starts later is announced with its day', async () => {
  await open({}, granted(getPurchase, purchase({ startsAt: '2026-03-16T10:00:00.000Z' })))
  expect(screen.getByText('Payment successful! Your package starts on 16 March 2026.')).toBeTruthy()
})

test('a payment that is still being confirmed is not called successful', async () => {
  await open({}, granted(getPurchase, purchase({ status: 'pending', startsAt: null })))
  expect(screen.getByText(/We are confirming your payment/)).toBeTruthy()
})

test.each<[string, FakeAnswer]>([
  ['that is not ours', refused(getPurchase, 'purchase-not-found')],
  ['that cannot be asked for', 'unreachable'],
])('a purchase %s is no reason not to show the dashboard', async (_, answer) => {
  const { address, state } = await open({}, answer)
  expect(screen.getByText('Hello, Ada')).toBeTruthy()
  expect(address()).toBe('/portal/dashboard')
  expect(state()).toBeNull()
})

test('what the server knows of the member is known everywhere', async () => {
  await open({ user: { ...ada, firstName: 'Adaeze' } })
  expect(useAuth.getState().login.data?.user.firstName).toBe('Adaeze')
})

test('a dashboard that cannot be loaded says why and can be tried again', async () => {
  stopClock('2026-03-02T10:00:00.000Z')
  givenMember()
  fakeServer('unreachable', granted(getDashboard, dashboard()))
  const { user } = visit('/portal/dashboard', { '/portal/dashboard': page })
  await settle()
  expect(screen.getByRole('alert').textContent).toContain('We could not reach the server.')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await settle()
  expect(screen.getByText('Hello, Ada')).toBeTruthy()
})

function dashboard(changes: Partial<Dashboard> = {}): Dashboard {
  return {
    user: ada,
    activePackages: 0,
    totalInvested: [],
    purchases: [],
    sessions: { upcoming: [], canBook: false, timeZone: 'Europe/London' },
    deliverables: { delivered: 0, promised: 0, forApproval: [] },
    ...changes,
  }
}

/** Opens the dashboard, coming from a payment where the server's answer about that is given. */
async function open(changes: Partial<Dashboard> = {}, ofPurchase?: FakeAnswer) {
  stopClock('2026-03-02T10:00:00.000Z')
  givenMember()
  const { requests } = fakeServer(({ address }: SentRequest) =>
    address === '/api/portal/dashboard' ? granted(getDashboard, dashboard(changes)) : (ofPurchase ?? 'unreachable'),
  )
  const query = ofPurchase ? `?purchase=${purchase().id}` : ''
  const shown = visit(`/portal/dashboard${query}`, { '/portal/dashboard': page })
  await settle()
  return { ...shown, requests }
}

function figure(name: string): string | null | undefined {
  return screen.getByText(name).closest('dt')?.nextElementSibling?.textContent
}
