import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { readMember } from '#features/accounts/web/public.tsx'
import { type Dashboard, getDashboard, type QuickAction } from '#features/portal/contract.ts'
import type { Purchase } from '#features/purchases/contract.ts'
import { getOwnedPackage } from '#features/purchases/entitlements/contract.ts'
import { minorUnits } from '#platform/shared/money.ts'
import { booking } from '#tests/support/web/bookings.ts'
import { settle, stopClock } from '#tests/support/web/clock.ts'
import { item } from '#tests/support/web/deliverables.ts'
import { fakeServer, granted } from '#tests/support/web/fake-server.ts'
import { owned } from '#tests/support/web/owned-packages.ts'
import { ada, givenMember } from '#tests/support/web/people.ts'
import { purchase } from '#tests/support/web/purchases.ts'
import { visit } from '#tests/support/web/visit.tsx'
import * as page from './dashboard-page.tsx'

const id = '0196b3a0-0000-4000-8000-000000000001'
const noSessions = { upcoming: [], upcomingCount: 0, completedCount: 0, canBook: false, timeZone: 'Europe/London' }

test('the dashboard greets the member and shows the metrics, with separate sums per currency', async () => {
  await openPage({
    activePackages: 2,
    totalInvested: [
      { currency: 'GBP', amount: 23_760 },
      { currency: 'USD', amount: 10_890 },
    ],
    sessions: { ...noSessions, upcomingCount: 3, completedCount: 5 },
  })
  expect(screen.getByText('Hello, Ada')).toBeTruthy()
  expect(metricText('Active Packages')).toBe('2')
  expect(metricText('Upcoming Sessions')).toBe('3')
  expect(metricText('Completed Sessions')).toBe('5')
  expect(metricText('Total Invested')).toBe('£237.60 + $108.90')
})

test('the dashboard shows the progress of deliverables and which ones await approval', async () => {
  await openPage({ deliverables: { delivered: 3, promised: 17, forApproval: [item({ state: 'for_approval' })] } })
  expect(screen.getByRole('progressbar', { name: '3 of 17 delivered' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Post 1 of 8' }).getAttribute('href')).toBe(
    `/portal/deliverables/${item().id}`,
  )
})

test('a member without purchases sees £0.00, links to the services and no deliverables', async () => {
  await openPage()
  expect(screen.queryByRole('region', { name: 'Your deliverables' })).toBeNull()
  expect(metricText('Total Invested')).toBe('£0.00')
  const addresses = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(addresses.filter((address) => address?.startsWith('/services/'))).toEqual([
    '/services/my-future',
    '/services/study-world',
    '/services/biz-future',
  ])
})

test('a member with only granted packages does not see the empty state', async () => {
  await openPage({ activePackages: 2 })
  expect(screen.queryByText('No packages purchased yet')).toBeNull()
  expect(screen.getByText(/We gave you your packages for free/)).toBeTruthy()
})

test.each<[QuickAction, string, string, string]>([
  [
    { kind: 'pay-month', subscriptionId: id, packageTitle: 'MY FUTURE X', usableUntil: '2026-03-09T10:00:00.000Z' },
    'We haven’t received this month’s MY FUTURE X paymentYou can still book sessions that start before 9 March 2026.',
    'Update your card',
    `/checkout/card?subscription=${id}`,
  ],
  [
    { kind: 'approve', deliverableId: id, name: 'Strategy report', hasOthers: false },
    'Ready to review: Strategy report',
    'Review it',
    `/portal/deliverables/${id}`,
  ],
  [{ kind: 'read-messages', unread: 1 }, 'You have an unread message', 'Read it', '/portal/messages'],
  [{ kind: 'read-messages', unread: 3 }, 'You have 3 unread messages', 'Read them', '/portal/messages'],
  [{ kind: 'book', isFirst: true }, 'Book your first session', 'Choose a time', '/portal/bookings/new'],
  [
    { kind: 'confirm-email', email: 'ada@example.com' },
    'Confirm your email addressWe’ve sent a link to ada@example.com.',
    'Confirm email',
    '/portal/dashboard#confirm-email',
  ],
  [{ kind: 'complete-profile' }, 'Complete your profile', 'Add number', '/portal/profile'],
])('a quick action shows its text and link: %j', async (action, text, label, address) => {
  await openPage({ quickActions: [action] })
  const actions = screen.getByRole('region', { name: 'Quick actions' })
  expect(actions.textContent).toContain(text)
  expect(within(actions).getByRole('link', { name: label }).getAttribute('href')).toBe(address)
})

test('if there are no quick actions, the default links are shown', async () => {
  await openPage()
  const actions = screen.getByRole('region', { name: 'Quick actions' })
  expect(actions.textContent).toContain('You’re up to date')
  const links = within(actions)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['See our services', '/'],
    ['Message us', '/portal/messages'],
  ])
})

