import { expect, test } from 'vitest'
import { bookableFrom, hasSessionThen, isInOrder, type OpenBooking, obstacleOf } from './bookable.ts'

type Line = Parameters<typeof obstacleOf>[0]

const now = new Date('2026-12-01T10:00:00Z')
const at = (time: string) => new Date(`2026-12-${time}:00Z`)

function line(lineKey: string, position: number, given: Partial<Line> = {}): Line {
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
    ...given,
  }
}

function booking(lineKey: string, startsAt: Date, given: Partial<OpenBooking> = {}): OpenBooking {
  const endsAt = new Date(startsAt.getTime() + 600_000)
  return {
    id: 'b',
    entitlementId: 'week',
    packageId: 'my-future-basic',
    lineKey,
    title: lineKey,
    startsAt,
    endsAt,
    ...given,
  }
}

const obstacle = (one: Line, lines: Line[], open: OpenBooking[] = []) => obstacleOf(one, { lines, open }, now)

test('the session that comes first is booked before the one after it', () => {
  const initial = line('initial', 0, { title: 'Initial consultation' })
  const final = line('final', 1)
  expect(obstacle(initial, [initial, final])).toEqual({ obstacle: null, earlierTitle: null })
  expect(obstacle(final, [initial, final])).toEqual({
    obstacle: 'earlier-session-first',
    earlierTitle: 'Initial consultation',
  })
})

test('once the first session is booked, held or missed, the one after it can be booked', () => {
  const initial = line('initial', 0, { left: 0 })
  const final = line('final', 1)
  expect(obstacle(final, [initial, final]).obstacle).toBeNull()
  expect(obstacle(initial, [initial, final]).obstacle).toBe('none-left')
})

test('the first session of one package does not stand before those of another one', () => {
  const initial = line('initial', 0, { entitlementId: 'second week' })
  const final = line('final', 1)
  expect(obstacle(final, [final, initial]).obstacle).toBeNull()
})

test('the months of a subscription are one package: consultations wait for the first session while it is left', () => {
  const subscription = { subscriptionId: 'monthly', packageId: 'my-future-pro' }
  const initial = line('initial', 0, { ...subscription, entitlementId: 'month one' })
  const consultation = line('consultation', 2, {
    ...subscription,
    entitlementId: 'month two',
    isUnlimited: true,
    left: 0,
  })
  expect(obstacle(consultation, [initial, consultation]).obstacle).toBe('earlier-session-first')
  expect(obstacle(consultation, [{ ...initial, left: 0 }, consultation]).obstacle).toBeNull()
})

test('sessions without limit are booked one at a time, over all months and packages of the kind', () => {
  const consultation = line('consultation', 2, { isUnlimited: true, left: -3 })
  const elsewhere = booking('consultation', at('02T10:00'), { entitlementId: 'another month' })
  expect(obstacle(consultation, [consultation], [elsewhere]).obstacle).toBe('one-is-open')
  expect(obstacle(consultation, [consultation], [{ ...elsewhere, packageId: 'other' }]).obstacle).toBeNull()
  expect(obstacle(consultation, [consultation], [{ ...elsewhere, lineKey: 'final' }]).obstacle).toBeNull()
})

test('a package has ended at the instant it ends', () => {
  const one = line('initial', 0, { endsAt: now })
  expect(obstacle(one, [one]).obstacle).toBe('package-ended')
  const longer = { ...one, endsAt: new Date(now.getTime() + 1) }
  expect(obstacle(longer, [longer]).obstacle).toBeNull()
})

test('a session is held from the start of its package on, and from the end of the first session on', () => {
  const initial = line('initial', 0, { left: 0 })
  const final = line('final', 1)
  const lines = [initial, final]
  const open = [booking('initial', at('03T10:00'))]
  expect(bookableFrom(final, { lines, open: [] })).toEqual(at('01T00:00'))
  expect(bookableFrom(final, { lines, open })).toEqual(at('03T10:10'))
  expect(bookableFrom(initial, { lines, open })).toEqual(at('01T00:00'))
})

test('the first session is over before another one of the package begins, whichever of them is booked or moved', () => {
  const initial = line('initial', 0)
  const final = line('final', 1)
  const lines = [initial, final]
  const inOrder = (one: Line, begins: Date, open: OpenBooking[]) =>
    isInOrder(one, { startsAt: begins, endsAt: new Date(begins.getTime() + 600_000) }, { lines, open })
  const firstAtTen = [booking('initial', at('03T10:00'))]
  expect(inOrder(final, at('03T10:09'), firstAtTen)).toBe(false)
  expect(inOrder(final, at('03T10:10'), firstAtTen)).toBe(true)
  const finalAtTen = [booking('final', at('03T10:00'))]
  expect(inOrder(initial, at('03T09:50'), finalAtTen)).toBe(true)
  expect(inOrder(initial, at('03T09:51'), finalAtTen)).toBe(false)
  const ofAnotherPackage = [booking('initial', at('03T10:00'), { entitlementId: 'second week' })]
  expect(inOrder(final, at('02T10:00'), ofAnotherPackage)).toBe(true)
})

test('two sessions may touch and may not overlap', () => {
  const open = [booking('initial', at('03T10:00'))]
  const then = (from: string, until: string) => hasSessionThen({ startsAt: at(from), endsAt: at(until) }, open)
  expect(then('03T09:50', '03T10:00')).toBe(false)
  expect(then('03T10:10', '03T10:30')).toBe(false)
  expect(then('03T10:09', '03T10:29')).toBe(true)
  expect(then('03T09:41', '03T10:01')).toBe(true)
})
