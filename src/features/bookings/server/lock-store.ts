import './tables.ts'
import { sql } from 'kysely'
import { brokenConstraint } from '#platform/server/db/broken-constraint.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'

// How a time becomes somebody's. Whoever takes one holds these locks, always in this order: the member, the package
// (`lockEntitlement`), the booking that is moved (`lockBooking`), the consultant. Two rows that exclude each other wait
// for each other in the constraint, and for ever where both are being written: behind the locks one comes after the other.

/** Any two numbers that nothing else locks. */
const MEMBER_LOCK = 6_001
const CONSULTANT_LOCK = 6_002

/** Held until the transaction ends: what a member books at once, they book one after the other. */
export async function lockMember(tx: Db, memberId: MemberId): Promise<void> {
  await sql`select pg_advisory_xact_lock(${MEMBER_LOCK}::int, hashtext(${memberId}))`.execute(tx)
}

/** Held until the transaction ends, or until what was done since the savepoint is undone. */
export async function lockConsultant(tx: Db, consultantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${CONSULTANT_LOCK}::int, hashtext(${consultantId}))`.execute(tx)
}

/**
 * Does something, and undoes it alone where it comes to nothing: locks that it took are free again, and what the
 * transaction did before stays.
 * @returns undefined where it was undone, or else its answer; the name of the promise that the database kept
 */
export async function tryWithin<Done>(
  tx: Db,
  work: () => Promise<Done | undefined>,
): Promise<Done | undefined | Conflict> {
  await sql`savepoint attempt`.execute(tx)
  const undo = () => sql`rollback to savepoint attempt`.execute(tx)
  try {
    const done = await work()
    if (done === undefined) await undo()
    return done
  } catch (error) {
    const reason = conflictIn(error)
    if (!reason) throw error
    await undo()
    return new Conflict(reason)
  }
}

/** What another transaction did a moment before, in the words of the refusals. */
export class Conflict {
  readonly reason: 'slot-taken' | 'own-session-then' | 'one-is-open'
  constructor(reason: Conflict['reason']) {
    this.reason = reason
  }
}

/** Violations of the constraints by which the database keeps what was promised. */
const reasons: Record<string, Conflict['reason']> = {
  booking_slot_free: 'slot-taken',
  booking_member_free: 'own-session-then',
  booking_one_open_idx: 'one-is-open',
}

function conflictIn(error: unknown): Conflict['reason'] | undefined {
  return reasons[brokenConstraint(error) ?? '']
}
