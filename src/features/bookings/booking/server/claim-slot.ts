import type { SessionLine } from '#features/purchases/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { Refused } from '#platform/shared/refused.ts'
import { Conflict, lockConsultant, withSavepoint } from '../../server/lock-store.ts'
import { type Slot, toSlot } from '../../slots/rules/buffer.ts'
import { findFreeConsultants } from '../../slots/server/find-free-consultants.ts'
import { clearReservations, isOccupied } from './store.ts'

type SlotClaim = {
  memberId: MemberId
  line: SessionLine
  startsAt: Date
  now: Date
  /** Null for the first free consultant. */
  consultantId: string | null
  /** Tried first, if free. */
  preferredId?: string | null
  /** The member's reservation or booking that this one replaces. */
  replacedId?: string | undefined
  /** Removes anything else that is holding the slot for the member. */
  removeConflicts?: (slot: Slot) => Promise<void>
}

/**
 * Claims the slot for the first free consultant, skipping any whose slot another request has taken in the meantime.
 * @param writeClaim writes the claim and returns the result
 * @throws Refused slot-taken, booking-overlap, already-booked
 */
export async function claimSlot<Result>(
  tx: Db,
  { memberId, line, startsAt, now, consultantId, preferredId, replacedId, removeConflicts }: SlotClaim,
  writeClaim: (slot: Slot) => Promise<Result>,
): Promise<Result> {
  const time = { line, startsAt, now, movingId: replacedId }
  const freeConsultants = await findFreeConsultants(tx, { ...time, consultantId })
  const preferredFirst = freeConsultants.toSorted(
    (a, b) => Number(b.consultantId === preferredId) - Number(a.consultantId === preferredId),
  )
  for (const consultant of preferredFirst) {
    const slot = toSlot(startsAt, line.minutes, consultant)
    const outcome = await withSavepoint(tx, async () => {
      await lockConsultant(tx, slot.consultantId)
      await clearReservations(tx, { memberId, slot, now })
      await removeConflicts?.(slot)
      if (await isOccupied(tx, slot, replacedId)) return undefined
      // Since the first check, another booking may have reached the daily limit or the consultant may have reported a
      // sick day.
      const [stillFree] = await findFreeConsultants(tx, { ...time, consultantId: slot.consultantId })
      if (!stillFree) return undefined
      return { result: await writeClaim(slot) }
    })
    if (outcome instanceof Conflict && outcome.reason !== 'slot-taken') throw new Refused(outcome.reason)
    if (outcome && !(outcome instanceof Conflict)) return outcome.result
  }
  throw new Refused('slot-taken')
}
