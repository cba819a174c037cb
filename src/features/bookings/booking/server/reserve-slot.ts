import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { RateLimit } from '#platform/server/rate-limit/rate-limits.ts'
import { HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { getConsultant } from '../../server/consultant-store.ts'
import { showConsultant } from '../../server/show-booking.ts'
import { RESERVATION_MINUTES, type reserveSlot as reserveTimeEndpoint, type SlotChoice } from '../contract.ts'
import { inBookingQueue } from './booking-queue.ts'
import { claimSlot } from './claim-slot.ts'
import { requireBookableSession } from './require-bookable-session.ts'
import { deleteMemberReservation, insertBooking } from './store.ts'

/** Releases the member's reserved slot, if there is one. */
export async function releaseSlot({ db, actor }: MemberContext): Promise<null> {
  await deleteMemberReservation(db, actor.memberId)
  return null
}

/** Members need only a few reservations to choose a slot. */
const RESERVATION_RATE_LIMIT: RateLimit = { name: 'reservation', attempts: 60, seconds: 3_600 }

/** Applies to each slot, so that a member cannot block it by reserving it repeatedly. */
const SAME_SLOT_RATE_LIMIT: RateLimit = { name: 'slot-reservation', attempts: 6, seconds: 3_600 }

/**
 * Applies to each hour around the slot, because reserving nearby slots blocks it too. Ten reservations last 50 minutes.
 */
const NEARBY_SLOTS_RATE_LIMIT: RateLimit = { name: 'nearby-slot-reservation', attempts: 10, seconds: 3_600 }

/** Reserves a slot while the member confirms it. If no consultant is free, the previous reservation is kept. */
export async function reserveSlot(
  context: MemberContext,
  { consultantId, ...choice }: SlotChoice,
): Promise<ResponseOf<typeof reserveTimeEndpoint>> {
  const { db, actor, limits } = context
  const { memberId } = actor
  const now = context.now()
  const startsAt = new Date(choice.startsAt)
  const reservedUntil = new Date(now.getTime() + RESERVATION_MINUTES * MINUTE_MS)
  const work = async (tx: Db) => {
    const session = await requireBookableSession(tx, memberId, { ...choice, consultantId, startsAt }, now)
    const { line, reservation: previous } = session
    const claim = { memberId, line, startsAt, now, consultantId, replacedId: previous?.id }
    return claimSlot(tx, claim, async (slot) => {
      await insertBooking(tx, { memberId, line, slot, now, state: 'reserved', reservedUntil })
      return getConsultant(tx, slot.consultantId)
    })
  }
  const consultant = await inBookingQueue(memberId, async () => {
    await limits.count(RESERVATION_RATE_LIMIT, memberId)
    await limits.count(SAME_SLOT_RATE_LIMIT, `${memberId} ${startsAt.getTime()}`)
    for (const hour of hoursAround(startsAt)) await limits.count(NEARBY_SLOTS_RATE_LIMIT, `${memberId} ${hour}`)
    return db.transaction().execute(work)
  })
  return {
    consultant: showConsultant(consultant),
    startsAt: startsAt.toISOString(),
    reservedUntil: reservedUntil.toISOString(),
  }
}

/** Hours since 1970. Any two slots up to an hour apart have at least one of these hours in common. */
function hoursAround(startsAt: Date): number[] {
  const hour = Math.floor(startsAt.getTime() / HOUR_MS)
  return [hour - 1, hour, hour + 1]
}
