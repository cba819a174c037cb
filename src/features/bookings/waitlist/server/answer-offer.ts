import { lockEntitlement, moveSession } from '#features/purchases/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { Refused } from '#platform/shared/refused.ts'
import { requireAllowedSlot, requireSessionLine } from '../../booking/server/require-bookable-session.ts'
import { updateSlot } from '../../booking/server/store.ts'
import { changeBlocker, isTooLateToMove } from '../../cancellation/rules.ts'
import type { Booking } from '../../contract.ts'
import { Conflict, lockConsultant, lockMember, withSavepoint } from '../../server/lock-store.ts'
import { notifyBookingChanged } from '../../server/notify-booking-changed.ts'
import { showBooking } from '../../server/show-booking.ts'
import { lockBooking, type StoredBooking } from '../../server/store.ts'
import { isStillAvailable } from '../../slots/server/find-free-consultants.ts'
import { offerSlotsQueue } from './offer-slots-queue.ts'
import { answerOffer, deleteWindows, findOffer, type StoredOffer } from './store.ts'

/** Moves the session to the offered slot. Repeating the request has no further effect. */
export async function acceptWaitlistOffer(
  context: MemberContext,
  params: { bookingId: string; offerId: string },
): Promise<Booking> {
  const { db, actor } = context
  const now = context.now()
  const unlockedOffer = await findOffer(db, actor.memberId, params)
  if (!unlockedOffer) throw new Refused('offer-not-found')
  return db.transaction().execute(async (tx) => {
    await lockMember(tx, actor.memberId)
    await lockEntitlement(tx, unlockedOffer.entitlementId)
    const before = await lockBooking(tx, params.bookingId)
    const offer = await findOffer(tx, actor.memberId, params)
    if (offer?.answer === 'accepted') return showBooking(before)
    const { openOffer, slot } = requireOpenOffer(offer, before, now)
    const sessions = await requireSessionLine(tx, actor.memberId, before, { now, movingId: before.id })
    const { line } = sessions
    const { startsAt } = slot
    await requireAllowedSlot(tx, { ...sessions, startsAt, now, replacedId: before.id, isSlotReserved: true })
    const moved = await withSavepoint(tx, async () => {
      await lockConsultant(tx, slot.consultantId)
      // While we waited for the lock, the offer may have ended, or the consultant may have reported a sick day or left.
      requireOpenOffer(await findOffer(tx, actor.memberId, params), before, now)
      if (!(await isStillAvailable(tx, { ...slot, line, now, movingId: before.id }))) throw new Refused('offer-expired')
      // Deletes the offer's reservation while the consultant is locked, so that the session can take the slot.
      if (!(await answerOffer(tx, openOffer, 'accepted'))) throw new Refused('offer-expired')
      await updateSlot(tx, before.id, slot, now)
      return true
    })
    if (moved instanceof Conflict)
      throw new Refused(moved.reason === 'booking-overlap' ? moved.reason : 'offer-expired')
    await moveSession(tx, before.id, startsAt)
    await deleteWindows(tx, before.id)
    const booking = await lockBooking(tx, before.id)
    await notifyBookingChanged(tx, context, { event: 'moved', booking, before })
    return showBooking(booking)
  })
}

/** @throws Refused if the offer has been answered or has expired, or the session can no longer be moved */
function requireOpenOffer(offer: StoredOffer | undefined, booking: StoredBooking, now: Date) {
  if (!offer?.slot || offer.answer !== null || offer.expiresAt <= now) throw new Refused('offer-expired')
  if (changeBlocker(booking, now) || isTooLateToMove(booking, now)) throw new Refused('offer-expired')
  return { openOffer: offer, slot: offer.slot }
}

/** Passes the offer to the next member and keeps this one on the waitlist. Repeating the request has no effect. */
export async function declineWaitlistOffer(
  { db, actor, jobs }: MemberContext,
  params: { bookingId: string; offerId: string },
): Promise<null> {
  return db.transaction().execute(async (tx) => {
    await lockMember(tx, actor.memberId)
    const offer = await findOffer(tx, actor.memberId, params)
    if (!offer) throw new Refused('offer-not-found')
    if (offer.answer === 'declined') return null
    if (!(await answerOffer(tx, offer, 'declined'))) throw new Refused('offer-expired')
    await jobs.send(tx, offerSlotsQueue, {})
    return null
  })
}
