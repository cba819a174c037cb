import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { type BookableSession, listBookableSessions } from '#features/bookings/booking/contract.ts'
import type { Deliverable } from '#features/deliverables/contract.ts'
import { listDeliverables, listProgress } from '#features/deliverables/member/contract.ts'
import { listRefunds, type Refund } from '#features/payments/refunds/contract.ts'
import { cancelSubscription, listSubscriptions, type Subscription } from '#features/payments/subscriptions/contract.ts'
import { getWithdrawal, type Withdrawal, withdrawPurchase } from '#features/payments/withdrawal/contract.ts'
import { getPurchase } from '#features/purchases/contract.ts'
import { startPackage } from '#features/purchases/early-start/contract.ts'
import { getOwnedPackage, type OwnedPackage } from '#features/purchases/entitlements/contract.ts'
import { type Entry, listEntries } from '#features/purchases/ledger/contract.ts'
import { minorUnits } from '#platform/shared/money.ts'
import { bookable } from '#tests/support/web/bookings.ts'
import { settle, stopClock } from '#tests/support/web/clock.ts'
import { item } from '#tests/support/web/deliverables.ts'
import { allowDialogs } from '#tests/support/web/dialogs.ts'
import { type FakeAnswer, fakeServer, granted, refused } from '#tests/support/web/fake-server.ts'
import { owned, subscription } from '#tests/support/web/owned-packages.ts'
import { givenMember } from '#tests/support/web/people.ts'
import { purchase } from '#tests/support/web/purchases.ts'
import { visit } from '#tests/support/web/visit.tsx'
import * as page from './package-page.tsx'

test('the page shows what was bought, what is left and the stored price', async () => {
  await openPage()
  expect(screen.getByRole('heading', { name: 'MY FUTURE WEEK' })).toBeTruthy()
  expect(regionText('What’s included')).toContain('Career call, 45 minutes2 of 3 left')
  expect(regionText('What’s included')).toContain('MessagesUnlimited')
  for (const text of ['fw-2026-000042', '£99.00', 'VAT (20%)£19.80', '£118.80']) {
    expect(regionText('Payment')).toContain(text)
  }
  expect(screen.getByRole('button', { name: 'Download invoice INV-FW-2026-000042' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'model cancellation form' }).getAttribute('href')).toBe('/terms#form')
  expect(regionText('Cancel MY FUTURE WEEK')).not.toContain('session')
  expect(screen.queryByRole('button', { name: 'Start now' })).toBeNull()
})

