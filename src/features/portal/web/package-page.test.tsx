// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type BookableSession, listBookableSessions } from '#features/bookings/contract.ts'
import { type Item, listItems, listProgress } from '#features/deliverables/contract.ts'
import {
  getWithdrawal,
  listRefunds,
  type Refund,
  type Withdrawal,
  withdraw,
} from '#features/payments/contract/refund.ts'
import { type Entry, listEntries } from '#features/purchases/contract/entry.ts'
import { getOwnedPackage, getPurchase, type PackageState } from '#features/purchases/contract.ts'
import { minorUnits } from '#platform/shared/money.ts'
import { bookable } from '../../../../tests/web/bookings.ts'
import { settle, stopClock } from '../../../../tests/web/clock.ts'
import { allowDialogs } from '../../../../tests/web/dialogs.ts'
import { type FakeAnswer, fakeServer, granted, refused } from '../../../../tests/web/fake-server.ts'
import { item } from '../../../../tests/web/items.ts'
import { owned } from '../../../../tests/web/owned.ts'
import { givenMember } from '../../../../tests/web/people.ts'
import { purchase } from '../../../../tests/web/purchases.ts'
import { visit } from '../../../../tests/web/visit.tsx'
import * as page from './package-page.tsx'

test('the details say what was bought, what is left, and what was paid as it was stored', async () => {
  await open()
  expect(screen.getByRole('heading', { name: 'MY FUTURE WEEK' })).toBeTruthy()
  expect(part('What you get')).toContain('Career call, 45 minutes2 of 3 left')
  expect(part('What you get')).toContain('MessagesUnlimited')
  for (const words of ['fw-2026-000042', '£99.00', 'VAT (20%)£19.80', '£118.80']) {
    expect(part('What you paid')).toContain(words)
  }
  expect(screen.getByRole('button', { name: 'Download invoice INV-FW-2026-000042' })).toBeTruthy()
})

test.each<[Withdrawal['counting'], string]>([
  [{ by: 'nothing-used' }, 'You have used nothing yet, so nothing is kept.'],
  [{ by: 'days', used: 2, of: 7 }, 'You have had it for 2 of its 7 days, so you pay £39.60 for those.'],
  [{ by: 'lines', lines: [{ title: 'Career call', used: 1, promised: 3 }] }, 'Career call1 of 3 used'],
])('before cancelling, the refund and how it was counted are read: %j', async (counting, words) => {
  await open({ withdrawal: { counting, refund: minorUnits(7_920) } })
  expect(part('Cancel this contract')).toContain('you get back £79.20 of the £118.80 that you paid')
  expect(part('Cancel this contract')).toContain(words)
  expect(screen.getByRole('link', { name: 'model cancellation form' }).getAttribute('href')).toBe('/terms#form')
})

test.each<[number, string, string]>([
  [
    1,
    'We cancel the session of it that you have booked.',
    'ends now, with the session of it that you have booked, and',
  ],
  [3, 'We cancel the 3 sessions of it that you have booked.', 'with the 3 sessions of it that you have booked, and'],
])(
  'the sessions that go with it are read before, and asked about once more: %i of them',
  async (count, read, asked) => {
    const { user } = await open({ withdrawal: { comingSessions: count } })
    expect(part('Cancel this contract')).toContain(read)
    await user.click(screen.getByRole('button', { name: 'Cancel this contract' }))
    expect(screen.getByRole('dialog').textContent).toContain(asked)
  },
)

test('where no session is booked, none is spoken of', async () => {
  await open()
  expect(part('Cancel this contract')).not.toContain('session')
})

test.each<[NonNullable<Withdrawal['obstacle']>, string]>([
  ['business', 'You bought this as a business.'],
  ['too-late', 'The 14 days in which you could cancel ended on 16 March 2026.'],
  ['not-paid', 'there is nothing to cancel'],
  ['fully-delivered', 'Everything in this package has been delivered'],
  ['given-back', 'This package was cancelled or refunded already.'],
  ['renewal', 'The 14 days count from the first month of a subscription.'],
])('what cannot be cancelled (%s) says why and has no button', async (obstacle, words) => {
  await open({ withdrawal: { obstacle } })
  expect(part('Cancel this contract')).toContain(words)
  expect(screen.queryByRole('button', { name: 'Cancel this contract' })).toBeNull()
})

test('cancelling is asked once more, and sends the figure that was read', async () => {
  const { user, requests } = await open({ withdrawal: { refund: minorUnits(7_920) }, answer: granted(withdraw, null) })
  await user.click(screen.getByRole('button', { name: 'Cancel this contract' }))
  await user.click(screen.getByRole('button', { name: 'Cancel, get £79.20 back' }))
  await settle()
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({ expectedRefund: 7_920 })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a refund that has changed meanwhile is shown anew before anything is cancelled', async () => {
  const { user, withdrawal } = await open({ answer: refused(withdraw, 'refund-changed') })
  await user.click(screen.getByRole('button', { name: 'Cancel this contract' }))
  withdrawal.refund = minorUnits(5_000)
  await user.click(screen.getByRole('button', { name: 'Cancel, get £118.80 back' }))
  await settle()
  const dialog = screen.getByRole('dialog')
  expect(within(dialog).getByRole('alert').textContent).toContain('What you get back has changed')
  expect(within(dialog).getByRole('button', { name: 'Cancel, get £50.00 back' })).toBeTruthy()
})

