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
  ['a package that waited for its start is told of', {}, 'tell'],
  ['one that started with its purchase is not: that was told', { startsAt: day(1) }, 'never'],
  ['a further month of a subscription is not: that is a renewal', { hasEarlierMonth: true }, 'never'],
  ['the first month of a subscription that waited is', { subscription: renewing }, 'tell'],
  ['one that was cancelled before is not', { cancelledAt: day(3) }, 'never'],
  ['one that was refunded is not', { status: 'refunded' as const }, 'never'],
  ['one on hold is told of when the dispute is over', { status: 'disputed' as const }, 'later'],
])('the start notification: %s', (_, changes, telling) => {
  expect(decideStartNotification({ ...bought, ...changes }, day(15))).toBe(telling)
})

test.each([
  ['a package that ran until then is told of', {}, 'tell'],
  ['one that was cancelled is not: that was told', { cancelledAt: day(16) }, 'never'],
  ['a month that another one follows is not', { subscription: renewing, hasLaterMonth: true }, 'never'],
  ['a month whose successor may still be paid is waited for', { subscription: renewing }, 'later'],
  [
    'the last month of a cancelled subscription is',
    { subscription: { ...renewing, cancelsAtPeriodEnd: true } },
    'tell',
  ],
  ['one on hold is told of when the dispute is over', { status: 'disputed' as const }, 'later'],
])('the end notification: %s', (_, changes, telling) => {
  expect(decideEndNotification({ ...bought, ...changes }, day(22))).toBe(telling)
})

test('a month unpaid after its grace period counts as the end', () => {
  const due = { status: 'past_due', cancelsAtPeriodEnd: false } as const
  expect(decideEndNotification({ ...bought, subscription: due }, day(28))).toBe('later')
  expect(decideEndNotification({ ...bought, subscription: due }, day(29))).toBe('tell')
})
