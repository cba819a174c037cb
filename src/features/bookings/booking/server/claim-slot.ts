import type { SessionLine } from '#features/purchases/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { Refused } from '#platform/shared/refused.ts'
import { Conflict, lockConsultant, withSavepoint } from '../../server/lock-store.ts'
import { slotOf } from '../../slots/rules/buffer.ts'
import { findFreeConsultants } from '../../slots/server/find-free-consultants.ts'
import { clearReservations, isOccupied, type Slot } from './store.ts'

type SlotClaim = {
  memberId: MemberId
  line: SessionLine
  startsAt: Date
  now: Date
  /** Null for the first free consultant. */
  consultantId: string | null
  /** Tried first if free. */
  preferredId?: string | null
  /** The member's reservation or booking that this one replaces. */
  ownId?: string | undefined
  isMove?: boolean
  /** Removes anything else that holds the slot for the member. */
  makeWay?: (slot: Slot) => Promise<void>
}

/**
 * Claims the slot for the first free consultant whose slot no other request takes meanwhile.
 * @param take writes the claim and returns the result
 * @throws Refused slot-taken, booking-overlap, already-booked
 */
export async function claimSlot<Taken>(
  tx: Db,
  { consultantId, preferredId, ownId, isMove = false, makeWay, ...wanted }: SlotClaim,
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
    const taken = await withSavepoint(tx, async () => {
      await lockConsultant(tx, slot.consultantId)
      await clearReservations(tx, { memberId, slot, now })
      await makeWay?.(slot)
      if (await isOccupied(tx, slot, isMove ? (ownId ?? null) : null)) return undefined
      // The day may have filled up, or the consultant fallen ill, before we got the lock.
      const [still] = await findFreeConsultants(tx, { ...time, consultantId: slot.consultantId })
      if (!still) return undefined
      return { answer: await take(slot) }
    })
    if (taken instanceof Conflict && taken.reason !== 'slot-taken') throw new Refused(taken.reason)
    if (taken && !(taken instanceof Conflict)) return taken.answer
  }
  throw new Refused('slot-taken')
}
