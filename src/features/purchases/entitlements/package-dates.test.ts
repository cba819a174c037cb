import { expect, test } from 'vitest'
import { decideEndNotification, decideStartNotification } from './rules.ts'

const day = (number: number) => new Date(Date.UTC(2026, 2, number))
const bought = {
  startsAt: day(15),
  endsAt: day(22),
  cancelledAt: null,
  status: 'completed',
  subscription: null,
  grantedAt: day(1),
  hasEarlierMonth: false,
  hasLaterMonth: false,
} as const
const renewing = { status: 'active', cancelsAtPeriodEnd: false } as const

test.each([
  ['sent for a package that starts after its purchase', {}, 'notify'],
  ['not sent for a start at purchase, which the confirmation announces', { startsAt: day(1) }, 'never'],
  ["not sent for a subscription's later months, which are renewals", { hasEarlierMonth: true }, 'never'],
  ["sent for a subscription's first month with a later start", { subscription: renewing }, 'notify'],
  ['not sent for a package cancelled before its start', { cancelledAt: day(3) }, 'never'],
  ['not sent for a refunded package', { status: 'refunded' as const }, 'never'],
  ['postponed until a dispute is over', { status: 'disputed' as const }, 'later'],
])('the start notification is %s', (_, changes, decision) => {
  expect(decideStartNotification({ ...bought, ...changes }, day(15))).toBe(decision)
})

test.each([
  ['sent for a package that ran to its end', {}, 'notify'],
  ['not sent for a cancelled package, whose cancellation was announced', { cancelledAt: day(16) }, 'never'],
  ['not sent for a month that another one follows', { subscription: renewing, hasLaterMonth: true }, 'never'],
  ['postponed while the next month may still be paid', { subscription: renewing }, 'later'],
  [
    'sent for the last month of a cancelled subscription',
    { subscription: { ...renewing, cancelsAtPeriodEnd: true } },
    'notify',
  ],
  ['postponed until a dispute is over', { status: 'disputed' as const }, 'later'],
])('the end notification is %s', (_, changes, decision) => {
  expect(decideEndNotification({ ...bought, ...changes }, day(22))).toBe(decision)
})

test('a month unpaid after its grace period counts as the end', () => {
  const subscription = { status: 'past_due', cancelsAtPeriodEnd: false } as const
  expect(decideEndNotification({ ...bought, subscription }, day(28))).toBe('later')
  expect(decideEndNotification({ ...bought, subscription }, day(29))).toBe('notify')
})
