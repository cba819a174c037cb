import type { Page } from '@playwright/test'
import type { Session } from '#features/accounts/sessions/contract.ts'
import type { BookableSession } from '#features/bookings/booking/contract.ts'
import type { Booking } from '#features/bookings/contract.ts'
import type { Message } from '#features/conversations/messages/contract.ts'
import type { Deliverable } from '#features/deliverables/contract.ts'
import type { Notification } from '#features/notifications/contract.ts'
import type { Withdrawal } from '#features/payments/withdrawal/contract.ts'
import { type Purchase, PurchaseStatus } from '#features/purchases/contract.ts'
import type { Document } from '#features/purchases/documents/contract.ts'
import { type OwnedLine, PackageState } from '#features/purchases/entitlements/contract.ts'
import type { Entry } from '#features/purchases/ledger/contract.ts'
import { minorUnits } from '#platform/shared/money.ts'
import { item } from '../../support/web/deliverables.ts'
import { owned, subscription } from '../../support/web/owned-packages.ts'
import { purchase } from '../../support/web/purchases.ts'

export const longName = 'Wolfeschlegelsteinhausenbergerdorff von und zu Hohenlohe-Langenburg'
const longWord = 'Persönlichkeitsentwicklungsmöglichkeiten'
const longTitle = `MY FUTURE WEEK ${longWord}`
const longText = 'We have thought about what you wrote, and about each of the three ways that you named. '

