import '../../server/tables.ts'
import type { Role } from '#features/accounts/contract.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'

/** Far more sessions than one account has in the period a feed covers. */
const MAX_SESSIONS = 2_000

/**
 * Lists sessions that the account has booked and, for consultants, those they hold. Leaves out cancelled sessions and
 * reservations.
 */
export async function listAccountSessions(
  db: Db,
  { memberId, role }: { memberId: MemberId; role: Role },
  { from, until }: { from: Date; until: Date },
) {
  const isConsultant = role === 'consultant'
  return db
    .selectFrom('booking')
    .innerJoin('account as member', 'member.id', 'booking.memberId')
    .leftJoin('consultant', 'consultant.id', 'booking.consultantId')
    .where((where) =>
      where.or([
        where('booking.memberId', '=', memberId),
        ...(isConsultant ? [where('consultant.accountId', '=', memberId)] : []),
      ]),
    )
    .where('booking.state', 'in', ['booked', 'held', 'missed'])
    .where('booking.startsAt', '>=', from)
    .where('booking.startsAt', '<', until)
    .select([
      'booking.id',
      'booking.memberId',
      'booking.title',
      'booking.startsAt',
      'booking.endsAt',
      'booking.sequence',
      'booking.place',
      'consultant.displayName',
      'member.firstName',
    ])
    .orderBy('booking.startsAt')
    .orderBy('booking.id')
    .limit(MAX_SESSIONS)
    .execute()
}
