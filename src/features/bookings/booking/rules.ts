import type { OwnedPackage, PackageState } from '#features/purchases/entitlements/contract.ts'
import type { Booking } from '../contract.ts'
import type { BookableSession } from './contract.ts'

/** The fields of a package line that these rules use. */
type Line = {
  entitlementId: string
  /** All months of a subscription count as one package. */
  subscriptionId: string | null
  packageId: string
  lineKey: string
  title: string
  position: number
  isUnlimited: boolean
  left: number
  startsAt: Date
  endsAt: Date
}

/** A session the member has booked that is not over. */
export type OpenBooking = {
  id: string
  entitlementId: string
  packageId: string
  lineKey: string
  title: string
  startsAt: Date
  endsAt: Date
}

type Span = { startsAt: Date; endsAt: Date }

/** All of the member's lines and open bookings, because one line may prevent another from being booked. */
type MemberSessions = { lines: Line[]; openBookings: OpenBooking[] }

export type SessionKey = { entitlementId: string; lineKey: string }

/** Finds a package's line for a session type. */
export function findLine<AnyLine extends SessionKey>(
  lines: AnyLine[],
  { entitlementId, lineKey }: SessionKey,
): AnyLine | undefined {
  return lines.find((line) => line.entitlementId === entitlementId && line.lineKey === lineKey)
}

/** Returns why a package that has no usable line for the session cannot be booked. */
export function packageBlocker({ state, isUsable }: Pick<OwnedPackage, 'state' | 'isUsable'>) {
  if (isUsable) return 'session-not-found'
  const reasons = {
    suspended: 'package-on-hold',
    past_due: 'month-not-paid',
    // The month paid for is over and the next charge is pending.
    active: 'month-not-paid',
    cancelled: 'package-cancelled',
    scheduled: 'package-not-started',
    expired: 'package-ended',
  } as const satisfies Record<PackageState, string>
  return reasons[state]
}

/** Returns why a session cannot be booked now and, if another session must be booked first, which one. */
export function sessionBlocker(
  line: Line,
  { lines, openBookings }: MemberSessions,
): Pick<BookableSession, 'blocker' | 'earlierTitle'> {
  const because = (blocker: BookableSession['blocker'], earlierTitle: string | null = null) => ({
    blocker,
    earlierTitle,
  })
  if (!line.isUnlimited && line.left <= 0) return because('no-sessions-left')
  if (line.isUnlimited && openBookings.some((booking) => isSameKind(booking, line))) return because('already-booked')
  const firstLine = findFirstLine(line, lines)
  if (firstLine !== line && !firstLine.isUnlimited && firstLine.left > 0)
    return because('earlier-session-first', firstLine.title)
  return because(null)
}

/**
 * Returns the earliest possible start, which is after the package has started and any booking of its first session is
 * over.
 */
export function bookableFrom(line: Line, { lines, openBookings }: MemberSessions): Date {
  const firstLine = findFirstLine(line, lines)
  const firstBookings = filterPackageBookings(line, lines, openBookings).filter(
    ({ lineKey }) => lineKey === firstLine.lineKey,
  )
  const ends = firstLine === line ? [] : firstBookings.map(({ endsAt }) => endsAt.getTime())
  return new Date(Math.max(line.startsAt.getTime(), ...ends))
}

/** Checks that a package's first session is over before any other starts. */
export function isInOrder(line: Line, { startsAt, endsAt }: Span, { lines, openBookings }: MemberSessions): boolean {
  const firstLine = findFirstLine(line, lines)
  const isFirstSession = (booking: OpenBooking) => booking.lineKey === firstLine.lineKey
  const packageBookings = filterPackageBookings(line, lines, openBookings)
  return firstLine === line
    ? packageBookings.every((booking) => isFirstSession(booking) || booking.startsAt >= endsAt)
    : packageBookings.every((booking) => !isFirstSession(booking) || booking.endsAt <= startsAt)
}

/** Finds the next booking that depends on this one, which members must cancel first. */
export function findDependentBooking(
  booking: SessionKey,
  { lines, openBookings }: MemberSessions,
): OpenBooking | undefined {
  const line = findLine(lines, booking)
  if (!line || line.isUnlimited || findFirstLine(line, lines) !== line) return undefined
  return filterPackageBookings(line, lines, openBookings)
    .filter(({ lineKey }) => lineKey !== line.lineKey)
    .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())[0]
}

