import { listSessionLines, lockEntitlement, type SessionLine } from '#features/purchases/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { Refused } from '#platform/shared/refused.ts'
import { hasSessionThen, isInOrder, lineOf, type OpenBooking, obstacleOf } from '../rules/bookable.ts'
import { hadSession, listOpenBookings, saveHeldByNow } from './booking-store.ts'
import { findExtension } from './find-extension.ts'
import { lockMember } from './lock-store.ts'
import { findReservation, isPlainlyTaken, type Reservation } from './reservation-store.ts'

type Choice = { entitlementId: string; lineKey: string; consultantId: string | null; startsAt: Date }

export type ChosenSession = {
  line: SessionLine
  /** Until when the package is to run, where nobody was free before its end (PRODUCT D22). */
  extendsUntil: Date | null
  /** The time that is kept for the member, whichever it is. */
  reservation: Reservation | undefined
  /** It is the one that they ask for. */
  isKept: boolean
}

/**
 * A session that the member may have at a time, whoever holds it: what the package says, with the package locked until
 * the transaction ends. Whether somebody is free is for `takeTime` to find.
 * @throws Refused
 */
export async function requireSession(tx: Db, memberId: MemberId, choice: Choice, now: Date): Promise<ChosenSession> {
  const isTaken = await isPlainlyTaken(tx, { ...choice, memberId, now })
  if (isTaken === undefined) throw new Refused('session-not-found')
  if (isTaken) throw new Refused('slot-taken')

  await lockMember(tx, memberId)
  await lockEntitlement(tx, choice.entitlementId)
  const lines = await listSessionLines(tx, memberId, now)
  const line = lineOf(lines, choice)
  if (!line) throw new Refused((await hadSession(tx, memberId, choice)) ? 'package-ended' : 'session-not-found')
  if (line.isUnlimited) await saveHeldByNow(tx, { ...line, memberId, now })
  const open = await listOpenBookings(tx, memberId, now)
  const { obstacle, earlierTitle } = obstacleOf(line, { lines, open }, now)
  if (obstacle) throw new Refused(obstacle, { earlierTitle })
  const { startsAt } = choice
  const reservation = await findReservation(tx, memberId, now)
  const isKept = reservation !== undefined && isFor(reservation, choice)
  const time = { line, lines, open, startsAt, now, ownId: reservation?.id, isKept }
  return { line, extendsUntil: await requireTime(tx, time), reservation, isKept }
}

function isFor(reservation: Reservation, choice: Choice): boolean {
  const isSameTime = reservation.startsAt.getTime() === choice.startsAt.getTime()
  const isSameConsultant = choice.consultantId === null || choice.consultantId === reservation.consultantId
  const isSameSession = choice.entitlementId === reservation.entitlementId && choice.lineKey === reservation.lineKey
  return isSameSession && isSameTime && isSameConsultant
}

type Time = {
  line: SessionLine
  lines: SessionLine[]
  open: OpenBooking[]
  startsAt: Date
  now: Date
  /** The member's own reservation or booking that gives way. */
  ownId: string | undefined
  /** The time was kept for them: what they could book then they can book now. */
  isKept?: boolean
}

/**
 * The time fits the package and the member's other sessions.
 * @returns until when the package has to be extended for it
 * @throws Refused
 */
export async function requireTime(tx: Db, time: Time): Promise<Date | null> {
  const { line, lines, open, startsAt, now, ownId, isKept } = time
  const span = { startsAt, endsAt: new Date(startsAt.getTime() + line.minutes * 60_000) }
  if (hasSessionThen(span, open)) throw new Refused('own-session-then')
  if (startsAt < line.startsAt) throw new Refused('outside-package')
  if (!isInOrder(line, span, { lines, open })) throw new Refused('out-of-order')
  if (startsAt < line.endsAt) return null
  const extendsUntil = await findExtension(tx, { line, startsAt, now, movingId: ownId })
  if (!extendsUntil && !isKept) throw new Refused('outside-package')
  return extendsUntil ?? span.endsAt
}
