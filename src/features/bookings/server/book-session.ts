import { extendPackage, useSession } from '#features/purchases/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { Limit } from '#platform/server/limits.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { Booking, bookSession as bookSessionEndpoint } from '../contract.ts'
import { EXTENSION } from '../rules/extension.ts'
import { lockBooking } from './booking-store.ts'
import { canStillHold } from './find-free-consultants.ts'
import { Conflict, lockConsultant, tryWithin } from './lock-store.ts'
import { type ChosenSession, requireSession } from './require-session.ts'
import { confirmReservation, type Details, insertBooking } from './reservation-store.ts'
import { showBooking } from './show-booking.ts'
import { takeTime } from './take-time.ts'
import { takeTurns } from './take-turns.ts'
import { tellOfBooking } from './tell-of-booking.ts'

type Choice = BodyOf<typeof bookSessionEndpoint>

/** Whoever books needs a few; a time without an end is looked for in the diaries of everybody. */
const BOOKINGS: Limit = { name: 'booking', attempts: 60, seconds: 3_600 }

/**
 * Books a session: the time that is kept for the member, or any other that is free. What is left of the package is one
 * less in the same transaction (PRODUCT D22).
 * @param record what is written down beside it
 */
export async function bookSession(
  context: MemberContext,
  { place, phone, notes, ...chosen }: Choice,
  record: (tx: Db, bookingId: string) => Promise<void> = async () => {},
): Promise<Booking> {
  const { memberId } = context.actor
  const now = context.now()
  const choice = { ...chosen, startsAt: new Date(chosen.startsAt) }
  const details = { place, phone: place === 'phone' ? phone : null, notes: notes || null }
  const work = async (tx: Db) => {
    const session = await requireSession(tx, memberId, choice, now)
    const { line, extendsUntil } = session
    const bookingId = await takeSession(tx, { memberId, session, choice, details, now })
    const used = { entitlementId: line.entitlementId, lineKey: line.lineKey, at: now }
    if (extendsUntil) await extendPackage(tx, { ...used, until: extendsUntil, reason: EXTENSION })
    await useSession(tx, { ...used, causeId: bookingId, startsAt: choice.startsAt })
    const booking = await lockBooking(tx, bookingId)
    await tellOfBooking(tx, context, { news: 'booked', booking })
    await record(tx, bookingId)
    return showBooking(booking)
  }
  return takeTurns(memberId, async () => {
    await context.limits.count(BOOKINGS, memberId)
    return context.db.transaction().execute(work)
  })
}

type Taking = {
  memberId: MemberId
  session: ChosenSession
  choice: { startsAt: Date; consultantId: string | null }
  details: Details
  now: Date
}

/** @returns the id of the booking */
async function takeSession(tx: Db, { memberId, session, choice, details, now }: Taking): Promise<string> {
  const { line, reservation, isKept } = session
  const { startsAt, consultantId } = choice
  if (reservation && isKept) {
    const kept = await tryWithin(tx, async () => {
      await lockConsultant(tx, reservation.consultantId)
      // Until the lock was ours they may have fallen ill, or be with us no more.
      const isThere = await canStillHold(tx, { ...reservation, line, now, movingId: reservation.id })
      return (isThere && (await confirmReservation(tx, reservation.id, details, now))) || undefined
    })
    if (kept instanceof Conflict) throw new Refused(kept.reason)
    if (kept) return reservation.id
  }
  const wanted = { memberId, line, startsAt, now, consultantId, ownId: reservation?.id }
  return takeTime(tx, wanted, (slot) => insertBooking(tx, { memberId, line, slot, now }, details))
}