test.each<[Refund['status'], string]>([
  ['requested', 'On its way'],
  ['pending', 'On its way'],
  ['succeeded', 'Refunded'],
  ['failed', 'Refused by the bank: we will contact you'],
])('a refund that is %s reads "%s"', async (status, words) => {
  await open({ refunds: [refundOf(status)] })
  expect(part('Refunds')).toContain('£79.20')
  expect(part('Refunds')).toContain(words)
})

test('what is made for the package is listed with where it stands, and how far all of it has come', async () => {
  await open({
    items: [item(), item({ id: '0196b3a0-0000-4000-8000-0000000000e2', number: 2, state: 'for_approval' })],
  })
  expect(screen.getByText('1 of 8 posts')).toBeTruthy()
  expect(screen.getByRole('progressbar', { name: '1 of 8 posts' }).getAttribute('max')).toBe('8')
  expect(part('Deliverables')).toContain('Post 2 of 8Due on 9 March 2026, by ZoeFor approval')
  expect(screen.getByRole('link', { name: 'Post 1 of 8' }).getAttribute('href')).toBe(
    `/portal/deliverables/${item().id}`,
  )
})

test('of a package that was cancelled nothing is shown as left', async () => {
  await open({ state: 'cancelled' })
  expect(screen.queryByRole('region', { name: 'What you get' })).toBeNull()
})

test('what was given away has no payment and nothing to cancel', async () => {
  await open({ purchaseId: null })
  expect(screen.queryByRole('region', { name: 'What you paid' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Cancel this contract' })).toBeNull()
})

test('a package that is not one’s own is not found', async () => {
  stopClock('2026-03-02T10:00:00.000Z')
  givenMember()
  fakeServer(refused(getOwnedPackage, 'package-not-found'))
  visit(`/portal/packages/${owned().id}`, { '/portal/packages/:entitlementId': page })
  await settle()
  expect(screen.getByRole('alert').textContent).toContain('This package was not found.')
})

test.each<[Partial<Entry>, string[]]>([
  [{ kind: 'grant', quantity: 3 }, ['Career call', 'Part of the package', '2 March 2026', '+3']],
  [{ kind: 'grant', quantity: null }, ['Part of the package', 'Unlimited']],
  [{ kind: 'use', quantity: -1 }, ['Used', '−1']],
  [{ kind: 'return', quantity: 1, reason: 'Your consultant was ill' }, ['Returned: Your consultant was ill', '+1']],
  [{ kind: 'forfeit', quantity: 0 }, ['Counted as used']],
  [
    { kind: 'extension', quantity: 0, extendsUntil: '2026-03-12T10:00:00.000Z', reason: 'Nobody was free' },
    ['Package extended until 12 March 2026: Nobody was free'],
  ],
])('what happened with a package can be read: %j', async (changes, words) => {
  await open({ entries: [entry(changes)] })
  for (const text of words) expect(part('What happened so far')).toContain(text)
})

test('a session that can be booked is one press away', async () => {
  await open({ sessions: [bookable()] })
  expect(screen.getByRole('link', { name: 'Book a session of MY FUTURE WEEK' })).toBeTruthy()
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

function refundOf(status: Refund['status']): Refund {
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

type Known = {
  withdrawal?: Partial<Withdrawal>
  refunds?: Refund[]
  purchaseId?: string | null
  state?: PackageState
  entries?: Entry[]
  sessions?: BookableSession[]
  items?: Item[]
  /** To the press that cancels. */
  answer?: FakeAnswer
}

async function open({
  withdrawal: changes = {},
  refunds = [],
  purchaseId = purchase().id,
  state = 'active',
  entries = [],
  sessions = [],
  answer,
  items = [],
}: Known = {}) {
  allowDialogs()
  stopClock('2026-03-02T10:00:00.000Z')
  givenMember()
  const withdrawal: Withdrawal = {
    obstacle: null,
    until: '2026-03-16T23:59:59.000Z',
    currency: 'GBP',
    paid: minorUnits(11_880),
    refund: minorUnits(11_880),
    comingSessions: 0,
    counting: { by: 'nothing-used' },
    ...changes,
  }
  const byEnding: Record<string, () => FakeAnswer> = {
    '/api/sessions': () => granted(listBookableSessions, sessions),
    '/entries': () => granted(listEntries, { items: entries, nextCursor: null }),
    '/withdrawal': () => granted(getWithdrawal, withdrawal),
    '/refunds': () => granted(listRefunds, refunds),
    [`/purchases/${purchaseId}`]: () => granted(getPurchase, purchase()),
    [`/entitlements/${owned().id}`]: () => granted(getOwnedPackage, { ...owned({ purchaseId, state }), lines }),
  }
  const { requests } = fakeServer(({ method, address }) => {
    if (method === 'POST') return answer ?? 'unreachable'
    if (address.startsWith('/api/deliverables')) return made(address, items)
    return Object.entries(byEnding).find(([ending]) => address.endsWith(ending))?.[1]() ?? 'unreachable'
  })
  const shown = visit(`/portal/packages/${owned().id}`, { '/portal/packages/:entitlementId': page })
  await settle()
  return { ...shown, requests, withdrawal }
}

function made(address: string, items: Item[]) {
  return address.endsWith('/progress')
    ? granted(listProgress, progress)
    : granted(listItems, { items, nextCursor: null })
}

const progress = [
  { id: owned().id, lines: [{ lineKey: 'posts', title: 'Posts', delivered: 1, promised: 8, forApproval: 1 }] },
]

const lines = [
  { key: 'call', kind: 'session' as const, title: 'Career call', minutes: 45, unit: null, granted: 3, left: 2 },
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

function part(name: string): string | null {
  return screen.getByRole('region', { name }).textContent
}
