import { extendPackage, listSessionLines, lockEntitlement, moveSession } from '#features/purchases/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { Booking, moveBooking as moveBookingEndpoint } from '../contract.ts'
import { lineOf } from '../rules/bookable.ts'
import { isTooLateToMove, obstacleToChange } from '../rules/consequence.ts'
import { EXTENSION } from '../rules/extension.ts'
import { findBookingOf, listOpenBookings, lockBooking, type StoredBooking } from './booking-store.ts'
import { countChange } from './count-change.ts'
import { answerOffer, deleteWindows, findOffer } from './earlier-store.ts'
import { lockMember } from './lock-store.ts'
import { requireTime } from './require-session.ts'
import { type Slot, saveTime } from './reservation-store.ts'
import { showBooking } from './show-booking.ts'
import { takeTime } from './take-time.ts'
import { takeTurns } from './take-turns.ts'
import { tellOfBooking } from './tell-of-booking.ts'

type Time = { startsAt: Date; consultantId: string | null }

/** The same booking at another time, up to 24 hours before (PRODUCT D21). Pressed twice it is moved once. */
export async function moveBooking(
  context: MemberContext,
  bookingId: string,
  chosen: BodyOf<typeof moveBookingEndpoint>,
): Promise<Booking> {
  const { db, actor } = context
  const now = context.now()
  const time = { ...chosen, startsAt: new Date(chosen.startsAt) }
  const found = await findBookingOf(db, actor.memberId, bookingId)
  if (!found) throw new Refused('booking-not-found')
  await countChange(context)
  const work = async (tx: Db) => {
    await lockMember(tx, actor.memberId)
    await lockEntitlement(tx, found.entitlementId)
    const before = await lockBooking(tx, bookingId)
    const obstacle = obstacleToChange(before, now)
    if (obstacle) throw new Refused(obstacle)
    if (isThere(before, time)) return showBooking(before)
    if (isTooLateToMove(before, now)) throw new Refused('too-late-to-move')
    await move(tx, before, time, now)
    const booking = await lockBooking(tx, bookingId)
    await tellOfBooking(tx, context, { news: 'moved', booking, before })
    return showBooking(booking)
  }
  return takeTurns(actor.memberId, () => db.transaction().execute(work))
}

function isThere(booking: StoredBooking, { startsAt, consultantId }: Time): boolean {
  const isSameTime = booking.startsAt.getTime() === startsAt.getTime()
  return isSameTime && (consultantId === null || consultantId === booking.consultantId)
}

async function move(tx: Db, booking: StoredBooking, { startsAt, consultantId }: Time, now: Date): Promise<void> {
  const { id, memberId, entitlementId, lineKey } = booking
  const lines = await listSessionLines(tx, memberId, now)
  const line = lineOf(lines, booking)
  if (!line) throw new Refused('outside-package')
  const open = (await listOpenBookings(tx, memberId, now)).filter((other) => other.id !== id)
  const until = await requireTime(tx, { line, lines, open, startsAt, now, ownId: id })
  const wanted = { memberId, line, startsAt, now, consultantId, preferredId: booking.consultantId, ownId: id }
  const makeWay = (slot: Slot) => takeOffer(tx, booking, slot)
  await takeTime(tx, { ...wanted, isMove: true, makeWay }, (slot) => saveTime(tx, id, slot, now))
  if (until) await extendPackage(tx, { entitlementId, lineKey, until, at: now, reason: EXTENSION })
  await moveSession(tx, id, startsAt)
}

/** The earlier time that is offered for the session gives way to it. Exactly there, the offer is accepted. */
async function takeOffer(tx: Db, { id, memberId }: StoredBooking, slot: Slot): Promise<void> {
  const offer = await findOffer(tx, memberId, { bookingId: id })
  const kept = offer?.slot
  if (!kept || kept.consultantId !== slot.consultantId) return
  if (kept.occupiedFrom >= slot.occupiedUntil || kept.occupiedUntil <= slot.occupiedFrom) return
  const isAccepted = kept.startsAt.getTime() === slot.startsAt.getTime()
  await answerOffer(tx, offer, isAccepted ? 'accepted' : 'lapsed')
  if (isAccepted) await deleteWindows(tx, id)
}
