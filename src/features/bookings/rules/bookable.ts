import type { BookableSession } from '../contract.ts'

/** A kind of session of a package: what these rules need of a line of the ledger. */
type Line = {
  entitlementId: string
  /** The months of one subscription are one package. */
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

/** A session of the member that is booked and not over. */
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

/** All that the member has: what counts for one session depends on the others. */
type Owned<Known extends Line> = { lines: Known[]; open: OpenBooking[] }

type Chosen = { entitlementId: string; lineKey: string }

/** The line of a kind of session of one package; undefined where the member has no such line. */
export function lineOf<Known extends Chosen>(lines: Known[], { entitlementId, lineKey }: Chosen): Known | undefined {
  return lines.find((known) => known.entitlementId === entitlementId && known.lineKey === lineKey)
}

/** Why a session cannot be booked now, with what has to be booked before where that is the reason. */
export function obstacleOf<Known extends Line>(
  line: Known,
  { lines, open }: Owned<Known>,
  now: Date,
): Pick<BookableSession, 'obstacle' | 'earlierTitle'> {
  const because = (obstacle: BookableSession['obstacle'], earlierTitle: string | null = null) => ({
    obstacle,
    earlierTitle,
  })
  if (line.endsAt <= now) return because('package-ended')
  if (!line.isUnlimited && line.left <= 0) return because('none-left')
  if (line.isUnlimited && open.some((booking) => isSameKind(booking, line))) return because('one-is-open')
  const first = firstOf(line, lines)
  if (first !== line && !first.isUnlimited && first.left > 0) return because('earlier-session-first', first.title)
  return because(null)
}

/** From when on it can be held: not before its package starts, nor before the session that comes first is over. */
export function bookableFrom<Known extends Line>(line: Known, { lines, open }: Owned<Known>): Date {
  const first = firstOf(line, lines)
  const ofFirst = bookingsOf(line, lines, open).filter(({ lineKey }) => lineKey === first.lineKey)
  const ends = first === line ? [] : ofFirst.map(({ endsAt }) => endsAt.getTime())
  return new Date(Math.max(line.startsAt.getTime(), ...ends))
}

/** The session that comes first is over before any other of its package begins. */
export function isInOrder<Known extends Line>(
  line: Known,
  { startsAt, endsAt }: Span,
  { lines, open }: Owned<Known>,
): boolean {
  const first = firstOf(line, lines)
  const isOfFirst = (booking: OpenBooking) => booking.lineKey === first.lineKey
  const others = bookingsOf(line, lines, open)
  return first === line
    ? others.every((booking) => isOfFirst(booking) || booking.startsAt >= endsAt)
    : others.every((booking) => !isOfFirst(booking) || booking.endsAt <= startsAt)
}

/** The next session that is booked and could not be, were this one given back: the first of its package comes first. */
export function laterSessionOf<Known extends Line>(
  booking: Pick<OpenBooking, 'entitlementId' | 'lineKey'>,
  { lines, open }: Owned<Known>,
): OpenBooking | undefined {
  const line = lineOf(lines, booking)
  if (!line || line.isUnlimited || firstOf(line, lines) !== line) return undefined
  return bookingsOf(line, lines, open)
    .filter(({ lineKey }) => lineKey !== line.lineKey)
    .toSorted((one, other) => one.startsAt.getTime() - other.startsAt.getTime())[0]
}

/** Nobody is in two sessions at once. */
export function hasSessionThen({ startsAt, endsAt }: Span, open: OpenBooking[]): boolean {
  return open.some((booking) => booking.startsAt < endsAt && booking.endsAt > startsAt)
}

/** Without limit, but one at a time: in the words of the constraint `booking_one_open_idx`. */
function isSameKind(booking: OpenBooking, { packageId, lineKey }: Line): boolean {
  return booking.packageId === packageId && booking.lineKey === lineKey
}

/** The session with which a package begins. */
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
