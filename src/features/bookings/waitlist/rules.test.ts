import { expect, test } from 'vitest'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import { canJoinWaitlist, offerExpiry, startsWithin } from './rules.ts'

const now = new Date('2026-11-22T10:00:00Z')
const session = { startsAt: new Date('2026-12-03T10:00:00Z'), minutes: 10 }

test('a waitlist window that began in the past counts from now on', () => {
  const wish = { from: new Date('0001-01-01T00:00:00Z'), until: new Date('2026-11-24T10:00:00Z') }
  expect(startsWithin(wish, session, now)).toEqual({
    from: now.getTime(),
    until: Date.parse('2026-11-24T09:50:00Z') + 1,
  })
})

test('an offered slot lies within the window and before the booked time', () => {
  const wish = { from: new Date('2026-12-01T10:00:00Z'), until: new Date('2027-01-01T00:00:00Z') }
  expect(startsWithin(wish, session, now)).toEqual({ from: wish.from.getTime(), until: session.startsAt.getTime() })
})

const before = (moment: Date, milliseconds: number) => new Date(moment.getTime() - milliseconds)
const booked = { state: 'booked', startsAt: session.startsAt } as const
/** The last moment at which it can be moved. */
const movable = before(session.startsAt, 24 * 60 * MINUTE_MS)

test('joining the waitlist requires 15 minutes before the session can no longer be moved', () => {
  expect(canJoinWaitlist(booked, before(movable, 15 * MINUTE_MS))).toBe(true)
  expect(canJoinWaitlist(booked, before(movable, 15 * MINUTE_MS - 1))).toBe(false)
  expect(canJoinWaitlist({ ...booked, state: 'cancelled' }, now)).toBe(false)
})

test('an offer expires after two hours, or when the session can no longer be moved', () => {
  const soon = before(session.startsAt, MINUTE_MS)
  const atOffer = before(movable, 120 * MINUTE_MS)
  expect(offerExpiry(booked, soon, before(atOffer, 1))).toEqual(before(movable, 1))
  expect(offerExpiry(booked, soon, atOffer)).toEqual(movable)
  expect(offerExpiry(booked, soon, before(movable, 15 * MINUTE_MS))).toEqual(movable)
  expect(offerExpiry(booked, soon, before(movable, 15 * MINUTE_MS - 1))).toBeNull()
})

test('an offer expires when its slot starts, and needs at least 15 minutes before that', () => {
  const offered = new Date('2026-11-22T10:15:00Z')
  expect(offerExpiry(booked, offered, now)).toEqual(offered)
  expect(offerExpiry(booked, before(offered, 1), now)).toBeNull()
})
