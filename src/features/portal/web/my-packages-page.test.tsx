import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { type BookableSession, listBookableSessions } from '#features/bookings/booking/contract.ts'
import { listProgress, type PackageProgress } from '#features/deliverables/member/contract.ts'
import { cancelPurchase } from '#features/payments/checkout/contract.ts'
import { listSubscriptions, resumeSubscription, type Subscription } from '#features/payments/subscriptions/contract.ts'
import { listPurchases, type Purchase } from '#features/purchases/contract.ts'
import { listOwnedPackages, type OwnedPackage, type PackageState } from '#features/purchases/entitlements/contract.ts'
import { bookable } from '#tests/support/web/bookings.ts'
import { settle, stopClock } from '#tests/support/web/clock.ts'
import { type FakeAnswer, fakeServer, granted, refused } from '#tests/support/web/fake-server.ts'
import { owned, subscription } from '#tests/support/web/owned-packages.ts'
import { givenMember } from '#tests/support/web/people.ts'
import { purchase } from '#tests/support/web/purchases.ts'
import { visit } from '#tests/support/web/visit.tsx'
import * as page from './my-packages-page.tsx'

const firstId = '0196b3a0-0000-4000-8000-000000000001'
const secondId = '0196b3a0-0000-4000-8000-000000000002'
const fromSubscription = { subscription: { ...subscription(), renewsAt: null } }

test('a member without packages sees the empty state with links to the services', async () => {
  await openPage([])
  expect(screen.getByText('No packages purchased yet')).toBeTruthy()
  expect(screen.getByRole('link', { name: /STUDY WORLD/ }).getAttribute('href')).toBe('/services/study-world')
})

test.each<[PackageState, string, string]>([
  ['scheduled', 'Starts soon', 'Starts on 2 March 2026, ends on 9 March 2026'],
  ['active', 'Active', 'Active until 9 March 2026'],
  ['past_due', 'Payment due', 'Paid until 9 March 2026'],
  ['suspended', 'On hold: payment disputed', 'Would run until 9 March 2026'],
  ['expired', 'Expired', 'Expired on 9 March 2026'],
  ['cancelled', 'Cancelled', 'Started on 2 March 2026'],
])('a package that is %s shows "%s" and "%s"', async (state, badge, dates) => {
  await openPage([owned({ state })])
  const card = screen.getByRole('article', { name: 'MY FUTURE WEEK' })
  expect(card.textContent).toContain(badge)
  expect(card.textContent).toContain(dates)
})

test("a package's end date is in London time, as in emails", async () => {
  await openPage([owned({ endsAt: '2026-07-05T23:30:00.000Z' })])
  expect(screen.getByRole('article').textContent).toContain('Active until 6 July 2026')
})

test('only a package with a bookable session has a booking link', async () => {
  await openPage([owned(), owned({ id: '0196b3a0-0000-4000-8000-000000000007', title: 'STUDY WORLD' })], {
    sessions: [bookable()],
  })
  const [link, ...otherLinks] = screen.getAllByRole('link', { name: /^Book a session/ })
  expect(link?.getAttribute('href')).toBe(`/portal/bookings/new?entitlement=${owned().id}&line=${bookable().lineKey}`)
  expect(otherLinks).toEqual([])
})

test('the card lists the remaining sessions, including blocked ones', async () => {
  const call = bookable({ lineKey: 'call', title: 'Final call', left: 2, blocker: 'earlier-session-first' })
  await openPage([owned()], {
    sessions: [bookable(), call, bookable({ lineKey: 'consultation', title: 'Consultation', left: null })],
  })
  const lines = within(screen.getByRole('list', { name: 'Sessions in MY FUTURE WEEK' })).getAllByRole('listitem')
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    'Initial consultation1 left',
    'Final call2 left',
    'ConsultationUnlimited',
  ])
})

test('the card for a package that cannot be used shows a notice with the reason', async () => {
  await openPage([owned({ state: 'suspended', isUsable: false, notice: 'It is on hold.' })])
  expect(within(screen.getByRole('article')).getByRole('alert').textContent).toBe('It is on hold.')
  await openPage([owned({ state: 'expired', isUsable: false, notice: 'It is over.' })])
  expect(screen.getByText('It is over.')).toBeTruthy()
})

test('the notice about an unpaid month is shown only once on the card', async () => {
  const month = { ...subscription({ status: 'past_due' }), renewsAt: null }
  await openPage([owned({ state: 'past_due', isUsable: false, notice: 'You can’t book.', subscription: month })], {
    subscriptions: [subscription({ status: 'past_due', usableUntil: null })],
  })
  expect(screen.getByRole('article').textContent?.match(/can’t book/g)).toHaveLength(1)
})

test('a paid package has an invoice on its card, but a granted package does not', async () => {
  await openPage([owned({ reference: 'fw-2026-000042' })])
  expect(screen.getByRole('button', { name: 'Download invoice INV-FW-2026-000042' })).toBeTruthy()
  await openPage([owned()])
  expect(screen.queryByRole('button', { name: /invoice/i })).toBeNull()
})