test('the profile shows how complete it is', async () => {
  await openPage({ user: { ...ada, mobile: '' }, profileCompletion: 80 })
  const profile = screen.getByRole('region', { name: 'Your profile' })
  expect(profile.textContent).toContain('Ada Okafor')
  expect(profile.textContent).toContain('Not added yet')
  expect(screen.getByRole('progressbar', { name: '80% complete' }).getAttribute('value')).toBe('80')
})

test('upcoming sessions are shown in the member’s time zone', async () => {
  await openPage({ sessions: { ...noSessions, upcoming: [booking()], upcomingCount: 1, timeZone: 'America/New_York' } })
  const sessions = screen.getByRole('region', { name: 'Upcoming sessions' })
  expect(sessions.textContent).toContain('Friday 27 November 2026, 14:00 to 14:30')
  expect(
    within(sessions)
      .getByRole('link', { name: /My Bookings/ })
      .getAttribute('href'),
  ).toBe('/portal/bookings')
})

test('a member who can book sees a booking link; any other member sees that nothing is booked', async () => {
  await openPage({ sessions: { ...noSessions, canBook: true } })
  expect(screen.getByRole('link', { name: 'Book a session' }).getAttribute('href')).toBe('/portal/bookings/new')
  await openPage()
  expect(screen.getByRole('region', { name: 'Upcoming sessions' }).textContent).toContain('No upcoming sessions.')
})

test('a purchase row shows the stored date, price, VAT and reference', async () => {
  await openPage({ purchases: [purchase()] })
  const row = screen.getByRole('row', { name: /MY FUTURE WEEK/ })
  for (const text of ['2 March 2026', '£118.80', 'incl. VAT (20%)', 'Completed', 'fw-2026-000042']) {
    expect(row.textContent).toContain(text)
  }
})

test('each purchase shows its status, and only a completed purchase is shown as a success', async () => {
  const statusText = {
    completed: 'Completed',
    pending: 'Payment not finished',
    partially_refunded: 'Partly refunded',
    refunded: 'Refunded',
    disputed: 'Disputed',
    failed: 'Failed',
    cancelled: 'Cancelled',
  } satisfies Record<Purchase['status'], string>
  const statuses = Object.keys(statusText) as Purchase['status'][]
  await openPage({
    purchases: statuses.map((status, index) => purchase({ id: `${purchase().id.slice(0, -1)}${index}`, status })),
  })
  const table = within(screen.getByRole('table'))
  for (const status of statuses) {
    const tone = status === 'completed' ? 'success' : 'warning'
    expect(table.getByText(statusText[status]).className).toContain(`text-${tone}`)
  }
})

test('only a paid purchase has an invoice and a details link, and an unpaid one links to the checkout', async () => {
  await openPage({ purchases: [purchase()] })
  expect(screen.getByRole('button', { name: 'Download invoice INV-FW-2026-000042' })).toBeTruthy()
  expect(screen.getByRole('link', { name: /^View details/ }).getAttribute('href')).toBe(
    `/portal/packages/${purchase().entitlementId}`,
  )

  await openPage({ purchases: [purchase({ status: 'pending', reference: null })] })
  expect(screen.queryByRole('button', { name: /invoice/i })).toBeNull()
  expect(screen.queryByRole('link', { name: /^View details/ })).toBeNull()
  expect(screen.getByRole('link', { name: 'Continue paying for MY FUTURE WEEK' }).getAttribute('href')).toBe(
    '/checkout/stripe?package=my-future-basic',
  )
})

