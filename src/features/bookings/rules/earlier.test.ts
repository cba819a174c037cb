import { expect, test } from 'vitest'
import { startsWithin } from './earlier.ts'

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
