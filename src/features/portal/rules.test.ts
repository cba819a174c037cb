import { expect, test } from 'vitest'
import { type MemberStatus, quickActions } from './rules.ts'

const settled: MemberStatus = {
  dueMonths: [],
  forApproval: [],
  unreadMessages: 0,
  canBook: false,
  hasBooked: true,
  unconfirmedEmail: null,
  profileCompletion: 100,
}
const month = { subscriptionId: 'one', packageTitle: 'MY FUTURE X', usableUntil: '2026-03-09T10:00:00.000Z' }
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
  ['a message is unread', { unreadMessages: 2 }, { kind: 'read-messages', unread: 2 }],
  ['the first session can be booked', { canBook: true, hasBooked: false }, { kind: 'book', isFirst: true }],
  ['another session can be booked', { canBook: true, hasBooked: true }, { kind: 'book', isFirst: false }],
  [
    'an email address is not confirmed',
    { unconfirmedEmail: 'ada@example.com' },
    { kind: 'confirm-email', email: 'ada@example.com' },
  ],
  ['the mobile number is missing', { profileCompletion: 80 }, { kind: 'complete-profile' }],
])('a single quick action appears if %s', (_, changes, action) => {
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
    forApproval: [report],
    unreadMessages: 1,
    canBook: true,
    hasBooked: false,
    unconfirmedEmail: 'ada@example.com',
    profileCompletion: 80,
  }
  expect(quickActions(allPending).map(({ kind }) => kind)).toEqual([
    'pay-month',
    'approve',
    'read-messages',
    'book',
    'confirm-email',
    'complete-profile',
  ])
})