test('an unfinished payment with a discount code continues with the code', async () => {
  const discount = { code: 'SPRING', amount: minorUnits(1_980) }
  await openPage({ purchases: [purchase({ status: 'pending', reference: null, discount })] })
  expect(screen.getByRole('link', { name: 'Continue paying for MY FUTURE WEEK' }).getAttribute('href')).toBe(
    '/checkout/stripe?package=my-future-basic&code=SPRING',
  )
})

test('a payment that is being processed is shown as processing and cannot be continued', async () => {
  await openPage({ purchases: [purchase({ status: 'pending', reference: null, isProcessing: true })] })
  const row = screen.getByRole('row', { name: /MY FUTURE WEEK/ })
  expect(row.textContent).toContain('Waiting for the bank')
  expect(row.textContent).not.toContain('Payment not finished')
  expect(screen.queryByRole('link', { name: /^Continue/ })).toBeNull()
})

test('after a payment, the message is kept in the navigation state and the purchase id is removed from the address', async () => {
  const { address, state, requests } = await openPage({ purchases: [purchase()] }, purchase().id)
  expect(screen.getByText('Payment successful! Your package has been activated.')).toBeTruthy()
  expect(address()).toBe('/portal/dashboard')
  expect(state()).toEqual({
    message: 'Payment successful! Your package has been activated.',
    packageId: 'my-future-basic',
  })
  expect(requests.filter((request) => request.address === '/api/portal/dashboard')).toHaveLength(1)
})

test('after a payment, the dashboard shows the next step in the package, and without one it does not', async () => {
  await openPage({ purchases: [purchase()] }, purchase().id)
  expect(await screen.findByRole('heading', { name: 'Tell us about your business' })).toBeTruthy()
  await openPage({ purchases: [purchase()] })
  expect(screen.queryByRole('heading', { name: 'Tell us about your business' })).toBeNull()
})

const startsLater = { startsAt: '2026-03-16T10:00:00.000Z', startsLater: true }

test.each<[string, Partial<Purchase>, string]>([
  [
    'a package with a later start and its date',
    startsLater,
    'Payment successful! Your package starts on 16 March 2026.',
  ],
  [
    'a package that the server reports as started, whatever the browser’s clock',
    { ...startsLater, startsLater: false },
    'Payment successful! Your package has been activated.',
  ],
  [
    'an unconfirmed payment as pending',
    { status: 'pending', startsAt: null },
    'We’re confirming your payment. Your package will appear here as soon as that’s done.',
  ],
])('after a payment, the notice announces %s', async (_, changes, notice) => {
  await openPage({ purchases: [purchase(changes)] }, purchase().id)
  expect(screen.getByText(notice)).toBeTruthy()
})

test('if the purchase id in the address is unknown, the dashboard still opens', async () => {
  const { address, state } = await openPage({}, purchase().id)
  expect(screen.getByText('Hello, Ada')).toBeTruthy()
  expect(address()).toBe('/portal/dashboard')
  expect(state()).toBeNull()
})

test('the user in the response replaces the stored member', async () => {
  await openPage({ user: { ...ada, firstName: 'Adaeze' } })
  expect(readMember()?.firstName).toBe('Adaeze')
})

function dashboard(changes: Partial<Dashboard> = {}): Dashboard {
  return {
    user: ada,
    profileCompletion: 100,
    quickActions: [],
    activePackages: 0,
    totalInvested: [],
    purchases: [],
    sessions: noSessions,
    deliverables: { delivered: 0, promised: 0, forApproval: [] },
    ...changes,
  }
}

/** Opens the dashboard, after a payment if a purchase id is given. */
async function openPage(changes: Partial<Dashboard> = {}, purchaseId?: string) {
  stopClock('2026-03-02T10:00:00.000Z')
  givenMember()
  const { requests } = fakeServer(({ address }) =>
    address.startsWith('/api/entitlements/')
      ? granted(getOwnedPackage, { ...owned({ serviceType: 'BIZ_FUTURE' }), lines: [], startTerms: null })
      : granted(getDashboard, dashboard(changes)),
  )
  const query = purchaseId ? `?purchase=${purchaseId}` : ''
  const visited = visit(`/portal/dashboard${query}`, { '/portal/dashboard': page })
  await settle()
  return { ...visited, requests }
}

function metricText(name: string): string | null | undefined {
  return screen.getByText(name).closest('dt')?.nextElementSibling?.textContent
}
