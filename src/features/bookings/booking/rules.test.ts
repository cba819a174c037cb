import { expect, test } from 'vitest'
import { bookable, booking as shownBooking } from '#tests/support/web/bookings.ts'
import { owned } from '#tests/support/web/owned-packages.ts'
import {
  bookableFrom,
  filterBookableSessions,
  findChosenSession,
  findNextSession,
  hasOverlappingSession,
  isInOrder,
  type OpenBooking,
  packageBlocker,
  sessionBlocker,
} from './rules.ts'

type Line = Parameters<typeof sessionBlocker>[0]

const at = (time: string) => new Date(`2026-12-${time}:00Z`)

function line(lineKey: string, position: number, changes: Partial<Line> = {}): Line {
  return {
    entitlementId: 'week',
    subscriptionId: null,
    packageId: 'my-future-basic',
    lineKey,
    title: lineKey,
    position,
    isUnlimited: false,
    left: 1,
    startsAt: at('01T00:00'),
    endsAt: at('08T00:00'),
    ...changes,
  }
}

function booking(lineKey: string, startsAt: Date, changes: Partial<OpenBooking> = {}): OpenBooking {
  const endsAt = new Date(startsAt.getTime() + 600_000)
  return {
    id: 'b',
    entitlementId: 'week',
    packageId: 'my-future-basic',
    lineKey,
    title: lineKey,
    startsAt,
    endsAt,
    ...changes,
  }
}

const blocker = (candidate: Line, lines: Line[], openBookings: OpenBooking[] = []) =>
  sessionBlocker(candidate, { lines, openBookings })

test('the first session must be booked before the next one', () => {
  const initial = line('initial', 0, { title: 'Initial consultation' })
  const final = line('final', 1)
  expect(blocker(initial, [initial, final])).toEqual({ blocker: null, earlierTitle: null })
  expect(blocker(final, [initial, final])).toEqual({
    blocker: 'earlier-session-first',
    earlierTitle: 'Initial consultation',
  })
})

test('the next session is bookable once the first is booked, held or missed', () => {
  const initial = line('initial', 0, { left: 0 })
  const final = line('final', 1)
  expect(blocker(final, [initial, final]).blocker).toBeNull()
  expect(blocker(initial, [initial, final]).blocker).toBe('no-sessions-left')
})

test('a package’s first session does not block another package', () => {
  const initial = line('initial', 0, { entitlementId: 'second week' })
  const final = line('final', 1)
  expect(blocker(final, [final, initial]).blocker).toBeNull()
})

test("a subscription's first session must be booked before a consultation in any month", () => {
  const subscription = { subscriptionId: 'monthly', packageId: 'my-future-pro' }
  const initial = line('initial', 0, { ...subscription, entitlementId: 'month one' })
  const consultation = line('consultation', 2, {
    ...subscription,
    entitlementId: 'month two',
    isUnlimited: true,
    left: 0,
  })
  expect(blocker(consultation, [initial, consultation]).blocker).toBe('earlier-session-first')
  expect(blocker(consultation, [{ ...initial, left: 0 }, consultation]).blocker).toBeNull()
})

test('only one unlimited session of a kind can be booked at a time, across all months and packages', () => {
  const consultation = line('consultation', 2, { isUnlimited: true, left: -3 })
  const otherMonthBooking = booking('consultation', at('02T10:00'), { entitlementId: 'another month' })
  expect(blocker(consultation, [consultation], [otherMonthBooking]).blocker).toBe('already-booked')
  expect(blocker(consultation, [consultation], [{ ...otherMonthBooking, packageId: 'other' }]).blocker).toBeNull()
  expect(blocker(consultation, [consultation], [{ ...otherMonthBooking, lineKey: 'final' }]).blocker).toBeNull()
})

test.each([
  ['suspended', false, 'package-on-hold'],
  ['past_due', false, 'month-not-paid'],
  ['active', false, 'month-not-paid'],
  ['cancelled', false, 'package-cancelled'],
  ['expired', false, 'package-ended'],
  ['active', true, 'session-not-found'],
  ['past_due', true, 'session-not-found'],
] as const)('a package in state %s, usable: %s, blocks booking with %s', (state, isUsable, reason) => {
  expect(packageBlocker({ state, isUsable })).toBe(reason)
})

