import { expect, test } from 'vitest'
import { decideEndNotification, decideStartNotification, formatNotice, isUsable, packageState } from './rules.ts'

test.each([
  ['scheduled', '2027-01-12T10:00:00Z', false],
  ['active', '2027-01-12T10:00:00Z', true],
  ['past_due', '2027-01-12T10:00:00Z', true],
  ['past_due', '2027-01-08T10:00:00Z', false],
  ['active', '2027-01-08T10:00:00Z', false],
  ['suspended', '2027-01-12T10:00:00Z', false],
  ['cancelled', '2027-01-12T10:00:00Z', false],
  ['expired', '2027-01-08T10:00:00Z', false],
] as const)(
  'a package that is %s on 8 January at 10:00 and ends at %s can be booked: %s',
  (state, endsAt, isBookable) => {
    expect(isUsable({ state, endsAt: new Date(endsAt) }, new Date('2027-01-08T10:00:00Z'))).toBe(isBookable)
  },
)

const owned = {
  startsAt: new Date('2027-01-10T10:00:00Z'),
  endsAt: new Date('2027-01-17T10:00:00Z'),
  cancelledAt: null,
  status: 'completed',
  subscription: null,
} as const

test.each([
  ['2027-01-10T09:59:59.999Z', 'scheduled'],
  ['2027-01-10T10:00:00.000Z', 'active'],
  ['2027-01-17T09:59:59.999Z', 'active'],
  ['2027-01-17T10:00:00.000Z', 'expired'],
])('at %s the package is %s', (now, state) => {
  expect(packageState(owned, new Date(now))).toBe(state)
})

test.each([
  [{ status: 'refunded' }, 'cancelled'],
  [{ cancelledAt: new Date('2027-01-11T10:00:00Z') }, 'cancelled'],
  [{ status: 'disputed' }, 'suspended'],
  [{ status: 'disputed', cancelledAt: new Date('2027-01-11T10:00:00Z') }, 'cancelled'],
  [{ status: 'partially_refunded' }, 'active'],
  [{ status: null }, 'active'],
] as const)('a running package with %j is %s', (change, state) => {
  expect(packageState({ ...owned, ...change }, new Date('2027-01-12T10:00:00Z'))).toBe(state)
})

const renewing = { status: 'active', cancelsAtPeriodEnd: false } as const

test.each([
  ['before its end', {}, '2027-01-17T09:59:59.999Z', 'active'],
  ['in the grace period for renewal', {}, '2027-01-17T10:00:00.000Z', 'active'],
  ['after the grace period', {}, '2027-01-24T10:00:00.000Z', 'expired'],
  ['cancelled, before its end', { cancelsAtPeriodEnd: true }, '2027-01-17T09:59:59.999Z', 'active'],
  ['cancelled, at its end', { cancelsAtPeriodEnd: true }, '2027-01-17T10:00:00.000Z', 'expired'],
  ['past due, at its end', { status: 'past_due' }, '2027-01-17T10:00:00.000Z', 'past_due'],
  ['past due, in the grace period', { status: 'past_due' }, '2027-01-24T09:59:59.999Z', 'past_due'],
  ['past due, after the grace period', { status: 'past_due' }, '2027-01-24T10:00:00.000Z', 'expired'],
  ['of an ended subscription, before its end', { status: 'ended' }, '2027-01-17T09:59:59.999Z', 'active'],
  ['of an ended subscription, at its end', { status: 'ended' }, '2027-01-17T10:00:00.000Z', 'expired'],
] as const)('a subscription month %s (%j at %s) is %s', (_, change, now, state) => {
  const subscription = { ...renewing, ...change }
  expect(packageState({ ...owned, subscription }, new Date(now))).toBe(state)
})

test.each([
  ['scheduled', false, null, 'until it starts'],
  ['scheduled', false, renewing, 'until it starts'],
  ['active', true, renewing, null],
  ['past_due', true, { ...renewing, status: 'past_due' }, null],
  ['cancelled', false, null, null],
  ['suspended', false, renewing, 'this package is on hold'],
  ['past_due', false, { ...renewing, status: 'past_due' }, 'The payment for your subscription is due.'],
  ['expired', false, { ...renewing, status: 'past_due' }, 'The payment for your subscription is due.'],
  ['active', false, renewing, 'We’re taking the payment for your next month.'],
  ['expired', false, renewing, 'This month is over'],
  ['expired', false, { ...renewing, cancelsAtPeriodEnd: true }, 'You can no longer book sessions in this package.'],
  ['expired', false, { ...renewing, status: 'ended' }, 'You can no longer book sessions in this package.'],
  ['expired', false, null, 'You can no longer book sessions in this package.'],
] as const)(
  'a package that is %s (usable: %s) with subscription %j shows the notice: %s',
  (state, isUsable, subscription, expected) => {
    const notice = formatNotice({ state, isUsable, subscription })
    if (expected === null) expect(notice).toBeNull()
    else expect(notice).toContain(expected)
  },
)

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

test.each([
  ['sent for a package that starts after its purchase', {}, 'notify'],
  [
    'not sent if the package starts at purchase, because the confirmation announces that',
    { startsAt: day(1) },
    'never',
  ],
  ["not sent for a subscription's later months, which are renewals", { hasEarlierMonth: true }, 'never'],
  ["sent for a subscription's first month with a later start", { subscription: renewing }, 'notify'],
  ['not sent for a package cancelled before its start', { cancelledAt: day(3) }, 'never'],
  ['not sent for a refunded package', { status: 'refunded' as const }, 'never'],
  ['postponed until a dispute is over', { status: 'disputed' as const }, 'later'],
])('the notification about the start is %s', (_, changes, decision) => {
  expect(decideStartNotification({ ...bought, ...changes }, day(15))).toBe(decision)
})

test.each([
  ['sent for a package that ran to its end', {}, 'notify'],
  ['not sent for a cancelled package, because its cancellation was announced', { cancelledAt: day(16) }, 'never'],
  ['not sent for a month that is followed by another', { subscription: renewing, hasLaterMonth: true }, 'never'],
  ['postponed while the next month may still be paid', { subscription: renewing }, 'later'],
  [
    'sent for the last month of a cancelled subscription',
    { subscription: { ...renewing, cancelsAtPeriodEnd: true } },
    'notify',
  ],
  ['postponed until a dispute is over', { status: 'disputed' as const }, 'later'],
])('the notification about the end is %s', (_, changes, decision) => {
  expect(decideEndNotification({ ...bought, ...changes }, day(22))).toBe(decision)
})

test('if a month is still unpaid after its grace period, the member is notified that the package has ended', () => {
  const subscription = { status: 'past_due', cancelsAtPeriodEnd: false } as const
  expect(decideEndNotification({ ...bought, subscription }, day(28))).toBe('later')
  expect(decideEndNotification({ ...bought, subscription }, day(29))).toBe('notify')
})