/** Returns whether the member has another session at this time. They cannot attend both. */
export function hasOverlappingSession({ startsAt, endsAt }: Span, openBookings: OpenBooking[]): boolean {
  return openBookings.some((booking) => booking.startsAt < endsAt && booking.endsAt > startsAt)
}

/** Only one unlimited session can be booked at a time. Matches the constraint `booking_one_open_idx`. */
function isSameKind(booking: OpenBooking, { packageId, lineKey }: Line): boolean {
  return booking.packageId === packageId && booking.lineKey === lineKey
}

/** Finds the line with the lowest position, which members must book first. */
function findFirstLine(line: Line, lines: Line[]): Line {
  const [first = line] = lines
    .filter((candidate) => toPackageKey(candidate) === toPackageKey(line))
    .toSorted((a, b) => a.position - b.position)
  return first.lineKey === line.lineKey ? line : first
}

function filterPackageBookings(line: Line, lines: Line[], openBookings: OpenBooking[]): OpenBooking[] {
  const entitlementIds = new Set(
    lines
      .filter((candidate) => toPackageKey(candidate) === toPackageKey(line))
      .map((candidate) => candidate.entitlementId),
  )
  return openBookings.filter(({ entitlementId }) => entitlementIds.has(entitlementId))
}

function toPackageKey({ subscriptionId, entitlementId }: Line): string {
  return subscriptionId ?? entitlementId
}

export function isBookable({ blocker }: Pick<BookableSession, 'blocker'>): boolean {
  return blocker === null
}

/** Identifies a session type in a package, for lists and form fields. */
export function toSessionKey({ entitlementId, lineKey }: SessionKey): string {
  return `${entitlementId} ${lineKey}`
}

/** Path of the booking page with the session selected. */
export function newBookingPath({ entitlementId, lineKey }: SessionKey): string {
  return `/portal/bookings/new?${new URLSearchParams({ entitlement: entitlementId, line: lineKey })}`
}

/** Finds the session named in the page address. If none is named and only one session can be booked, picks that one. */
export function findChosenSession(
  sessions: BookableSession[],
  { entitlementId, lineKey }: { entitlementId: string | null; lineKey: string | null },
): BookableSession | undefined {
  const bookable = sessions.filter(isBookable)
  const packageSessions = bookable.filter((session) => !entitlementId || session.entitlementId === entitlementId)
  if (lineKey) return packageSessions.find((session) => session.lineKey === lineKey)
  return entitlementId || packageSessions.length === 1 ? packageSessions[0] : undefined
}

/** Suggests the next session to book, from the same package if possible. */
export function findNextSession(sessions: BookableSession[], booking: Booking): BookableSession | undefined {
  const bookable = sessions.filter(isBookable)
  return bookable.find(({ entitlementId }) => entitlementId === booking.entitlementId) ?? bookable[0]
}

/** Returns a sentence that explains why the session cannot be booked, or null if it can. */
export function describeBlocker({ blocker, earlierTitle }: BookableSession): string | null {
  if (blocker === null) return null
  const sentences = {
    'no-sessions-left': 'You’ve booked or used all of these sessions.',
    'already-booked': 'You’ve already booked one of these sessions. You can book the next one once it’s over.',
    'earlier-session-first': `Book ${earlierTitle ? `“${earlierTitle}”` : 'the earlier session'} first.`,
  } satisfies Record<NonNullable<BookableSession['blocker']>, string>
  return sentences[blocker]
}

type PackageSummary = Pick<OwnedPackage, 'id' | 'title' | 'subscription'>

export function filterBookableSessions(owned: PackageSummary, sessions: BookableSession[]): BookableSession[] {
  return filterPackageSessions(owned, sessions).filter(isBookable)
}

/** Also matches by title, because a subscription's first month may include sessions that later months do not. */
export function filterPackageSessions(
  { id, title, subscription }: PackageSummary,
  sessions: BookableSession[],
): BookableSession[] {
  return sessions.filter(
    ({ entitlementId, packageTitle }) => entitlementId === id || (subscription !== null && packageTitle === title),
  )
}
