import { expect, test } from 'vitest'
import { quickActions, type Standing } from './quick-actions.ts'

const settled: Standing = {
  dueMonths: [],
  forApproval: [],
  unreadMessages: 0,
  canBook: false,
  sessions: 3,
  unconfirmedEmail: null,
  profileCompletion: 100,
}
const month = { subscriptionId: 'one', packageTitle: 'MY FUTURE X', graceUntil: '2026-03-09T10:00:00.000Z' }
const report = { id: 'report', name: 'Strategy report' }

test('whoever has done everything is asked for nothing', () => {
  expect(quickActions(settled)).toEqual([])
})

test.each<[string, Partial<Standing>, object]>([
  ['an unpaid month is to be paid', { dueMonths: [month] }, { kind: 'pay-month', ...month }],
  [
    'a report waits for approval',
    { forApproval: [report] },
    { kind: 'approve', itemId: 'report', name: 'Strategy report', hasOthers: false },
  ],
  ['an unread message is to be read', { unreadMessages: 2 }, { kind: 'read-messages', unread: 2 }],
  ['the first session can be booked', { canBook: true, sessions: 0 }, { kind: 'book', isFirst: true }],
  ['another session can be booked', { canBook: true, sessions: 1 }, { kind: 'book', isFirst: false }],
  [
    'an email address is not confirmed',
    { unconfirmedEmail: 'ada@example.com' },
    { kind: 'confirm-email', email: 'ada@example.com' },
  ],
  ['the mobile number is missing', { profileCompletion: 80 }, { kind: 'complete-profile' }],
])('%s, and that alone is asked', (_, changes, action) => {
  expect(quickActions({ ...settled, ...changes })).toEqual([action])
})

test('what waits for approval is one action, which says that others wait', () => {
  const others = [report, { id: 'two', name: 'Post 1 of 8' }, { id: 'three', name: 'Post 2 of 8' }]
  expect(quickActions({ ...settled, forApproval: others })).toMatchObject([{ itemId: 'report', hasOthers: true }])
})

test('what costs a member something stands before what can wait', () => {
  const everything: Standing = {
    dueMonths: [month],
    forApproval: [report],
    unreadMessages: 1,
    canBook: true,
    sessions: 0,
    unconfirmedEmail: 'ada@example.com',
    profileCompletion: 80,
  }
  expect(quickActions(everything).map(({ kind }) => kind)).toEqual([
    'pay-month',
    'approve',
    'read-messages',
    'book',
    'confirm-email',
    'complete-profile',
  ])
})