test('a session is bookable once the package has started and its first session is over', () => {
  const initial = line('initial', 0, { left: 0 })
  const final = line('final', 1)
  const lines = [initial, final]
  const openBookings = [booking('initial', at('03T10:00'))]
  expect(bookableFrom(final, { lines, openBookings: [] })).toEqual(at('01T00:00'))
  expect(bookableFrom(final, { lines, openBookings })).toEqual(at('03T10:10'))
  expect(bookableFrom(initial, { lines, openBookings })).toEqual(at('01T00:00'))
})

test('the first session must end before the next begins, both when booking and when moving', () => {
  const initial = line('initial', 0)
  const final = line('final', 1)
  const lines = [initial, final]
  const inOrder = (candidate: Line, startsAt: Date, openBookings: OpenBooking[]) =>
    isInOrder(candidate, { startsAt, endsAt: new Date(startsAt.getTime() + 600_000) }, { lines, openBookings })
  const initialAtTen = [booking('initial', at('03T10:00'))]
  expect(inOrder(final, at('03T10:09'), initialAtTen)).toBe(false)
  expect(inOrder(final, at('03T10:10'), initialAtTen)).toBe(true)
  const finalAtTen = [booking('final', at('03T10:00'))]
  expect(inOrder(initial, at('03T09:50'), finalAtTen)).toBe(true)
  expect(inOrder(initial, at('03T09:51'), finalAtTen)).toBe(false)
  const otherPackageBooking = [booking('initial', at('03T10:00'), { entitlementId: 'second week' })]
  expect(inOrder(final, at('02T10:00'), otherPackageBooking)).toBe(true)
})

test('adjacent sessions do not overlap', () => {
  const openBookings = [booking('initial', at('03T10:00'))]
  const overlaps = (from: string, until: string) =>
    hasOverlappingSession({ startsAt: at(from), endsAt: at(until) }, openBookings)
  expect(overlaps('03T09:50', '03T10:00')).toBe(false)
  expect(overlaps('03T10:10', '03T10:30')).toBe(false)
  expect(overlaps('03T10:09', '03T10:29')).toBe(true)
  expect(overlaps('03T09:41', '03T10:01')).toBe(true)
})

const initialSession = bookable()
const finalSession = bookable({ lineKey: 'final-call', title: 'Final call', blocker: 'earlier-session-first' })
const studyWorld = bookable({ entitlementId: '0196b3a0-0000-4000-8000-000000000002', packageTitle: 'STUDY WORLD' })
const noChoice = { entitlementId: null, lineKey: null }

test('the only bookable session is preselected', () => {
  expect(findChosenSession([initialSession, finalSession], noChoice)).toBe(initialSession)
  expect(findChosenSession([initialSession, finalSession, studyWorld], noChoice)).toBeUndefined()
})

test('if the address names a package, its first bookable session is preselected', () => {
  expect(
    findChosenSession([initialSession, finalSession, studyWorld], {
      ...noChoice,
      entitlementId: studyWorld.entitlementId,
    }),
  ).toBe(studyWorld)
})

test('a blocked session is never preselected, even if the address names it', () => {
  const { entitlementId, lineKey } = finalSession
  expect(findChosenSession([initialSession, finalSession], { entitlementId, lineKey })).toBeUndefined()
})

test('the next session suggested is from the same package if possible', () => {
  expect(findNextSession([studyWorld, initialSession], shownBooking())).toBe(initialSession)
  expect(findNextSession([studyWorld, finalSession], shownBooking())).toBe(studyWorld)
  expect(findNextSession([finalSession], shownBooking())).toBeUndefined()
})

test('a subscription month also shows the sessions granted in earlier months', () => {
  const { subscription } = owned({ subscription: { id: 'one', status: 'active' } as never })
  const month = owned({ id: '0196b3a0-0000-4000-8000-000000000009', title: 'MY FUTURE WEEK', subscription })
  expect(filterBookableSessions(month, [initialSession, finalSession, studyWorld])).toEqual([initialSession])
  expect(filterBookableSessions({ ...month, subscription: null }, [initialSession, finalSession, studyWorld])).toEqual(
    [],
  )
})
