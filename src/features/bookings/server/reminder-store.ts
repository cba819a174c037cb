import './tables.ts'
import { sql } from 'kysely'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { Place } from '../contract.ts'
import { isAdvising } from './orphan-store.ts'

export type StartingSession = {
  id: string
  sequence: number
  title: string
  startsAt: Date
  /** When this time was chosen. */
  chosenAt: Date
  place: Place
  member: { id: MemberId; firstName: string; email: string; timeZone: string }
  consultant: { id: MemberId; displayName: string; timeZone: string }
}

/** Sessions that begin between two moments, soonest first. One whose consultant has left is about to be cancelled. */
export async function listStartingSessions(
  db: Db,
  { after, until }: { after: Date; until: Date },
): Promise<StartingSession[]> {
  const rows = await startingSessions(db)
    .where('booking.starts_at', '>', after)
    .where('booking.starts_at', '<=', until)
    .orderBy('booking.starts_at')
    .execute()
  return rows.map(toSession)
}

/** Held until the transaction ends, so that nobody moves or cancels it meanwhile. None where it stands no more. */
export async function lockStartingSession(tx: Db, id: string): Promise<StartingSession | undefined> {
  const row = await startingSessions(tx).where('booking.id', '=', id).forUpdate('booking').executeTakeFirst()
  return row && toSession(row)
}

function startingSessions(db: Db) {
  return db
    .selectFrom('booking')
    .innerJoin('account as member', 'member.id', 'booking.member_id')
    .innerJoin('consultant', 'consultant.id', 'booking.consultant_id')
    .innerJoin('account as adviser', 'adviser.id', 'consultant.account_id')
    .leftJoin('availability', 'availability.consultant_id', 'consultant.id')
    .where('booking.state', '=', 'booked')
    .where(isAdvising(sql.ref('consultant.id')))
    .select(['booking.id', 'booking.sequence', 'booking.title', 'booking.starts_at'])
    .select(['booking.place', 'booking.member_id', 'member.first_name', 'member.email'])
    .select(['member.time_zone', 'consultant.account_id', 'consultant.display_name'])
    .select((select) => select.fn.coalesce('availability.time_zone', 'adviser.time_zone').as('adviser_zone'))
    .select(sql<Date>`coalesce(booking.moved_at, booking.booked_at)`.as('chosen_at'))
}

type Row = Awaited<ReturnType<ReturnType<typeof startingSessions>['executeTakeFirstOrThrow']>>

function toSession(row: Row): StartingSession {
  return {
    id: row.id,
    sequence: row.sequence,
    title: row.title,
    startsAt: row.starts_at,
    chosenAt: row.chosen_at,
    place: row.place ?? 'online',
    member: {
      id: row.member_id as MemberId,
      firstName: row.first_name,
      email: row.email,
      timeZone: row.time_zone,
    },
    consultant: { id: row.account_id as MemberId, displayName: row.display_name, timeZone: row.adviser_zone },
  }
}
