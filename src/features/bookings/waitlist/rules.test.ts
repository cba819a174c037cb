import { expect, test } from 'vitest'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import { canJoinWaitlist, offerExpiry, startsWithin } from './rules.ts'

const now = new Date('2026-11-22T10:00:00Z')
const session = { startsAt: new Date('2026-12-03T10:00:00Z'), minutes: 10 }

test('a waitlist window that began in the past is treated as starting now', () => {
  const window = { from: new Date('0001-01-01T00:00:00Z'), until: new Date('2026-11-24T10:00:00Z') }
  expect(startsWithin(window, session, now)).toEqual({
    from: now.getTime(),
    until: Date.parse('2026-11-24T09:50:00Z') + 1,
  })
})

test('an offered slot is within the window and before the booked time', () => {
  const window = { from: new Date('2026-12-01T10:00:00Z'), until: new Date('2027-01-01T00:00:00Z') }
  expect(startsWithin(window, session, now)).toEqual({ from: window.from.getTime(), until: session.startsAt.getTime() })
})

const earlierBy = (moment: Date, milliseconds: number) => new Date(moment.getTime() - milliseconds)
const booked = { state: 'booked', startsAt: session.startsAt } as const
/** The latest time at which the session can be moved. */
const changeDeadline = earlierBy(session.startsAt, 24 * 60 * MINUTE_MS)

test('a member can join the waitlist until 15 minutes before the session can no longer be moved', () => {
  expect(canJoinWaitlist(booked, earlierBy(changeDeadline, 15 * MINUTE_MS))).toBe(true)
  expect(canJoinWaitlist(booked, earlierBy(changeDeadline, 15 * MINUTE_MS - 1))).toBe(false)
  expect(canJoinWaitlist({ ...booked, state: 'cancelled' }, now)).toBe(false)
})

test('an offer expires after two hours, or when the session can no longer be moved', () => {
  const beforeSession = earlierBy(session.startsAt, MINUTE_MS)
  const twoHoursBefore = earlierBy(changeDeadline, 120 * MINUTE_MS)
  expect(offerExpiry(booked, beforeSession, earlierBy(twoHoursBefore, 1))).toEqual(earlierBy(changeDeadline, 1))
  expect(offerExpiry(booked, beforeSession, twoHoursBefore)).toEqual(changeDeadline)
  expect(offerExpiry(booked, beforeSession, earlierBy(changeDeadline, 15 * MINUTE_MS))).toEqual(changeDeadline)
  expect(offerExpiry(booked, beforeSession, earlierBy(changeDeadline, 15 * MINUTE_MS - 1))).toBeNull()
})

test('an offer expires when its slot starts, and is made only if that is at least 15 minutes away', () => {
  const slotStart = new Date('2026-11-22T10:15:00Z')
  expect(offerExpiry(booked, slotStart, now)).toEqual(slotStart)
  expect(offerExpiry(booked, earlierBy(slotStart, 1), now)).toBeNull()
})
