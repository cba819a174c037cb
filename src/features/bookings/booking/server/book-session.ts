import { consumeSession, extendPackage } from '#features/purchases/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { RateLimit } from '#platform/server/rate-limit/rate-limits.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { Booking } from '../../contract.ts'
import { Conflict, lockConsultant, withSavepoint } from '../../server/lock-store.ts'
import { notifyBookingChanged } from '../../server/notify-booking-changed.ts'
import { showBooking } from '../../server/show-booking.ts'
import { lockBooking } from '../../server/store.ts'
import { EXTENSION_REASON } from '../../slots/rules/package-extension.ts'
import { isStillAvailable } from '../../slots/server/find-free-consultants.ts'
import type { bookSession as bookSessionEndpoint } from '../contract.ts'
import { inBookingQueue } from './booking-queue.ts'
import { claimSlot } from './claim-slot.ts'
import { type ChosenSession, requireBookableSession } from './require-bookable-session.ts'
import { type BookingDetails, confirmReservation, insertBooking } from './store.ts'

type Choice = BodyOf<typeof bookSessionEndpoint>

/** Members need only a few attempts, and each may search every consultant's calendar. */
const BOOKING_RATE_LIMIT: RateLimit = { name: 'booking', attempts: 60, seconds: 3_600 }

/**
 * Books a reserved or free slot and deducts the session in the same transaction (PRODUCT D22).
 * @param record writes anything else in that transaction, such as an audit entry
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
    const session = await requireBookableSession(tx, memberId, choice, now)
    const { line, extendsUntil } = session
    const bookingId = await claimSession(tx, { memberId, session, choice, details, now })
    const sessionEntry = { entitlementId: line.entitlementId, lineKey: line.lineKey, at: now }
    if (extendsUntil) await extendPackage(tx, { ...sessionEntry, until: extendsUntil, reason: EXTENSION_REASON })
    await consumeSession(tx, { ...sessionEntry, causeId: bookingId, startsAt: choice.startsAt })
    const booking = await lockBooking(tx, bookingId)
    await notifyBookingChanged(tx, context, { event: 'booked', booking })
    await record(tx, bookingId)
    return showBooking(booking)
  }
  return inBookingQueue(memberId, async () => {
    await context.limits.count(BOOKING_RATE_LIMIT, memberId)
    return context.db.transaction().execute(work)
  })
}

type SessionClaim = {
  memberId: MemberId
  session: ChosenSession
  choice: { startsAt: Date; consultantId: string | null }
  details: BookingDetails
  now: Date
}

/** @returns the booking's id */
async function claimSession(tx: Db, { memberId, session, choice, details, now }: SessionClaim): Promise<string> {
  const { line, reservation, isSlotReserved } = session
  const { startsAt, consultantId } = choice
  if (reservation && isSlotReserved) {
    const confirmation = await withSavepoint(tx, async () => {
      await lockConsultant(tx, reservation.consultantId)
      // The consultant may have reported a sick day or left while we waited for the lock.
      const isAvailable = await isStillAvailable(tx, { ...reservation, line, now, movingId: reservation.id })
      return (isAvailable && (await confirmReservation(tx, reservation.id, details, now))) || undefined
    })
    if (confirmation instanceof Conflict) throw new Refused(confirmation.reason)
    if (confirmation) return reservation.id
  }
  const claim = { memberId, line, startsAt, now, consultantId, replacedId: reservation?.id }
  return claimSlot(tx, claim, (slot) => insertBooking(tx, { memberId, line, slot, now, state: 'booked', details }))
}
