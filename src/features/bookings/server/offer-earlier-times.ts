import { listSessionLines, lockEntitlement, type SessionLine } from '#features/purchases/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { openRound } from '#platform/server/open-round.ts'
import { hasSessionThen, isInOrder, lineOf } from '../rules/bookable.ts'
import { minutesOnEachSide, slotOf } from '../rules/buffer.ts'
import { canWait, offerUntil, startsWithin } from '../rules/earlier.ts'
import { findFreeTimes } from '../rules/free-times.ts'
import { listDiaries } from './availability-store.ts'
import { listOpenBookings, lockBooking, type StoredBooking } from './booking-store.ts'
import {
  endOffers,
  findOffer,
  insertOffer,
  listOffered,
  listWaiting,
  listWindows,
  type Waiting,
} from './earlier-store.ts'
import { findFreeConsultants } from './find-free-consultants.ts'
import { Conflict, lockConsultant, lockMember, tryWithin } from './lock-store.ts'
import { clearReservations, isOccupied, type Slot } from './reservation-store.ts'
import { tellOfEarlierOffer } from './tell-of-earlier-offer.ts'

/** Read of the line at a time. */
const BATCH = 500

/**
 * Work of `offerEarlierTimesJob`: what is free within the wishes of those who wait is offered, to the first in line
 * first, and to nobody else while it is theirs to take.
 * @param batch how many are read of the line at a time
 */
export async function offerEarlierTimes(context: Context, batch = BATCH): Promise<void> {
  const { db, now, log } = context
  const round = openRound(log, 'an earlier time could not be offered')
  await db.transaction().execute((tx) => endOffers(tx, now()))
  let after: Waiting | undefined
  do {
    const line = await listWaiting(db, now(), { limit: batch, after })
    for (const waiting of line) {
      await round.attempt(waiting.bookingId, () => db.transaction().execute((tx) => offerTime(tx, context, waiting)))
    }
    after = line.length === batch ? line.at(-1) : undefined
  } while (after)
  round.end()
}

async function offerTime(tx: Db, context: Context, { memberId, entitlementId, bookingId }: Waiting): Promise<void> {
  const now = context.now()
  await lockMember(tx, memberId)
  await lockEntitlement(tx, entitlementId)
  const booking = await lockBooking(tx, bookingId)
  if (!canWait(booking, now)) return
  // Another round has offered them a time meanwhile.
  if (await findOffer(tx, memberId, { bookingId })) return
  const lines = await listSessionLines(tx, memberId, now)
  const line = lineOf(lines, booking)
  if (!line) return
  for (const slot of await findEarlierSlots(tx, { booking, line, lines, now })) {
    const expiresAt = offerUntil(booking, slot.startsAt, now)
    if (!expiresAt) continue
    const offerId = await tryWithin(tx, async () => {
      await lockConsultant(tx, slot.consultantId)
      await clearReservations(tx, { memberId: null, slot, now })
      if (await isOccupied(tx, slot, null)) return undefined
      const { startsAt, consultantId } = slot
      const [still] = await findFreeConsultants(tx, { line, startsAt, now, consultantId })
      if (!still) return undefined
      return insertOffer(tx, { bookingId, memberId, line, slot, expiresAt, now })
    })
    if (offerId === undefined || offerId instanceof Conflict) continue
    return tellOfEarlierOffer(tx, context, { offerId, booking, slot, expiresAt })
  }
}

type Search = { booking: StoredBooking; line: SessionLine; lines: SessionLine[]; now: Date }

/** The earliest first; of those at one time the member's own consultant. */
async function findEarlierSlots(tx: Db, { booking, line, lines, now }: Search): Promise<Slot[]> {
  const offered = await listOffered(tx, booking.id)
  const open = (await listOpenBookings(tx, booking.memberId, now)).filter(({ id }) => id !== booking.id)
  const slots: Slot[] = []
  for (const wished of await listWindows(tx, booking.id)) {
    const window = startsWithin(wished, booking, now)
    if (window.from >= window.until) continue
    for (const { consultantId, availability, taken } of await listDiaries(tx, { line, window, now })) {
      const starts = findFreeTimes(availability, taken, { minutes: line.minutes, window, now: now.getTime() })
      const sideMinutes = minutesOnEachSide(availability.bufferMinutes)
      slots.push(...starts.map((start) => slotOf(new Date(start), line.minutes, { consultantId, sideMinutes })))
    }
  }
  const isOwn = ({ consultantId }: Slot) => Number(consultantId === booking.consultantId)
  return slots
    .filter((slot) => !offered.has(slot.startsAt.getTime()) && slot.startsAt >= line.startsAt)
    .filter((slot) => !hasSessionThen(slot, open) && isInOrder(line, slot, { lines, open }))
    .toSorted((one, other) => one.startsAt.getTime() - other.startsAt.getTime() || isOwn(other) - isOwn(one))
}