test('a subscription that has ended shows the same end date on its card and panel', async () => {
  const endedAt = '2026-12-28T10:00:00.000Z'
  const month = { ...subscription(), status: 'ended' as const, renewsAt: null, endedAt }
  await openPage([owned({ state: 'expired', endsAt: '2026-12-21T10:00:00.000Z', subscription: month })], {
    subscriptions: [subscription({ status: 'ended', endedAt, renewsAt: null })],
  })
  const card = screen.getByRole('article').textContent
  expect(card).toContain('Ended on 28 December 2026')
  expect(card).toContain('This subscription ended on 28 December 2026.')
  expect(card).not.toContain('21 December')
})

test('an expired package has a link to buy it again', async () => {
  await openPage([owned({ state: 'expired' })])
  expect(screen.getByRole('link', { name: 'Buy again' }).getAttribute('href')).toBe(
    '/services/my-future#my-future-basic',
  )
})

test.each([
  ['bought once', null, firstId],
  ['paid by the month', { ...subscription({ id: secondId }), renewsAt: null }, secondId],
])('the card for a package %s shows the progress of its deliverables', async (_, month, id) => {
  const lines = [
    { lineKey: 'posts', title: 'Posts', delivered: 3, promised: 8, forApproval: 2 },
    { lineKey: 'strategy', title: 'Basic strategy', delivered: 1, promised: 1, forApproval: 0 },
  ]
  await openPage([owned({ id: firstId, subscription: month })], { progress: [{ id, lines }] })
  const progressText = screen.getByRole('region', { name: 'Your deliverables' }).textContent
  expect(progressText).toContain('3 of 8 posts2 waiting for your approval')
  expect(progressText).toContain('Basic strategy: 1 of 1Delivered')
  expect(screen.getByRole('progressbar', { name: '3 of 8 posts' }).getAttribute('value')).toBe('3')
})

test('if the next page fails to load, the list stays and loading can be retried', async () => {
  const first = packagesAnswer([owned({ id: firstId, title: 'First' })], 'after-first')
  const second = packagesAnswer([owned({ id: secondId, title: 'Second' })])
  const { user, requests } = await openPage([], { answers: [first, 'unreachable', second] })
  await user.click(screen.getByRole('button', { name: 'Load more' }))
  await settle()
  expect(screen.getByRole('alert').textContent).toContain('We couldn’t reach the server.')
  expect(screen.getAllByRole('article')).toHaveLength(1)

  await user.click(screen.getByRole('button', { name: 'Load more' }))
  await settle()
  expect(requests.at(-1)?.address).toBe('/api/entitlements?cursor=after-first')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getAllByRole('article')).toHaveLength(2)
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
})

test('an unfinished payment can be continued or cancelled', async () => {
  const { user, requests } = await openPage([], {
    unfinished: [purchase({ status: 'pending', reference: null })],
    answersByEnding: { '/cancellation': granted(cancelPurchase, purchase({ status: 'cancelled' })) },
  })
  const unfinished = screen.getByRole('group', { name: 'Payment not finished: MY FUTURE WEEK' })
  expect(unfinished.textContent).toContain('You started a payment of £118.80 on 2 March 2026.')
  expect(
    within(unfinished)
      .getByRole('link', { name: /Continue/ })
      .getAttribute('href'),
  ).toBe('/checkout/stripe?package=my-future-basic')
  expect(screen.queryByText('No packages purchased yet')).toBeNull()

  await user.click(within(unfinished).getByRole('button', { name: /Cancel payment/ }))
  await settle()
  expect(requests.map(({ method, address }) => `${method} ${address}`)).toContain(
    `POST /api/purchases/${purchase().id}/cancellation`,
  )
  expect(requests.filter(({ address }) => address.startsWith('/api/purchases?'))).toHaveLength(2)
})

test('a payment that is being processed can be neither continued nor cancelled', async () => {
  await openPage([], {
    unfinished: [purchase({ status: 'pending', reference: null, isProcessing: true })],
  })
  const unfinished = screen.getByRole('group', { name: 'Payment in progress: MY FUTURE WEEK' })
  expect(unfinished.textContent).toContain('Your bank is processing this payment. You don’t need to do anything')
  expect(within(unfinished).queryByRole('link')).toBeNull()
  expect(within(unfinished).queryByRole('button')).toBeNull()
})

test('if a payment has already arrived, cancelling it is refused and the reason is shown', async () => {
  const { user } = await openPage([], {
    unfinished: [purchase({ status: 'pending', reference: null })],
    answersByEnding: { '/cancellation': refused(cancelPurchase, 'already-paid') },
  })
  await user.click(screen.getByRole('button', { name: /Cancel payment/ }))
  await settle()
  expect(screen.getByRole('alert').textContent).toContain('This payment has gone through')
})

