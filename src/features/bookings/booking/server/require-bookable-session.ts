import {
  findOwnedPackage,
  listSessionLines,
  lockEntitlement,
  type SessionLine,
} from '#features/purchases/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import { Refused } from '#platform/shared/refused.ts'
import { lockMember } from '../../server/lock-store.ts'
import { listOpenBookings } from '../../server/store.ts'
import { findPackageExtension } from '../../slots/server/find-package-extension.ts'
import {
  findLine,
  hasOverlappingSession,
  isInOrder,
  type OpenBooking,
  packageBlocker,
  sessionBlocker,
} from '../rules.ts'
import { findReservation, isSlotTaken, markPastSessionsHeld, type Reservation } from './store.ts'

type SessionChoice = { entitlementId: string; lineKey: string; consultantId: string | null; startsAt: Date }

export type ChosenSession = {
  line: SessionLine
  /** The package's new end date, if no consultant was free before it ended (PRODUCT D22). */
  extendsUntil: Date | null
  /** The slot reserved for the member, which may differ from the chosen one. */
  reservation: Reservation | undefined
  /** True if the reservation is for the chosen slot. */
  isSlotReserved: boolean
}

/**
 * Checks that the member may book the session at this time, and locks the package until the transaction ends.
 * `claimSlot` checks whether a consultant is free.
 * @throws Refused
 */
export async function requireBookableSession(
  tx: Db,
  memberId: MemberId,
  choice: SessionChoice,
  now: Date,
): Promise<ChosenSession> {
  const isTaken = await isSlotTaken(tx, { ...choice, memberId, now })
  if (isTaken === undefined) throw new Refused('session-not-found')
  if (isTaken) throw new Refused('slot-taken')

  await lockMember(tx, memberId)
  await lockEntitlement(tx, choice.entitlementId)
  const sessions = await requireSessionLine(tx, memberId, choice, { now })
  const { line } = sessions
  if (line.isUnlimited) await markPastSessionsHeld(tx, { ...line, memberId, now })
  const { blocker, earlierTitle } = sessionBlocker(line, sessions)
  if (blocker) throw new Refused(blocker, { earlierTitle })
  const { startsAt } = choice
  const reservation = await findReservation(tx, memberId, now)
  const isSlotReserved = reservation !== undefined && isReservationFor(reservation, choice)
  const time = { ...sessions, startsAt, now, replacedId: reservation?.id, isSlotReserved }
  return { line, extendsUntil: await requireAllowedSlot(tx, time), reservation, isSlotReserved }
}

type MemberSessions = { line: SessionLine; lines: SessionLine[]; openBookings: OpenBooking[] }

/**
 * Finds the chosen session's line, along with all the member's lines and open bookings, because one may prevent another
 * from being booked.
 * @param movingId the booking being moved, which is left out
 * @throws Refused with the reason the package cannot be used, if the member owns it
 */
export async function requireSessionLine(
  db: Db,
  memberId: MemberId,
  choice: Pick<SessionChoice, 'entitlementId' | 'lineKey'>,
  { now, movingId }: { now: Date; movingId?: string | undefined },
): Promise<MemberSessions> {
  const lines = await listSessionLines(db, memberId, now)
  const line = findLine(lines, choice)
  if (line) {
    const openBookings = await listOpenBookings(db, memberId, now)
    return { line, lines, openBookings: openBookings.filter(({ id }) => id !== movingId) }
  }
  const owned = await findOwnedPackage(db, memberId, choice.entitlementId, now)
  throw new Refused(owned ? packageBlocker(owned) : 'session-not-found')
}

function isReservationFor(reservation: Reservation, choice: SessionChoice): boolean {
  const isSameTime = reservation.startsAt.getTime() === choice.startsAt.getTime()
  const isSameConsultant = choice.consultantId === null || choice.consultantId === reservation.consultantId
  const isSameSession = choice.entitlementId === reservation.entitlementId && choice.lineKey === reservation.lineKey
  return isSameSession && isSameTime && isSameConsultant
}

type RequestedSlot = MemberSessions & {
  startsAt: Date
  now: Date
  /** The member's reservation or booking that the new one replaces. */
  replacedId: string | undefined
  /** Whether the slot is reserved for the member. If so, it passed the checks when it was reserved. */
  isSlotReserved?: boolean
}

/**
 * Checks that the slot fits the package and the member's other sessions.
 * @returns the date to which the package must be extended for this slot, or null
 * @throws Refused
 */
export async function requireAllowedSlot(tx: Db, time: RequestedSlot): Promise<Date | null> {
  const { line, lines, openBookings, startsAt, now, replacedId, isSlotReserved } = time
  const span = { startsAt, endsAt: new Date(startsAt.getTime() + line.minutes * MINUTE_MS) }
  if (hasOverlappingSession(span, openBookings)) throw new Refused('booking-overlap')
  if (startsAt < line.startsAt) throw new Refused('outside-package')
  if (!isInOrder(line, span, { lines, openBookings })) throw new Refused('out-of-order')
  if (startsAt < line.endsAt) return null
  const extendsUntil = await findPackageExtension(tx, { line, startsAt, now, movingId: replacedId })
  if (!extendsUntil && !isSlotReserved) throw new Refused('outside-package')
  return extendsUntil ?? span.endsAt
}