test('a scheduled package can be started now after the acknowledgement is ticked', async () => {
  const startTerms = { version: '2026-03', acknowledgement: 'I lose the right to cancel.' }
  const answer = granted(startPackage, null)
  const notice = 'It starts soon.'
  const { user, requests } = await openPage({ state: 'scheduled', isUsable: false, notice, startTerms, answer })
  const posts = () => requests.filter(({ method }) => method === 'POST')
  expect(screen.getByText(notice)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Start now' }))
  const box = screen.getByLabelText('I lose the right to cancel.')
  expect(document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Tick this if you want your package to start now.',
  )
  expect(document.activeElement).toBe(box)
  expect(posts()).toEqual([])

  await user.click(box)
  await user.click(screen.getByRole('button', { name: 'Start now' }))
  await settle()
  expect(posts()).toMatchObject([
    { address: `/api/entitlements/${owned().id}/start`, body: { version: '2026-03', acknowledged: true } },
  ])
})

const halfUsed = { by: 'lines' as const, lines: [line({ title: 'Career call', used: 1, promised: 3 })] }

test.each<[string, PageOptions, region: string, texts: string[]]>([
  [
    'sessions left in a package on hold as not bookable',
    { state: 'suspended', isUsable: false, notice: 'It is on hold.' },
    'What’s included',
    [
      'Career call, 45 minutes2 of 3 left, can’t be booked now',
      'Advice, 20 minutesUnlimited, can’t be booked now',
      'MessagesUnlimited',
    ],
  ],
  [
    'the full refund of an unused package',
    withdrawal({}),
    'Cancel now',
    ['Your refund£118.80', 'You haven’t used anything, so you’ll get a full refund.'],
  ],
  [
    'a refund based on the days that have started',
    withdrawal({ counting: { by: 'days', used: 2, of: 7 }, refund: minorUnits(7_920) }),
    'Cancel now',
    ['Your refund£79.20', '2 of your package’s 7 days have started, so we’ll keep £39.60 of the £118.80 you paid.'],
  ],
  [
    'a refund on the first day',
    withdrawal({ counting: { by: 'days', used: 1, of: 7 }, refund: minorUnits(7_920) }),
    'Cancel now',
    ['1 of your package’s 7 days has started, so we’ll keep £39.60 of the £118.80 you paid.'],
  ],
  ['how much of each line was used', withdrawal({ counting: halfUsed }), 'Cancel now', ['Career call1 of 3 used']],
  [
    'the days used of an unlimited line',
    withdrawal({
      counting: { by: 'lines', lines: [line({ title: 'Advice', used: 4, promised: 31, isByDays: true })] },
    }),
    'Cancel now',
    ['Advice4 of 31 days'],
  ],
  [
    'earlier refunds as deducted and not as received',
    withdrawal({ counting: halfUsed, refunded: minorUnits(2_000), refund: minorUnits(5_920) }),
    'Cancel now',
    [
      'Your refund£59.20',
      'We’ll keep £39.60 of the £118.80 you paid, for what you’ve received.',
      'We’ve already refunded £20.00.',
    ],
  ],
  [
    'no full refund of an unused package with an earlier refund',
    withdrawal({ refunded: minorUnits(2_000), refund: minorUnits(9_880) }),
    'Cancel now',
    ['You haven’t used anything. We’ve already refunded £20.00.'],
  ],
  ['a requested refund', { refunds: [givenRefund('requested')] }, 'Refunds', ['£79.20', 'On its way']],
  ['a pending refund', { refunds: [givenRefund('pending')] }, 'Refunds', ['On its way']],
  ['a paid refund', { refunds: [givenRefund('succeeded')] }, 'Refunds', ['Refunded']],
  ['a failed refund', { refunds: [givenRefund('failed')] }, 'Refunds', ['Refused by the bank: we’ll contact you']],
])('the page shows %s', async (_, options, region, texts) => {
  await openPage(options)
  for (const text of texts) expect(regionText(region)).toContain(text)
})

function withdrawal(changes: Partial<Withdrawal>): PageOptions {
  return { withdrawal: changes }
}

function line(changes: { title: string; used: number; promised: number; isByDays?: boolean }) {
  return { isByDays: false, ...changes }
}

test('the page promises no refund if there is nothing left to refund', async () => {
  const { user } = await openPage({ withdrawal: { refund: minorUnits(0) } })
  expect(regionText('Cancel now')).not.toContain('original payment method')
  await user.click(screen.getByRole('button', { name: 'Cancel without a refund' }))
  expect(screen.getByRole('dialog').textContent).toContain('MY FUTURE WEEK will end now. There’s no refund.')
})

test.each([
  [1, 'its booked session'],
  [3, 'its 3 booked sessions'],
])('the page and its dialog state how many sessions will be cancelled: %i', async (count, sessions) => {
  const { user } = await openPage({ withdrawal: { upcomingSessions: count } })
  expect(regionText('Cancel now')).toContain(`We’ll cancel ${sessions}, at no charge.`)
  await user.click(screen.getByRole('button', { name: 'Cancel and refund £118.80' }))
  expect(screen.getByRole('dialog').textContent).toContain(`will end now, along with ${sessions}, and`)
})

test.each<[NonNullable<Withdrawal['blocker']>, string]>([
  ['business', 'You bought this as a business'],
  ['too-late', 'Your 14 days to cancel and get a refund ended on 16 March 2026.'],
  ['not-paid', 'there’s nothing to refund'],
  ['fully-delivered', 'Everything in this package has been delivered'],
  ['refunded', 'This package has been cancelled or refunded.'],
  ['renewal', 'started with your first month and have ended.'],
])('if withdrawal is blocked (%s), the page shows the reason and no button', async (blocker, text) => {
  await openPage({ withdrawal: { blocker } })
  expect(regionText('Cancel MY FUTURE WEEK')).toContain(text)
  expect(screen.queryByRole('button', { name: /^(Cancel|Stop)/ })).toBeNull()
})

test('withdrawal asks for confirmation and sends the refund amount that was shown', async () => {
  const { user, requests } = await openPage({
    withdrawal: { refund: minorUnits(7_920) },
    answer: granted(withdrawPurchase, null),
  })
  await user.click(screen.getByRole('button', { name: 'Cancel and refund £79.20' }))
  const dialog = screen.getByRole('dialog')
  expect(dialog.textContent).not.toContain('charged')
  await user.click(within(dialog).getByRole('button', { name: 'Cancel and refund £79.20' }))
  await settle()
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({ expectedRefund: 7_920 })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('if the refund has changed, the new amount is shown before anything is cancelled', async () => {
  const { user, withdrawal } = await openPage({ answer: refused(withdrawPurchase, 'refund-changed') })
  await user.click(screen.getByRole('button', { name: 'Cancel and refund £118.80' }))
  withdrawal.refund = minorUnits(5_000)
  const dialog = screen.getByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name: 'Cancel and refund £118.80' }))
  await settle()
  expect(within(dialog).getByRole('alert').textContent).toContain('Your refund has changed')
  expect(within(dialog).getByRole('button', { name: 'Cancel and refund £50.00' })).toBeTruthy()
})

