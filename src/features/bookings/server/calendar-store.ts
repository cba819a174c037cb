import './tables.ts'
import { sql } from 'kysely'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { BusySpan } from '../rules/calendar.ts'

export type StoredCalendar = {
  id: string
  url: string
  fetchedAt: Date | null
  problem: string | null
  busyTimes: number
}

const calendars = (db: Db) =>
  db
    .selectFrom('imported_calendar')
    .innerJoin('consultant', 'consultant.id', 'imported_calendar.consultant_id')
    .select((eb) => [
      'imported_calendar.id',
      'imported_calendar.url',
      'imported_calendar.fetched_at as fetchedAt',
      'imported_calendar.problem',
      eb
        .selectFrom('busy_time')
        .whereRef('busy_time.calendar_id', '=', 'imported_calendar.id')
        .select((count) => count.fn.countAll<number>().as('count'))
        .as('busyTimes'),
    ])

export async function listCalendarsOf(db: Db, accountId: MemberId): Promise<StoredCalendar[]> {
  const rows = await calendars(db)
    .where('consultant.account_id', '=', accountId)
    .orderBy('imported_calendar.url')
    .execute()
  return rows.map((row) => ({ ...row, busyTimes: Number(row.busyTimes) }))
}

/** The same for administrators. */
export async function listCalendarsOfEntry(db: Db, consultantId: string): Promise<StoredCalendar[]> {
  const rows = await calendars(db)
    .where('imported_calendar.consultant_id', '=', consultantId)
    .orderBy('imported_calendar.url')
    .execute()
  return rows.map((row) => ({ ...row, busyTimes: Number(row.busyTimes) }))
}

/** Who they are as a consultant with hours; held until the transaction ends, so that calendars are counted by one at a time. */
export async function lockAvailability(tx: Db, accountId: MemberId): Promise<{ consultantId: string } | undefined> {
  return tx
    .selectFrom('availability')
    .innerJoin('consultant', 'consultant.id', 'availability.consultant_id')
    .where('consultant.account_id', '=', accountId)
    .select('availability.consultant_id as consultantId')
    .forUpdate('availability')
    .executeTakeFirst()
}

export async function insertCalendar(tx: Db, consultantId: string, url: string): Promise<string> {
  const row = await tx
    .insertInto('imported_calendar')
    .values({ consultant_id: consultantId, url })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** @returns whether it was there and theirs */
export async function deleteCalendarOf(db: Db, accountId: MemberId, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('imported_calendar')
    .using('consultant')
    .whereRef('consultant.id', '=', 'imported_calendar.consultant_id')
    .where('consultant.account_id', '=', accountId)
    .where('imported_calendar.id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Of consultants who may be booked: nobody else's calendar is read. */
export async function listCalendarIds(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('imported_calendar')
    .innerJoin('consultant', 'consultant.id', 'imported_calendar.consultant_id')
    .innerJoin('account', 'account.id', 'consultant.account_id')
    .where('account.role', '=', 'consultant')
    .where('account.disabled_at', 'is', null)
    .select('imported_calendar.id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function findCalendar(db: Db, id: string) {
  return db
    .selectFrom('imported_calendar')
    .innerJoin('availability', 'availability.consultant_id', 'imported_calendar.consultant_id')
    .where('imported_calendar.id', '=', id)
    .select(['imported_calendar.url', 'availability.time_zone as timeZone'])
    .executeTakeFirst()
}

/** Held until the transaction ends: of two readings the later one replaces all of the earlier. */
export async function lockCalendar(tx: Db, id: string): Promise<{ consultantId: string } | undefined> {
  return tx
    .selectFrom('imported_calendar')
    .where('id', '=', id)
    .select('consultant_id as consultantId')
    .forUpdate()
    .executeTakeFirst()
}

export async function replaceBusyTimes(
  tx: Db,
  { calendarId, consultantId }: { calendarId: string; consultantId: string },
  busy: BusySpan[],
): Promise<void> {
  await tx.deleteFrom('busy_time').where('calendar_id', '=', calendarId).execute()
  const starts = busy.map(({ from }) => from.toISOString())
  const ends = busy.map(({ until }) => until.toISOString())
  await sql`
    insert into busy_time (calendar_id, consultant_id, during)
    select ${calendarId}::uuid, ${consultantId}::uuid, tstzrange(starts_at, ends_at)
    from unnest(${starts}::timestamptz[], ${ends}::timestamptz[]) as span (starts_at, ends_at)`.execute(tx)
}

export async function noteReading(
  tx: Db,
  id: string,
  noted: { fetched_at?: Date; problem: string | null },
): Promise<void> {
  await tx.updateTable('imported_calendar').set(noted).where('id', '=', id).execute()
}