test.each<[string, Partial<Subscription>, string[], string[]]>([
  [
    'that renews',
    {},
    ['Each month', '£34.80', 'incl. VAT (20%)', 'Next payment', '21 December 2026', 'visa ending in 4242'],
    ['Update your card', 'Cancel subscription'],
  ],
  [
    'that no longer renews',
    { cancelsAtPeriodEnd: true },
    ['Cancelled. You can use it until 21 December 2026. You won’t be charged again.'],
    ['Undo cancellation'],
  ],
  [
    'whose current month is unpaid',
    { status: 'past_due', usableUntil: null },
    ['This month hasn’t been paid for yet', 'You can’t book sessions until it’s paid.'],
    ['Update your card', 'Pay with the same card', 'Cancel subscription'],
  ],
  [
    'whose next month is unpaid',
    { status: 'past_due' },
    ['This month hasn’t been paid for yet', 'You can book sessions that start before 21 December 2026.'],
    ['Update your card', 'Pay with the same card', 'Cancel subscription'],
  ],
  [
    'that is still unpaid after the last payment attempt',
    { status: 'unpaid' },
    ['We couldn’t charge your card, so your subscription is ending. You won’t be charged again.'],
    ['Cancel subscription'],
  ],
  [
    'that has ended',
    { status: 'ended', endedAt: '2026-12-21T10:00:00.000Z', renewsAt: null },
    ['This subscription ended on 21 December 2026. You won’t be charged again.'],
    ['Buy again'],
  ],
])('a subscription %s shows its status and the available actions', async (_, changes, texts, actions) => {
  await openPage([owned(fromSubscription)], { subscriptions: [subscription(changes)] })
  const panel = screen.getByRole('region', { name: 'Subscription MY FUTURE X' })
  for (const text of texts) expect(panel.textContent).toContain(text)
  const offered = [...within(panel).queryAllByRole('link'), ...within(panel).queryAllByRole('button')]
  expect(offered.map(({ textContent }) => textContent)).toEqual(actions)
})

test('the link for cancelling a subscription on its card opens the page that shows the refund', async () => {
  await openPage([owned(fromSubscription)], { subscriptions: [subscription()] })
  const link = screen.getByRole('link', { name: 'Cancel subscription' })
  expect(link.getAttribute('href')).toBe(`/portal/packages/${owned().id}#cancel`)
  expect(screen.queryByRole('button', { name: /Cancel|Stop/ })).toBeNull()
})

test('the card for a cancelled package does not show its subscription panel', async () => {
  await openPage([owned({ ...fromSubscription, state: 'cancelled' })], {
    subscriptions: [subscription()],
  })
  expect(screen.queryByRole('region', { name: 'Subscription MY FUTURE X' })).toBeNull()
})

test('if undoing a cancellation is rejected, the reason is shown', async () => {
  const { user } = await openPage([owned(fromSubscription)], {
    subscriptions: [subscription({ cancelsAtPeriodEnd: true })],
    answersByEnding: { '/cancellation': refused(resumeSubscription, 'subscription-ended') },
  })
  await user.click(screen.getByRole('button', { name: 'Undo cancellation' }))
  await settle()
  expect(screen.getByRole('alert').textContent).toContain('This subscription has ended. You can buy it again.')
})

function packagesAnswer(items: OwnedPackage[], nextCursor: string | null = null) {
  return granted(listOwnedPackages, { items, nextCursor })
}

type PageOptions = {
  unfinished?: Purchase[]
  subscriptions?: Subscription[]
  sessions?: BookableSession[]
  progress?: PackageProgress[]
  /** Responses to the requests for packages, in order. The last one repeats. */
  answers?: FakeAnswer[]
  /** Responses to other requests, by the end of the address. */
  answersByEnding?: Record<string, FakeAnswer>
}

async function openPage(packages: OwnedPackage[], options: PageOptions = {}) {
  const { unfinished = [], subscriptions = [], sessions = [], progress = [], answersByEnding = {} } = options
  const { answers = [packagesAnswer(packages)] } = options
  stopClock('2026-03-02T10:00:00.000Z')
  givenMember()
  const { requests } = fakeServer(({ address }) => {
    if (address === '/api/sessions') return granted(listBookableSessions, sessions)
    if (address === '/api/subscriptions') return granted(listSubscriptions, subscriptions)
    if (address === '/api/deliverables/progress') return granted(listProgress, progress)
    if (address === '/api/purchases?status=pending') {
      return granted(listPurchases, { items: unfinished, nextCursor: null })
    }
    const answer = Object.entries(answersByEnding).find(([ending]) => address.endsWith(ending))?.[1]
    return answer ?? (answers.length > 1 ? answers.shift() : answers[0]) ?? 'unreachable'
  })
  const visited = visit('/portal/packages', { '/portal/packages': page })
  await settle()
  // The subscription panel is loaded on demand.
  if (subscriptions.length > 0) await vi.dynamicImportSettled().then(settle)
  return { ...visited, requests }
}