test('a new subscription can be cancelled immediately with a refund, or at the end of the month', async () => {
  const { user } = await openPage({ subscriptions: [subscription()], withdrawal: { refund: minorUnits(3_368) } })
  expect(regionText('Cancel now')).toContain('Your refund£33.68Your accessEnds nowFurther paymentsNone')
  expect(regionText('Cancel at the end of the month')).toContain(
    'Your refundNoneYour accessUntil 21 December 2026Further paymentsNone',
  )
  await user.click(screen.getByRole('button', { name: 'Cancel and refund £33.68' }))
  expect(screen.getByRole('dialog').textContent).toContain('You won’t be charged again.')
})

test('stopping the renewal shows its effect and asks for confirmation', async () => {
  const subscriptions = [subscription()]
  const stopped = subscription({ cancelsAtPeriodEnd: true })
  const { user, requests } = await openPage({
    subscriptions,
    withdrawal: { blocker: 'renewal' },
    answer: granted(cancelSubscription, stopped),
  })
  expect(screen.queryByRole('region', { name: 'Cancel now' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Cancel at the end of the month' }))
  const dialog = screen.getByRole('dialog')
  expect(dialog.textContent).toContain('You can use it until 21 December 2026. You won’t be charged again.')
  subscriptions[0] = stopped
  await user.click(within(dialog).getByRole('button', { name: 'Cancel at the end of the month' }))
  await settle()
  expect(requests.some(({ method, address }) => method === 'POST' && address.endsWith('/cancellation'))).toBe(true)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Cancel at the end of the month' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Undo cancellation' })).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Subscription MY FUTURE X' }))
})

