import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { Limit } from '#platform/server/limits.ts'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { RESERVED_MINUTES, type reserveTime as reserveTimeEndpoint, type TimeChoice } from '../contract.ts'
import { findConsultant } from './holder-store.ts'
import { requireSession } from './require-session.ts'
import { insertReservation } from './reservation-store.ts'
import { showConsultant } from './show-booking.ts'
import { takeTime } from './take-time.ts'
import { takeTurns } from './take-turns.ts'

/** Whoever chooses needs a few. */
const RESERVATIONS: Limit = { name: 'reservation', attempts: 60, seconds: 3_600 }

/** Of one time: nobody keeps it from others by asking for it again and again. */
const SAME_TIME: Limit = { name: 'reservation-of-a-time', attempts: 6, seconds: 3_600 }

/** Nor by asking for those around it, which take it as well: ten times five minutes are less than the hour. */
const TIMES_AROUND: Limit = { name: 'reservation-around-a-time', attempts: 10, seconds: 3_600 }

/** Keeps a time while the member confirms it. The one kept before is let go, unless nobody is free now. */
export async function reserveTime(
  context: MemberContext,
  { consultantId, ...choice }: TimeChoice,
): Promise<ResponseOf<typeof reserveTimeEndpoint>> {
  const { db, actor, limits } = context
  const { memberId } = actor
  const now = context.now()
  const startsAt = new Date(choice.startsAt)
  const reservedUntil = new Date(now.getTime() + RESERVED_MINUTES * 60_000)
  const work = async (tx: Db) => {
    const session = await requireSession(tx, memberId, { ...choice, consultantId, startsAt }, now)
    const { line, reservation: before } = session
    const wanted = { memberId, line, startsAt, now, consultantId, ownId: before?.id }
    return takeTime(tx, wanted, async (slot) => {
      await insertReservation(tx, { memberId, line, slot, now }, reservedUntil)
      return findConsultant(tx, slot.consultantId)
    })
  }
  const consultant = await takeTurns(memberId, async () => {
    await limits.count(RESERVATIONS, memberId)
    await limits.count(SAME_TIME, `${memberId} ${startsAt.getTime()}`)
    for (const hour of hoursAround(startsAt)) await limits.count(TIMES_AROUND, `${memberId} ${hour}`)
    return db.transaction().execute(work)
  })
  if (!consultant) throw new Error('A time was kept with a consultant who is not there')
  return {
    consultant: showConsultant(consultant),
    startsAt: startsAt.toISOString(),
    reservedUntil: reservedUntil.toISOString(),
  }
}

/** Counted from the beginning of time: whatever lies up to an hour away from a time counts in the hour of that time. */
function hoursAround(startsAt: Date): number[] {
  const hour = Math.floor(startsAt.getTime() / 3_600_000)
  return [hour - 1, hour, hour + 1]
}
