import type { SessionLine } from '#features/purchases/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { Refused } from '#platform/shared/refused.ts'
import { slotOf } from '../rules/buffer.ts'
import { findFreeConsultants } from './find-free-consultants.ts'
import { Conflict, lockConsultant, tryWithin } from './lock-store.ts'
import { clearReservations, isOccupied, type Slot } from './reservation-store.ts'

type Wanted = {
  memberId: MemberId
  line: SessionLine
  startsAt: Date
  now: Date
  /** null: the first who is free. */
  consultantId: string | null
  /** Who is tried first of all who are free. */
  preferredId?: string | null
  /** The member's own reservation or booking that gives way to this one. */
  ownId?: string | undefined
  isMove?: boolean
  /** Lets go of what else is kept for the member at this time. */
  makeWay?: (slot: Slot) => Promise<void>
}

/**
 * Finds who is free, and takes the time of the first of them whom nobody else took meanwhile.
 * @param take writes it down; what it answers is answered
 * @throws Refused slot-taken, own-session-then, one-is-open
 */
export async function takeTime<Taken>(
  tx: Db,
  { consultantId, preferredId, ownId, isMove = false, makeWay, ...wanted }: Wanted,
  take: (slot: Slot) => Promise<Taken>,
): Promise<Taken> {
  const { memberId, line, startsAt, now } = wanted
  const time = { line, startsAt, now, ...(ownId !== undefined && { movingId: ownId }) }
  const free = await findFreeConsultants(tx, time)
  const asked = free.filter((one) => consultantId === null || one.consultantId === consultantId)
  const preferredFirst = asked.toSorted(
    (one, other) => Number(other.consultantId === preferredId) - Number(one.consultantId === preferredId),
  )
  for (const one of preferredFirst) {
    const slot = slotOf(startsAt, line.minutes, one)
    const taken = await tryWithin(tx, async () => {
      await lockConsultant(tx, slot.consultantId)
      await clearReservations(tx, { memberId, slot, now })
      await makeWay?.(slot)
      if (await isOccupied(tx, slot, isMove ? (ownId ?? null) : null)) return undefined
      // Until the lock was ours the day may have become full, or the consultant ill.
      const [still] = await findFreeConsultants(tx, { ...time, consultantId: slot.consultantId })
      if (!still) return undefined
      return { answer: await take(slot) }
    })
    if (taken instanceof Conflict && taken.reason !== 'slot-taken') throw new Refused(taken.reason)
    if (taken && !(taken instanceof Conflict)) return taken.answer
  }
  throw new Refused('slot-taken')
}