test('a new subscription that no longer renews still offers a refund', async () => {
  await openPage({ subscriptions: [subscription({ cancelsAtPeriodEnd: true })] })
  expect(screen.getByRole('button', { name: 'Cancel and refund £118.80' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Cancel at the end of the month' })).toBeNull()
})

test('the page and its dialog say that stopping an unpaid subscription ends it immediately', async () => {
  const dueSubscription = subscription({ status: 'past_due', usableUntil: null })
  const { user } = await openPage({ subscriptions: [dueSubscription], withdrawal: { blocker: 'renewal' } })
  expect(regionText('Cancel subscription')).toContain('Your accessEnds now')
  await user.click(screen.getByRole('button', { name: 'Cancel subscription' }))
  expect(screen.getByRole('dialog').textContent).toContain(
    'your subscription will end straight away. You won’t be charged again.',
  )
})

test('deliverables are listed with their states and overall progress', async () => {
  await openPage({
    items: [item(), item({ id: '0196b3a0-0000-4000-8000-0000000000e2', number: 2, state: 'for_approval' })],
  })
  expect(screen.getByText('1 of 8 posts')).toBeTruthy()
  expect(screen.getByRole('progressbar', { name: '1 of 8 posts' }).getAttribute('max')).toBe('8')
  expect(regionText('Deliverables')).toContain('Post 2 of 8Due on 9 March 2026. Consultant: ZoeAwaiting approval')
  expect(screen.getByRole('link', { name: 'Post 1 of 8' }).getAttribute('href')).toBe(
    `/portal/deliverables/${item().id}`,
  )
})

test('the page for a cancelled package does not show what is included', async () => {
  await openPage({ state: 'cancelled' })
  expect(screen.queryByRole('region', { name: 'What’s included' })).toBeNull()
})

test('a granted package has no payment section and cannot be cancelled', async () => {
  await openPage({ purchaseId: null })
  expect(screen.queryByRole('region', { name: 'Payment' })).toBeNull()
  expect(screen.queryByRole('region', { name: /^Cancel/ })).toBeNull()
})

test.each<[Partial<Entry>, string[]]>([
  [{ kind: 'grant', quantity: 3 }, ['Career call', 'Part of the package', '2 March 2026', '+3']],
  [{ kind: 'grant', quantity: null }, ['Part of the package', 'Unlimited']],
  [{ kind: 'booked', quantity: -1 }, ['Booked', '−1']],
  [{ kind: 'held', quantity: -1 }, ['Completed', '−1']],
  [{ kind: 'delivered', quantity: -1 }, ['Delivered', '−1']],
  [{ kind: 'return', quantity: 1, reason: 'Your consultant was ill' }, ['Returned: Your consultant was ill', '+1']],
  [{ kind: 'forfeit', quantity: 0 }, ['Counted as used']],
  [
    { kind: 'extension', quantity: 0, extendsUntil: '2026-03-12T10:00:00.000Z', reason: 'Nobody was free' },
    ['Package extended until 12 March 2026: Nobody was free'],
  ],
])('a ledger entry is shown in words: %j', async (changes, texts) => {
  await openPage({ entries: [entry(changes)] })
  for (const text of texts) expect(regionText('History')).toContain(text)
})

test('a bookable session has a booking link', async () => {
  await openPage({ sessions: [bookable()] })
  expect(screen.getByRole('link', { name: 'Book a session from MY FUTURE WEEK' })).toBeTruthy()
})

function entry(changes: Partial<Entry>): Entry {
  return {
    id: '0196b3a0-0000-4000-8000-0000000000ff',
    kind: 'grant',
    title: 'Career call',
    quantity: 1,
    occurredAt: '2026-03-02T10:00:00.000Z',
    reason: null,
    extendsUntil: null,
    ...changes,
  }
}

function givenRefund(status: Refund['status']): Refund {
  return {
    id: '0196b3a0-0000-4000-8000-0000000000dd',
    kind: 'withdrawal',
    amount: minorUnits(7_920),
    currency: 'GBP',
    status,
    reason: 'Cancelled within 14 days',
    requestedAt: '2026-03-03T10:00:00.000Z',
  }
}

/** The package's fields, and the responses to requests about it. */
type PageOptions = Partial<OwnedPackage> & {
  withdrawal?: Partial<Withdrawal>
  /** The first subscription is the one for the package. */
  subscriptions?: Subscription[]
  refunds?: Refund[]
  entries?: Entry[]
  sessions?: BookableSession[]
  items?: Deliverable[]
  startTerms?: { version: string; acknowledgement: string } | null
  /** The response to the cancellation request. */
  answer?: FakeAnswer
}

async function openPage({
  withdrawal: changes = {},
  subscriptions = [],
  refunds = [],
  entries = [],
  sessions = [],
  answer,
  items = [],
  startTerms = null,
  ...ownedChanges
}: PageOptions = {}) {
  allowDialogs()
  stopClock('2026-03-02T10:00:00.000Z')
  givenMember()
  const withdrawal: Withdrawal = {
    blocker: null,
    until: '2026-03-16T23:59:59.000Z',
    currency: 'GBP',
    paid: minorUnits(11_880),
    refunded: minorUnits(0),
    refund: minorUnits(11_880),
    upcomingSessions: 0,
    counting: { by: 'nothing-used' },
    ...changes,
  }
  const [month] = subscriptions
  const shownPackage = owned({
    purchaseId: purchase().id,
    subscription: month ? { ...month, renewsAt: null } : null,
    ...ownedChanges,
  })
  const byEnding: Record<string, () => FakeAnswer> = {
    '/api/sessions': () => granted(listBookableSessions, sessions),
    '/entries': () => granted(listEntries, { items: entries, nextCursor: null }),
    '/withdrawal': () => granted(getWithdrawal, withdrawal),
    '/refunds': () => granted(listRefunds, refunds),
    [`/purchases/${purchase().id}`]: () => granted(getPurchase, purchase()),
    [`/entitlements/${owned().id}`]: () => granted(getOwnedPackage, { ...shownPackage, lines, startTerms }),
    '/api/deliverables/progress': () => granted(listProgress, progress),
    '/api/subscriptions': () => granted(listSubscriptions, subscriptions),
  }
  const { requests } = fakeServer(({ method, address }) => {
    if (method === 'POST') return answer ?? 'unreachable'
    if (address.startsWith('/api/deliverables?')) return granted(listDeliverables, { items, nextCursor: null })
    return Object.entries(byEnding).find(([ending]) => address.endsWith(ending))?.[1]() ?? 'unreachable'
  })
  const visited = visit(`/portal/packages/${owned().id}`, { '/portal/packages/:entitlementId': page })
  await settle()
  // The subscription panel is loaded on demand.
  if (subscriptions.length > 0) await vi.dynamicImportSettled().then(settle)
  return { ...visited, requests, withdrawal }
}

const progress = [
  { id: owned().id, lines: [{ lineKey: 'posts', title: 'Posts', delivered: 1, promised: 8, forApproval: 1 }] },
]

const lines = [
  { key: 'call', kind: 'session' as const, title: 'Career call', minutes: 45, unit: null, granted: 3, left: 2 },
  { key: 'advice', kind: 'session' as const, title: 'Advice', minutes: 20, unit: null, granted: null, left: null },
  {
    key: 'mail',
    kind: 'deliverable' as const,
    title: 'Messages',
    minutes: null,
    unit: 'message',
    granted: null,
    left: null,
  },
]

function regionText(name: string): string | null {
  return screen.getByRole('region', { name }).textContent
}
