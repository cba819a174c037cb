import { expect, test } from 'vitest'
import { isUsable, packageState } from './rules.ts'

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
  'on 8 January at 10:00, a package that is %s and ends at %s can be booked: %s',
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
] as const)('with %j the package is %s, whatever its dates', (change, state) => {
  expect(packageState({ ...owned, ...change }, new Date('2027-01-12T10:00:00Z'))).toBe(state)
})

const monthly = { status: 'active', cancelsAtPeriodEnd: false } as const

test.each([
  ['before its end', {}, '2027-01-17T09:59:59.999Z', 'active'],
  ['in the week of grace for renewal', {}, '2027-01-17T10:00:00.000Z', 'active'],
  ['after the week of grace', {}, '2027-01-24T10:00:00.000Z', 'expired'],
  ['cancelled, before its end', { cancelsAtPeriodEnd: true }, '2027-01-17T09:59:59.999Z', 'active'],
  ['cancelled, at its end', { cancelsAtPeriodEnd: true }, '2027-01-17T10:00:00.000Z', 'expired'],
  ['past due, at its end', { status: 'past_due' }, '2027-01-17T10:00:00.000Z', 'past_due'],
  ['past due, in the week of grace', { status: 'past_due' }, '2027-01-24T09:59:59.999Z', 'past_due'],
  ['past due, after the week of grace', { status: 'past_due' }, '2027-01-24T10:00:00.000Z', 'expired'],
  ['of an ended subscription, before its end', { status: 'ended' }, '2027-01-17T09:59:59.999Z', 'active'],
  ['of an ended subscription, at its end', { status: 'ended' }, '2027-01-17T10:00:00.000Z', 'expired'],
] as const)('a subscription month %s (%j at %s) is %s', (_, change, now, state) => {
  const subscription = { ...monthly, ...change }
  expect(packageState({ ...owned, subscription }, new Date(now))).toBe(state)
})
