import { listSessionLines, lockEntitlement, type SessionLine } from '#features/purchases/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import { eachRow } from '#platform/server/db/batches.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { createBatchProcessor } from '#platform/server/jobs/process-batch.ts'
import { findLine, hasOverlappingSession, isInOrder } from '../../booking/rules.ts'
import { clearReservations, isOccupied } from '../../booking/server/store.ts'
import { Conflict, lockConsultant, lockMember, withSavepoint } from '../../server/lock-store.ts'
import { listOpenBookings, lockBooking, type StoredBooking } from '../../server/store.ts'
import { type Slot, toSlot } from '../../slots/rules/buffer.ts'
import { findFreeSlots } from '../../slots/rules/free-slots.ts'
import { findFreeConsultants } from '../../slots/server/find-free-consultants.ts'
import { listSchedules } from '../../slots/server/store.ts'
import { canJoinWaitlist, offerExpiry, startsWithin } from '../rules.ts'
import { notifySlotOffered } from './notify-slot-offered.ts'
import {
  expireOffers,
  findOffer,
  insertOffer,
  listOfferedStarts,
  listWaitingEntries,
  listWindows,
  type WaitingEntry,
} from './store.ts'

/** Number of waitlist entries loaded at a time. */
const BATCH = 500

/**
 * Offers free slots within the members' windows, in waitlist order. An offered slot is reserved for that member.
 * @param batch number of waitlist entries loaded at a time
 */
export async function offerSlots(context: Context, batch = BATCH): Promise<void> {
  const { db, now, log } = context
  const processor = createBatchProcessor(log, 'an earlier slot could not be offered')
  await db.transaction().execute((tx) => expireOffers(tx, now()))
  for await (const entry of eachRow<WaitingEntry>(batch, (page) => listWaitingEntries(db, now(), page)))
    await processor.attempt(entry.bookingId, () => db.transaction().execute((tx) => offerSlot(tx, context, entry)))
  processor.end()
}

async function offerSlot(
  tx: Db,
  context: Context,
  { memberId, entitlementId, bookingId }: WaitingEntry,
): Promise<void> {
  const now = context.now()
  await lockMember(tx, memberId)
  await lockEntitlement(tx, entitlementId)
  const booking = await lockBooking(tx, bookingId)
  if (!canJoinWaitlist(booking, now)) return
  // A concurrent run has offered the member a slot in the meantime.
  if (await findOffer(tx, memberId, { bookingId })) return
  const lines = await listSessionLines(tx, memberId, now)
  const line = findLine(lines, booking)
  if (!line) return
  for (const slot of await findEarlierSlots(tx, { booking, line, lines, now })) {
    const expiresAt = offerExpiry(booking, slot.startsAt, now)
    if (!expiresAt) continue
    const offerId = await withSavepoint(tx, async () => {
      await lockConsultant(tx, slot.consultantId)
      await clearReservations(tx, { memberId: null, slot, now })
      if (await isOccupied(tx, slot)) return undefined
      const { startsAt, consultantId } = slot
      const [stillFree] = await findFreeConsultants(tx, { line, startsAt, now, consultantId })
      if (!stillFree) return undefined
      return insertOffer(tx, { bookingId, memberId, line, slot, expiresAt, now })
    })
    if (offerId === undefined || offerId instanceof Conflict) continue
    return notifySlotOffered(tx, context, { offerId, booking, slot, expiresAt })
  }
}

type Search = { booking: StoredBooking; line: SessionLine; lines: SessionLine[]; now: Date }

/**
 * Lists the earliest slots first. If several start at the same time, the one with the member's current consultant is
 * first.
 */
async function findEarlierSlots(tx: Db, { booking, line, lines, now }: Search): Promise<Slot[]> {
  const offered = await listOfferedStarts(tx, booking.id)
  const openBookings = (await listOpenBookings(tx, booking.memberId, now)).filter(({ id }) => id !== booking.id)
  const slots: Slot[] = []
  for (const memberWindow of await listWindows(tx, booking.id)) {
    const window = startsWithin(memberWindow, booking, now)
    if (window.from >= window.until) continue
    for (const { consultantId, availability, commitments } of await listSchedules(tx, { line, window, now })) {
      const starts = findFreeSlots(availability, commitments, { minutes: line.minutes, window, now: now.getTime() })
      const consultant = { consultantId, bufferMinutes: availability.bufferMinutes }
      slots.push(...starts.map((start) => toSlot(new Date(start), line.minutes, consultant)))
    }
  }
  const currentConsultantRank = ({ consultantId }: Slot) => Number(consultantId === booking.consultantId)
  return slots
    .filter((slot) => !offered.has(slot.startsAt.getTime()) && slot.startsAt >= line.startsAt)
    .filter((slot) => !hasOverlappingSession(slot, openBookings) && isInOrder(line, slot, { lines, openBookings }))
    .toSorted(
      (a, b) => a.startsAt.getTime() - b.startsAt.getTime() || currentConsultantRank(b) - currentConsultantRank(a),
    )
}
