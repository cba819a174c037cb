import { expect, test } from 'vitest'
import { bookable, booking } from '#tests/support/web/bookings.ts'
import { owned } from '#tests/support/web/owned-packages.ts'
import { decideStepAfterPaying, type MemberStatus, quickActions } from './rules.ts'

const settled: MemberStatus = {
  dueMonths: [],
  guardianConsents: [],
  forApproval: [],
  awaitsMessage: null,
  unreadMessages: 0,
  canBook: false,
  hasBooked: true,
  unconfirmedEmail: null,
  profileCompletion: 100,
}
const month = { subscriptionId: 'one', packageTitle: 'MY FUTURE X', usableUntil: '2026-03-09T10:00:00.000Z' }
const consent = {
  packageId: 'my-future-basic',
  packageTitle: 'MY FUTURE WEEK',
  market: 'uk' as const,
  until: '2026-03-09T10:00:00.000Z',
  hasAgreed: false,
}
const report = { id: 'report', name: 'Strategy report' }

test('a member with nothing to do has no quick actions', () => {
  expect(quickActions(settled)).toEqual([])
})

test.each<[string, Partial<MemberStatus>, object]>([
  ['a month is unpaid', { dueMonths: [month] }, { kind: 'pay-month', ...month }],
  [
    'a report awaits approval',
    { forApproval: [report] },
    { kind: 'approve', deliverableId: 'report', name: 'Strategy report', hasOthers: false },
  ],
  ['a guardian was asked', { guardianConsents: [consent] }, { kind: 'guardian', ...consent }],
  [
    'a package without calls waits for a message',
    { awaitsMessage: 'BIZ_FUTURE' },
    { kind: 'introduce', service: 'BIZ_FUTURE' },
  ],
  ['a message is unread', { unreadMessages: 2 }, { kind: 'read-messages', unread: 2 }],
  ['the first session can be booked', { canBook: true, hasBooked: false }, { kind: 'book', isFirst: true }],
  ['another session can be booked', { canBook: true, hasBooked: true }, { kind: 'book', isFirst: false }],
  [
    'an email address is not confirmed',
    { unconfirmedEmail: 'ada@example.com' },
    { kind: 'confirm-email', email: 'ada@example.com' },
  ],
  ['the mobile number is missing', { profileCompletion: 80 }, { kind: 'complete-profile' }],
])('there is exactly one quick action if %s', (_, changes, action) => {
  expect(quickActions({ ...settled, ...changes })).toEqual([action])
})

test('several pending approvals make one quick action with hasOthers set', () => {
  const approvals = [report, { id: 'two', name: 'Post 1 of 8' }, { id: 'three', name: 'Post 2 of 8' }]
  expect(quickActions({ ...settled, forApproval: approvals })).toMatchObject([
    { deliverableId: 'report', hasOthers: true },
  ])
})

test('urgent quick actions come first', () => {
  const allPending: MemberStatus = {
    dueMonths: [month],
    guardianConsents: [consent],
    forApproval: [report],
    awaitsMessage: 'BIZ_FUTURE',
    unreadMessages: 1,
    canBook: true,
    hasBooked: false,
    unconfirmedEmail: 'ada@example.com',
    profileCompletion: 80,
  }
  expect(quickActions(allPending).map(({ kind }) => kind)).toEqual([
    'pay-month',
    'guardian',
    'introduce',
    'approve',
    'read-messages',
    'book',
    'confirm-email',
    'complete-profile',
  ])
})

const free = bookable()
const other = { entitlementId: '0196b3a0-0000-4000-8000-000000000009' }
const nothing = { sessions: [], upcoming: [] }

test.each<[string, Parameters<typeof decideStepAfterPaying>[1], Parameters<typeof decideStepAfterPaying>[2], object]>([
  ['a session is free to book', 'book', { sessions: [free], upcoming: [] }, { kind: 'book', session: free }],
  ['it is booked already', 'book', { sessions: [free], upcoming: [booking()] }, { kind: 'booked', booking: booking() }],
  ['all sessions are booked', 'open', { sessions: [], upcoming: [booking()] }, { kind: 'booked', booking: booking() }],
  [
    'only another package has sessions',
    'book',
    { sessions: [bookable(other)], upcoming: [booking(other)] },
    { kind: 'open' },
  ],
  [
    'the session cannot be booked now',
    'book',
    { sessions: [bookable({ blocker: 'already-booked' })], upcoming: [] },
    { kind: 'open' },
  ],
  ['the package waits for its start', 'wait', nothing, { kind: 'wait' }],
  ['the package has no sessions', 'introduce', { sessions: [bookable(other)], upcoming: [] }, { kind: 'introduce' }],
])('the step after paying if %s', (_, step, sessions, expected) => {
  expect(decideStepAfterPaying(owned(), step, sessions)).toEqual(expected)
})
