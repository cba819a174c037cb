import './tables.ts'
import { sql } from 'kysely'
import { preparedRows } from '#platform/server/db/prepared.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'

/** A session that is over and of which nobody has said otherwise was held. */
export async function countSessionsOf(
  db: Db,
  memberId: MemberId,
  now: Date,
): Promise<{ upcoming: number; completed: number }> {
  const question = db
    .selectFrom('booking')
    .where('member_id', '=', memberId)
    .where('state', 'in', ['booked', 'held'])
    .select([
      sql<number>`count(*) filter (where state = 'booked' and ends_at > ${now})::int`.as('upcoming'),
      sql<number>`count(*) filter (where state = 'held' or ends_at <= ${now})::int`.as('completed'),
    ])
  const [counts] = await preparedRows(db, question)
  return counts ?? { upcoming: 0, completed: 0 }
}
