import { listSessionLines, lockEntitlement, moveSession, type SessionLine } from '#features/purchases/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { Booking } from '../contract.ts'
import { lineOf } from '../rules/bookable.ts'
import { isTooLateToMove, obstacleToChange } from '../rules/consequence.ts'
import { listOpenBookings, lockBooking, type StoredBooking } from './booking-store.ts'
import { answerOffer, deleteWindows, findOffer, type StoredOffer } from './earlier-store.ts'
import { canStillHold } from './find-free-consultants.ts'
import { Conflict, lockConsultant, lockMember, tryWithin } from './lock-store.ts'
import { requireTime } from './require-session.ts'
import { type Slot, saveTime } from './reservation-store.ts'
import { showBooking } from './show-booking.ts'
import { tellOfBooking } from './tell-of-booking.ts'

/** The session is moved to the time that was kept for its member. Pressed twice it is moved once. */
export async function acceptEarlierOffer(
  context: MemberContext,
  wanted: { bookingId: string; offerId: string },
): Promise<Booking> {
  const { db, actor } = context
  const now = context.now()
  const found = await findOffer(db, actor.memberId, wanted)
  if (!found) throw new Refused('offer-not-found')
  return db.transaction().execute(async (tx) => {
    await lockMember(tx, actor.memberId)
    await lockEntitlement(tx, found.entitlementId)
    const before = await lockBooking(tx, wanted.bookingId)
    const offer = await findOffer(tx, actor.memberId, wanted)
    if (offer?.answer === 'accepted') return showBooking(before)
    const { open, slot } = requireOpen(offer, before, now)
    const line = await requirePackageAllows(tx, before, slot, now)
    const moved = await tryWithin(tx, async () => {
      await lockConsultant(tx, slot.consultantId)
      // Until the lock was ours the time may have been taken back: the consultant may be ill, or be away by now.
      requireOpen(await findOffer(tx, actor.memberId, wanted), before, now)
      if (!(await canStillHold(tx, { ...slot, line, now, movingId: before.id }))) throw new Refused('offer-over')
      // What kept the time gives way to the session itself, behind the lock of the consultant.
      if (!(await answerOffer(tx, open, 'accepted'))) throw new Refused('offer-over')
      await saveTime(tx, before.id, slot, now)
      return true
    })
    if (moved instanceof Conflict) throw new Refused(moved.reason === 'own-session-then' ? moved.reason : 'offer-over')
    await moveSession(tx, before.id, slot.startsAt)
    await deleteWindows(tx, before.id)
    const booking = await lockBooking(tx, before.id)
    await tellOfBooking(tx, context, { news: 'moved', booking, before })
    return showBooking(booking)
  })
}

/** @throws Refused where it was answered, has lapsed, or the session can no longer be moved */
function requireOpen(offer: StoredOffer | undefined, booking: StoredBooking, now: Date) {
  if (!offer?.slot || offer.answer !== null || offer.expiresAt <= now) throw new Refused('offer-over')
  if (obstacleToChange(booking, now) || isTooLateToMove(booking, now)) throw new Refused('offer-over')
  return { open: offer, slot: offer.slot }
}

/** @throws Refused where the member's package or other sessions do not allow the time any more */
async function requirePackageAllows(
  tx: Db,
  booking: StoredBooking,
  { startsAt }: Slot,
  now: Date,
): Promise<SessionLine> {
  const { id, memberId } = booking
  const lines = await listSessionLines(tx, memberId, now)
  const line = lineOf(lines, booking)
  if (!line) throw new Refused('outside-package')
  const open = (await listOpenBookings(tx, memberId, now)).filter((other) => other.id !== id)
  await requireTime(tx, { line, lines, open, startsAt, now, ownId: id, isKept: true })
  return line
}
