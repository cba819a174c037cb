import './tables.ts'
import type { Role } from '#features/accounts/contract.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'

/** More than anybody holds in so many days. */
const MOST = 2_000

/**
 * The sessions of somebody between two moments, booked by them or, while they advise, held by them: those that stand,
 * and those that were to take place.
 */
export async function listSessionsOf(
  db: Db,
  { memberId, role }: { memberId: MemberId; role: Role },
  { from, until }: { from: Date; until: Date },
) {
  const holds = role === 'consultant'
  return db
    .selectFrom('booking')
    .innerJoin('account as member', 'member.id', 'booking.member_id')
    .leftJoin('consultant', 'consultant.id', 'booking.consultant_id')
    .where((where) =>
      where.or([
        where('booking.member_id', '=', memberId),
        ...(holds ? [where('consultant.account_id', '=', memberId)] : []),
      ]),
    )
    .where('booking.state', 'in', ['booked', 'held', 'missed'])
    .where('booking.starts_at', '>=', from)
    .where('booking.starts_at', '<', until)
    .select([
      'booking.id',
      'booking.member_id',
      'booking.title',
      'booking.starts_at',
      'booking.ends_at',
      'booking.sequence',
      'booking.place',
      'consultant.display_name',
      'member.first_name',
    ])
    .orderBy('booking.starts_at')
    .orderBy('booking.id')
    .limit(MOST)
    .execute()
}
