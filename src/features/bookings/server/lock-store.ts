import './tables.ts'
import { sql } from 'kysely'
import { violatedConstraint } from '#platform/server/db/database-errors.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'

// Claiming a slot takes these locks in this order: member, package (`lockEntitlement`), booking to move
// (`lockBooking`), consultant. Without them, two conflicting writes could deadlock on the exclusion constraint.

/** Arbitrary numbers that no other advisory lock uses. */
const MEMBER_LOCK = 6_001
const CONSULTANT_LOCK = 6_002

/** Held until the transaction ends, so that a member's bookings run one at a time. */
export async function lockMember(tx: Db, memberId: MemberId): Promise<void> {
  await sql`select pg_advisory_xact_lock(${MEMBER_LOCK}::int, hashtext(${memberId}))`.execute(tx)
}

/** Held until the transaction ends or the savepoint is rolled back. */
export async function lockConsultant(tx: Db, consultantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${CONSULTANT_LOCK}::int, hashtext(${consultantId}))`.execute(tx)
}

/**
 * Runs the work in a savepoint, and rolls it back if the result is undefined or a constraint is violated. Rolling back
 * releases its locks but keeps earlier changes made in the transaction.
 * @returns the result, undefined, or the conflict that violated the constraint
 */
export async function withSavepoint<Result>(
  tx: Db,
  work: () => Promise<Result | undefined>,
): Promise<Result | undefined | Conflict> {
  await sql`savepoint attempt`.execute(tx)
  const undo = () => sql`rollback to savepoint attempt`.execute(tx)
  try {
    const result = await work()
    if (result === undefined) await undo()
    return result
  } catch (error) {
    const reason = toConflictReason(error)
    if (!reason) throw error
    await undo()
    return new Conflict(reason)
  }
}

/** A conflict with a concurrent transaction, named after the refusal it leads to. */
export class Conflict {
  readonly reason: 'slot-taken' | 'booking-overlap' | 'already-booked'
  constructor(reason: Conflict['reason']) {
    this.reason = reason
  }
}

const conflictReasons: Record<string, Conflict['reason']> = {
  booking_slot_free: 'slot-taken',
  booking_member_free: 'booking-overlap',
  booking_one_open_idx: 'already-booked',
}

function toConflictReason(error: unknown): Conflict['reason'] | undefined {
  return conflictReasons[violatedConstraint(error) ?? '']
}
