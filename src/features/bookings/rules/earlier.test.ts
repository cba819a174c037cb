import { expect, test } from 'vitest'
import { canWait, offerUntil, startsWithin } from './earlier.ts'

const now = new Date('2026-11-22T10:00:00Z')
const session = { startsAt: new Date('2026-12-03T10:00:00Z'), minutes: 10 }

test('of a wish only what is still to come is looked at, however long ago it begins', () => {
  const wish = { from: new Date('0001-01-01T00:00:00Z'), until: new Date('2026-11-24T10:00:00Z') }
  expect(startsWithin(wish, session, now)).toEqual({
    from: now.getTime(),
    until: Date.parse('2026-11-24T09:50:00Z') + 1,
  })
})

test('a session begins within the wish, and before it is booked now', () => {
  const wish = { from: new Date('2026-12-01T10:00:00Z'), until: new Date('2027-01-01T00:00:00Z') }
  expect(startsWithin(wish, session, now)).toEqual({ from: wish.from.getTime(), until: session.startsAt.getTime() })
})

const MINUTE = 60_000
const before = (moment: Date, milliseconds: number) => new Date(moment.getTime() - milliseconds)
const booked = { state: 'booked', startsAt: session.startsAt } as const
/** The last moment at which it can be moved. */
const movable = before(session.startsAt, 24 * 60 * MINUTE)

test('a member can wait for an earlier time as long as a quarter of an hour is left to move the session', () => {
  expect(canWait(booked, before(movable, 15 * MINUTE))).toBe(true)
  expect(canWait(booked, before(movable, 15 * MINUTE - 1))).toBe(false)
  expect(canWait({ ...booked, state: 'cancelled' }, now)).toBe(false)
})

test('an offer is kept for two hours, but not after the session can be moved no more', () => {
  const soon = before(session.startsAt, MINUTE)
  const atOffer = before(movable, 120 * MINUTE)
  expect(offerUntil(booked, soon, before(atOffer, 1))).toEqual(before(movable, 1))
  expect(offerUntil(booked, soon, atOffer)).toEqual(movable)
  expect(offerUntil(booked, soon, before(movable, 15 * MINUTE))).toEqual(movable)
  expect(offerUntil(booked, soon, before(movable, 15 * MINUTE - 1))).toBeNull()
})

test('an offer ends with the time that is offered, and is not made less than a quarter of an hour before it', () => {
  const offered = new Date('2026-11-22T10:15:00Z')
  expect(offerUntil(booked, offered, now)).toEqual(offered)
  expect(offerUntil(booked, before(offered, 1), now)).toBeNull()
})
