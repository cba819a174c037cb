import { extendPackage, moveSession } from '#features/purchases/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import { changeBlocker, isTooLateToMove } from '../../cancellation/rules.ts'
import type { Booking } from '../../contract.ts'
import { findBookingToChange, lockChangeableBooking } from '../../server/lock-booking.ts'
import { lockMember } from '../../server/lock-store.ts'
import { notifyBookingChanged } from '../../server/notify-booking-changed.ts'
import { showBooking } from '../../server/show-booking.ts'
import { lockBooking, type StoredBooking } from '../../server/store.ts'
import type { Slot } from '../../slots/rules/buffer.ts'
import { EXTENSION_REASON } from '../../slots/rules/package-extension.ts'
import { answerOffer, deleteWindows, findOffer } from '../../waitlist/server/store.ts'
import type { moveBooking as moveBookingEndpoint } from '../contract.ts'
import { inBookingQueue } from './booking-queue.ts'
import { claimSlot } from './claim-slot.ts'
import { requireAllowedSlot, requireSessionLine } from './require-bookable-session.ts'
import { updateSlot } from './store.ts'

type NewSlot = { startsAt: Date; consultantId: string | null }

/** Moves a booking, up to 24 hours before it starts (PRODUCT D21). Repeating the request has no further effect. */
export async function moveBooking(
  context: MemberContext,
  bookingId: string,
  chosen: BodyOf<typeof moveBookingEndpoint>,
): Promise<Booking> {
  const { db, actor } = context
  const now = context.now()
  const time = { ...chosen, startsAt: new Date(chosen.startsAt) }
  const unlockedBooking = await findBookingToChange(context, bookingId)
  const work = async (tx: Db) => {
    await lockMember(tx, actor.memberId)
    const before = await lockChangeableBooking(tx, unlockedBooking, (booking) => changeBlocker(booking, now))
    if (isAlreadyMoved(before, time)) return showBooking(before)
    if (isTooLateToMove(before, now)) throw new Refused('too-late-to-move')
    await move(tx, before, time, now)
    const booking = await lockBooking(tx, bookingId)
    await notifyBookingChanged(tx, context, { event: 'moved', booking, before })
    return showBooking(booking)
  }
  return inBookingQueue(actor.memberId, () => db.transaction().execute(work))
}

function isAlreadyMoved(booking: StoredBooking, { startsAt, consultantId }: NewSlot): boolean {
  const isSameTime = booking.startsAt.getTime() === startsAt.getTime()
  return isSameTime && (consultantId === null || consultantId === booking.consultantId)
}

async function move(tx: Db, booking: StoredBooking, { startsAt, consultantId }: NewSlot, now: Date): Promise<void> {
  const { id, memberId, entitlementId, lineKey } = booking
  const sessions = await requireSessionLine(tx, memberId, booking, { now, movingId: id })
  const until = await requireAllowedSlot(tx, { ...sessions, startsAt, now, replacedId: id })
  const { line } = sessions
  const claim = { memberId, line, startsAt, now, consultantId, preferredId: booking.consultantId, replacedId: id }
  const removeConflicts = (slot: Slot) => closeOverlappingOffer(tx, booking, slot)
  await claimSlot(tx, { ...claim, removeConflicts }, (slot) => updateSlot(tx, id, slot, now))
  if (until) await extendPackage(tx, { entitlementId, lineKey, until, at: now, reason: EXTENSION_REASON })
  await moveSession(tx, id, startsAt)
}

/** A waitlist offer that overlaps lapses, or is accepted if the new slot starts at exactly the time offered. */
async function closeOverlappingOffer(tx: Db, { id, memberId }: StoredBooking, slot: Slot): Promise<void> {
  const offer = await findOffer(tx, memberId, { bookingId: id })
  const offeredSlot = offer?.slot
  if (!offeredSlot || offeredSlot.consultantId !== slot.consultantId) return
  if (offeredSlot.occupiedFrom >= slot.occupiedUntil || offeredSlot.occupiedUntil <= slot.occupiedFrom) return
  const isAccepted = offeredSlot.startsAt.getTime() === slot.startsAt.getTime()
  await answerOffer(tx, offer, isAccepted ? 'accepted' : 'lapsed')
  if (isAccepted) await deleteWindows(tx, id)
}