/** Mocks the responses for a member with years of history and the longest names and titles. */
export async function mockFullMember(page: Page) {
  for (const [path, answer] of Object.entries(answers)) {
    await page.route(
      ({ pathname }) => pathname === path,
      async (route) => {
        const known: unknown = typeof answer === 'function' ? answer(await readData(await route.fetch())) : answer
        await route.fulfill({ json: { success: true, data: known } })
      },
    )
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the server's response for a new member, which the mocks extend
type Known = any

async function readData(response: { json: () => Promise<Known> }): Promise<Known> {
  return (await response.json()).data
}

const paged = <Row>(items: Row[]) => ({ items, nextCursor: 'more' })
const times = <Row>(many: number, row: (number: number) => Row) => Array.from({ length: many }, (_, at) => row(at))
const toId = (number: number) => `0196b3a0-0000-4000-8000-${String(number).padStart(12, '0')}`
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

const purchases: Purchase[] = times(24, (at) =>
  purchase({
    id: toId(at),
    reference: `fw-2026-${String(999_999 - at)}`,
    packageTitle: at % 4 === 0 ? longTitle : 'STUDY WORLD COMPLETE',
    status: PurchaseStatus.options[at % PurchaseStatus.options.length] ?? 'completed',
    refunded: minorUnits(at % 3 === 0 ? 5_940 : 0),
    total: minorUnits(1_234_567),
  }),
)

const packages = times(20, (at) =>
  owned({
    id: toId(at),
    purchaseId: toId(at),
    reference: `fw-2026-${String(999_999 - at)}`,
    title: at % 3 === 0 ? longTitle : 'MY FUTURE X',
    description: longText,
    state: PackageState.options[at % PackageState.options.length] ?? 'active',
    startsAt: inHours(-400),
    endsAt: inHours(400),
    subscription: at === 1 ? { ...subscription(), id: subscription().id, status: 'active' } : null,
  }),
)

const consultant = { id: toId(900), displayName: longName, picture: null }

const bookings: Booking[] = times(20, (at) => ({
  id: toId(at),
  entitlementId: toId(0),
  lineKey: 'initial-consultation',
  packageTitle: longTitle,
  serviceType: 'MY_FUTURE',
  title: at % 2 ? longWord : 'Initial consultation',
  minutes: 30,
  startsAt: inHours(at * 30 + 1),
  endsAt: inHours(at * 30 + 2),
  state: 'booked',
  consultant,
  place: at % 2 ? 'phone' : 'online',
  meetingUrl: `https://meet.example.com/${longWord}`,
  phone: '+447700900123',
  notes: null,
  cancelledBy: null,
  isForfeited: false,
  isReturned: false,
}))

const pastStates = ['cancelled', 'held', 'missed'] as const
const past: Booking[] = bookings.map((one, at) => ({
  ...one,
  id: toId(100 + at),
  startsAt: inHours(-30 * at - 3),
  endsAt: inHours(-30 * at - 2),
  state: pastStates[at % 3] ?? 'held',
  cancelledBy: at % 3 === 0 ? 'consultant' : null,
}))

const sessions: BookableSession[] = times(6, (at) => ({
  entitlementId: toId(at),
  lineKey: `line-${at}`,
  packageTitle: longTitle,
  serviceType: 'MY_FUTURE',
  title: at % 2 ? longWord : 'Initial consultation',
  minutes: 30,
  left: at % 2 ? null : 12,
  from: inHours(-10),
  until: inHours(400),
  blocker: null,
  earlierTitle: null,
  consultants: [consultant],
}))

const items: Deliverable[] = times(20, (at) =>
  item({
    id: toId(at),
    title: at % 2 ? longWord : 'Posts',
    unit: at % 2 ? longWord : 'post',
    number: at + 1,
    promised: 20,
    consultantName: longName,
    state: at % 2 ? 'for_approval' : 'in_progress',
  }),
)

const progress = times(20, (at) => ({
  id: toId(at),
  lines: [
    { lineKey: 'posts', title: 'Posts', delivered: 4, promised: 20, forApproval: 2 },
    { lineKey: 'word', title: longWord, delivered: 0, promised: 100, forApproval: 0 },
  ],
}))

const entryKinds = ['grant', 'booked', 'return', 'forfeit', 'extension', 'expiry'] as const
const entries: Entry[] = times(20, (at) => ({
  id: toId(at),
  kind: entryKinds[at % 6] ?? 'grant',
  title: at % 3 === 0 ? longWord : 'Initial consultation',
  quantity: at % 6 === 4 ? 0 : at % 6 === 1 ? -1 : 1,
  occurredAt: inHours(-at * 20),
  reason: at % 2 ? longText : null,
  extendsUntil: at % 6 === 4 ? inHours(900) : null,
}))

const lines: OwnedLine[] = times(6, (at) => ({
  key: `line-${at}`,
  kind: at % 2 ? 'deliverable' : 'session',
  title: at % 3 === 0 ? longWord : 'Initial consultation',
  minutes: at % 2 ? null : 30,
  unit: at % 2 ? 'post' : null,
  granted: at === 0 ? null : 100,
  left: at === 0 ? null : 12,
}))

const withdrawal: Withdrawal = {
  blocker: null,
  until: inHours(200),
  currency: 'GBP',
  paid: minorUnits(1_234_567),
  refunded: minorUnits(100_000),
  refund: minorUnits(999_999),
  upcomingSessions: 3,
  counting: {
    by: 'lines',
    lines: times(6, (at) => ({ title: at ? 'Posts' : longWord, used: at, promised: 100, isByDays: at === 2 })),
  },
}

const notifications: Notification[] = times(20, (at) => ({
  id: toId(at),
  title: at % 3 === 0 ? longWord : `${longName} has moved your session`,
  text: longText,
  path: '/portal/bookings',
  createdAt: inHours(-at * 10),
  isRead: at > 11,
}))

const documents: Document[] = times(20, (at) => ({
  reference: `INV-FW-2026-${999_999 - at}`,
  kind: (['invoice', 'credit_note', 'credit_note_reversal'] as const)[at % 3] ?? 'invoice',
  purchaseId: toId(at),
  packageTitle: at % 2 ? longTitle : 'MY FUTURE WEEK',
  issuedAt: inHours(-at * 24),
  currency: at % 2 ? 'GBP' : 'USD',
  net: minorUnits(1_000_000),
  taxLabel: 'VAT (20%)',
  tax: minorUnits(234_567),
  total: minorUnits(1_234_567),
  isTest: at % 2 === 0,
}))

const messages: (Message & { isUnread: boolean })[] = times(20, (at) => ({
  id: toId(at),
  author: at % 2 ? 'member' : 'company',
  text: at % 3 === 0 ? longWord : longText.repeat(3),
  channel: at % 4 === 1 ? 'mail' : 'portal',
  skippedFiles: at % 4 === 1 ? 2 : 0,
  isTruncated: at === 5,
  writtenAt: inHours(-at),
  isUnread: at === 0,
}))

const logins: Session[] = times(20, (at) => ({
  id: toId(at),
  device: at % 2 ? 'Chrome on Windows' : `Samsung Internet on ${longWord}`,
  deviceKind: at % 2 ? 'computer' : 'phone',
  signedInAt: inHours(-at * 24),
  lastUsedAt: inHours(-at),
  expiresAt: inHours(240),
  keepSignedIn: at % 2 === 0,
  isThis: at === 0,
}))

const answers: Record<string, unknown | ((known: Known) => unknown)> = {
  '/api/portal/dashboard': (known: Known) => ({
    ...known,
    quickActions: [
      { kind: 'pay-month', subscriptionId: toId(1), packageTitle: longTitle, usableUntil: inHours(90) },
      {
        kind: 'guardian',
        packageId: 'my-future-basic',
        packageTitle: longTitle,
        market: 'uk',
        until: inHours(90),
        hasAgreed: true,
      },
      { kind: 'approve', deliverableId: toId(1), name: longWord, hasOthers: true },
      { kind: 'introduce', service: 'BIZ_FUTURE' },
      { kind: 'read-messages', unread: 12 },
      { kind: 'book', isFirst: false },
    ],
    activePackages: 20,
    totalInvested: [
      { currency: 'GBP', amount: 123_456_789 },
      { currency: 'USD', amount: 123_456_789 },
    ],
    purchases,
    sessions: { upcoming: bookings.slice(0, 2), upcomingCount: 20, completedCount: 123, canBook: true, timeZone: zone },
    deliverables: { delivered: 12, promised: 480, forApproval: items.slice(1, 4) },
  }),
  '/api/entitlements': paged(packages),
  '/api/purchases': paged(purchases.slice(0, 2).map((one) => ({ ...one, status: 'pending' }))),
  '/api/subscriptions': [subscription()],
  '/api/sessions': sessions,
  '/api/deliverables/progress': progress,
  [`/api/entitlements/${toId(0)}`]: { ...packages[0], state: 'active', lines },
  [`/api/entitlements/${toId(0)}/entries`]: paged(entries),
  '/api/deliverables': paged(items),
  [`/api/purchases/${toId(0)}`]: { ...purchases[0], status: 'partially_refunded' },
  [`/api/purchases/${toId(0)}/withdrawal`]: withdrawal,
  [`/api/purchases/${toId(0)}/refunds`]: times(3, (at) => ({
    id: toId(at),
    kind: 'staff',
    amount: minorUnits(5_940),
    currency: 'GBP',
    status: (['succeeded', 'pending', 'failed'] as const)[at],
    reason: longText,
    requestedAt: inHours(-at * 20),
  })),
  '/api/documents': paged(documents),
  '/api/notifications': { ...paged(notifications), unread: 12 },
  '/api/conversation': (known: Known) => ({ ...known, ...paged(messages), unread: 1 }),
  '/api/conversation/read': { unread: 0 },
  '/api/account/sessions': paged(logins),
}

const zone = 'America/New_York'

export const fullPackagePath = `/portal/packages/${toId(0)}`

/** Mocks upcoming and past sessions, whose requests differ only in the query. */
export async function mockBookedMember(page: Page) {
  await page.route(
    ({ pathname }) => pathname === '/api/bookings',
    (route) => {
      const isPast = new URL(route.request().url()).searchParams.get('when') === 'past'
      return route.fulfill({ json: { success: true, data: paged(isPast ? past : bookings) } })
    },
  )
}
