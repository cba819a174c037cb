import type { OwnedPackage, PackageState } from '#features/purchases/entitlements/contract.ts'
import type { Booking } from '../contract.ts'
import type { BookableSession } from './contract.ts'

/** The fields of a package line that these rules need. */
type Line = {
  entitlementId: string
  /** All months of one subscription count as one package. */
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

/** A booked session of the member that is not over. */
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

/** All lines and open bookings of the member. Whether one can be booked depends on the others. */
type MemberSessions<Known extends Line> = { lines: Known[]; open: OpenBooking[] }

type Chosen = { entitlementId: string; lineKey: string }

/** Finds the line for a session type of one package. */
export function findLine<Known extends Chosen>(lines: Known[], { entitlementId, lineKey }: Chosen): Known | undefined {
  return lines.find((known) => known.entitlementId === entitlementId && known.lineKey === lineKey)
}

/** Returns why a package without a usable line for the session cannot be booked. */
export function packageBlocker({ state, isUsable }: Pick<OwnedPackage, 'state' | 'isUsable'>) {
  if (isUsable) return 'session-not-found'
  const reasons = {
    suspended: 'package-on-hold',
    past_due: 'month-not-paid',
    // The paid month is over and the next charge is pending.
    active: 'month-not-paid',
    cancelled: 'package-cancelled',
    scheduled: 'package-not-started',
    expired: 'package-ended',
  } as const satisfies Record<PackageState, string>
  return reasons[state]
}

/** Returns why a session cannot be booked now, and the session to book first if that is the reason. */
export function sessionBlocker<Known extends Line>(
  line: Known,
  { lines, open }: MemberSessions<Known>,
): Pick<BookableSession, 'blocker' | 'earlierTitle'> {
  const because = (blocker: BookableSession['blocker'], earlierTitle: string | null = null) => ({
    blocker,
    earlierTitle,
  })
  if (!line.isUnlimited && line.left <= 0) return because('no-sessions-left')
  if (line.isUnlimited && open.some((booking) => isSameKind(booking, line))) return because('already-booked')
  const first = firstOf(line, lines)
  if (first !== line && !first.isUnlimited && first.left > 0) return because('earlier-session-first', first.title)
  return because(null)
}

/** Earliest start: when the package has started and the bookings of its first session are over. */
export function bookableFrom<Known extends Line>(line: Known, { lines, open }: MemberSessions<Known>): Date {
  const first = firstOf(line, lines)
  const ofFirst = bookingsOf(line, lines, open).filter(({ lineKey }) => lineKey === first.lineKey)
  const ends = first === line ? [] : ofFirst.map(({ endsAt }) => endsAt.getTime())
  return new Date(Math.max(line.startsAt.getTime(), ...ends))
}

/** Checks that the first session of a package is over before any other starts. */
export function isInOrder<Known extends Line>(
  line: Known,
  { startsAt, endsAt }: Span,
  { lines, open }: MemberSessions<Known>,
): boolean {
  const first = firstOf(line, lines)
  const isOfFirst = (booking: OpenBooking) => booking.lineKey === first.lineKey
  const others = bookingsOf(line, lines, open)
  return first === line
    ? others.every((booking) => isOfFirst(booking) || booking.startsAt >= endsAt)
    : others.every((booking) => !isOfFirst(booking) || booking.endsAt <= startsAt)
}

/** Finds the next booking that depends on this one. Members must cancel it first, as the first session comes first. */
export function laterSessionOf<Known extends Line>(
  booking: Pick<OpenBooking, 'entitlementId' | 'lineKey'>,
  { lines, open }: MemberSessions<Known>,
): OpenBooking | undefined {
  const line = findLine(lines, booking)
  if (!line || line.isUnlimited || firstOf(line, lines) !== line) return undefined
  return bookingsOf(line, lines, open)
    .filter(({ lineKey }) => lineKey !== line.lineKey)
    .toSorted((one, other) => one.startsAt.getTime() - other.startsAt.getTime())[0]
}

/** A member cannot attend two sessions at the same time. */
export function hasOverlappingSession({ startsAt, endsAt }: Span, open: OpenBooking[]): boolean {
  return open.some((booking) => booking.startsAt < endsAt && booking.endsAt > startsAt)
}

/** Unlimited sessions are booked one at a time. Matches the constraint `booking_one_open_idx`. */
function isSameKind(booking: OpenBooking, { packageId, lineKey }: Line): boolean {
  return booking.packageId === packageId && booking.lineKey === lineKey
}

/** Finds the line with the lowest position, which members must book first. */
function firstOf<Known extends Line>(line: Known, lines: Known[]): Known {
  const [first = line] = lines
    .filter((other) => packageOf(other) === packageOf(line))
    .toSorted((one, other) => one.position - other.position)
  return first.lineKey === line.lineKey ? line : first
}

function bookingsOf(line: Line, lines: Line[], open: OpenBooking[]): OpenBooking[] {
  const parts = new Set(lines.filter((other) => packageOf(other) === packageOf(line)).map((part) => part.entitlementId))
  return open.filter(({ entitlementId }) => parts.has(entitlementId))
}

function packageOf({ subscriptionId, entitlementId }: Line): string {
  return subscriptionId ?? entitlementId
}

/** Finds the session named in the page address. Without a name, picks the only one that can be booked. */
export function findChosenSession(
  sessions: BookableSession[],
  { entitlementId, lineKey }: { entitlementId: string | null; lineKey: string | null },
): BookableSession | undefined {
  const open = sessions.filter(({ blocker }) => blocker === null)
  const ofPackage = open.filter((session) => !entitlementId || session.entitlementId === entitlementId)
  if (lineKey) return ofPackage.find((session) => session.lineKey === lineKey)
  return entitlementId || ofPackage.length === 1 ? ofPackage[0] : undefined
}

/** Suggests the next session to book, preferably from the same package. */
export function findNextSession(sessions: BookableSession[], booking: Booking): BookableSession | undefined {
  const open = sessions.filter(({ blocker }) => blocker === null)
  return open.find(({ entitlementId }) => entitlementId === booking.entitlementId) ?? open[0]
}

/** Returns the sentence for the blocker, or null if the session can be booked. */
export function describeBlocker({ blocker, earlierTitle }: BookableSession): string | null {
  if (blocker === null) return null
  const sentences = {
    'no-sessions-left': 'You have booked or used all of these.',
    'already-booked': 'You have booked one already. You can book the next one when it is over.',
    'earlier-session-first': `Please book this one first: ${earlierTitle ?? 'the earlier session'}.`,
  } satisfies Record<NonNullable<BookableSession['blocker']>, string>
  return sentences[blocker]
}

type PackageSummary = Pick<OwnedPackage, 'id' | 'title' | 'subscription'>

/** Lists the sessions of a package that can be booked now. */
export function bookableSessionsOf(owned: PackageSummary, sessions: BookableSession[]): BookableSession[] {
  return sessionLinesOf(owned, sessions).filter(({ blocker }) => blocker === null)
}

/** Matches by title too, since the first month of a subscription may include sessions that later months do not. */
export function sessionLinesOf(
  { id, title, subscription }: PackageSummary,
  sessions: BookableSession[],
): BookableSession[] {
  return sessions.filter(
    ({ entitlementId, packageTitle }) => entitlementId === id || (subscription !== null && packageTitle === title),
  )
}
