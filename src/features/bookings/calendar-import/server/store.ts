import '../../server/tables.ts'
import { sql } from 'kysely'
import { isAdvising } from '#features/consultants/server/public.ts'
import type { DataKeys, StoredSecret } from '#platform/server/data-keys.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { BusySpan } from '../rules.ts'

/** @param owner the consultant, identified by their account or their profile */
export async function listConsultantCalendars(db: Db, owner: { accountId: MemberId } | { id: string }) {
  const rows = await db
    .selectFrom('importedCalendar')
    .innerJoin('consultant', 'consultant.id', 'importedCalendar.consultantId')
    .where((where) =>
      'id' in owner ? where('consultant.id', '=', owner.id) : where('consultant.accountId', '=', owner.accountId),
    )
    .select(['importedCalendar.id', 'importedCalendar.consultantId', 'importedCalendar.url', 'importedCalendar.sealed'])
    .select(['importedCalendar.fetchedAt', 'importedCalendar.problem'])
    .select(({ selectFrom }) =>
      selectFrom('busyTime')
        .whereRef('busyTime.calendarId', '=', 'importedCalendar.id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('busyTimes'),
    )
    .execute()
  return rows.map(({ url, sealed, busyTimes, ...row }) => ({
    ...row,
    address: toStoredAddress({ url, sealed }),
    busyTimes: Number(busyTimes),
  }))
}

export type StoredCalendar = Awaited<ReturnType<typeof listConsultantCalendars>>[number]

function toStoredAddress({ url, sealed }: { url: string | null; sealed: Buffer | null }): StoredSecret {
  return { plain: url === null ? null : Buffer.from(url), sealed }
}

/** Locks the availability until the transaction ends, so that concurrent requests cannot exceed the calendar limit. */
export async function lockAvailability(tx: Db, accountId: MemberId): Promise<{ consultantId: string } | undefined> {
  return tx
    .selectFrom('availability')
    .innerJoin('consultant', 'consultant.id', 'availability.consultantId')
    .where('consultant.accountId', '=', accountId)
    .select('availability.consultantId')
    .forUpdate('availability')
    .executeTakeFirst()
}

export type SealedAddress = { sealed: Buffer; urlHash: Buffer }

export async function insertCalendar(tx: Db, consultantId: string, { sealed, urlHash }: SealedAddress) {
  const row = await tx
    .insertInto('importedCalendar')
    .values({ consultantId, sealed, urlHash })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** @returns false if the calendar does not exist or belongs to another consultant */
export async function deleteAccountCalendar(db: Db, accountId: MemberId, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('importedCalendar')
    .using('consultant')
    .whereRef('consultant.id', '=', 'importedCalendar.consultantId')
    .where('consultant.accountId', '=', accountId)
    .where('importedCalendar.id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Only active consultants' calendars are imported. */
export async function listCalendarIds(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('importedCalendar')
    .innerJoin('consultant', 'consultant.id', 'importedCalendar.consultantId')
    .innerJoin('account', 'account.id', 'consultant.accountId')
    .where(isAdvising)
    .select('importedCalendar.id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function findCalendar(db: Db, id: string) {
  const row = await db
    .selectFrom('importedCalendar')
    .innerJoin('availability', 'availability.consultantId', 'importedCalendar.consultantId')
    .where('importedCalendar.id', '=', id)
    .select(['url', 'sealed', 'importedCalendar.consultantId', 'timeZone'])
    .executeTakeFirst()
  return row && { consultantId: row.consultantId, timeZone: row.timeZone, address: toStoredAddress(row) }
}

/** Lists addresses that are not encrypted with the first key, ordered by id. */
export async function listAddressesToSeal(db: Db, { firstId }: DataKeys, after: string | undefined, limit: number) {
  const rows = await db
    .selectFrom('importedCalendar')
    .where((row) => row.or([row('sealed', 'is', null), row(sealedKeyId, '!=', firstId)]))
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .select(['id', 'consultantId', 'url', 'sealed'])
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id, consultantId, ...row }) => ({ id, consultantId, address: toStoredAddress(row) }))
}

export async function saveSealedAddress(db: Db, id: string, { sealed, urlHash }: SealedAddress): Promise<void> {
  await db.updateTable('importedCalendar').set({ url: null, sealed, urlHash }).where('id', '=', id).execute()
}

/** Lists the ids of all keys in use. */
export async function listKeyIds(db: Db): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('importedCalendar')
    .where('sealed', 'is not', null)
    .select(sealedKeyId.as('keyId'))
    .distinct()
    .execute()
  return rows.map(({ keyId }) => keyId)
}

/** Must match `keyIdOfSealed`. */
const sealedKeyId = sql<Buffer>`substring(sealed from 2 for 8)`

/** Locks the calendar until the transaction ends, so that concurrent imports do not mix up their busy times. */
export async function lockCalendar(tx: Db, id: string): Promise<{ consultantId: string } | undefined> {
  return tx.selectFrom('importedCalendar').where('id', '=', id).select('consultantId').forUpdate().executeTakeFirst()
}

export async function replaceBusyTimes(
  tx: Db,
  { calendarId, consultantId }: { calendarId: string; consultantId: string },
  busy: BusySpan[],
): Promise<void> {
  await tx.deleteFrom('busyTime').where('calendarId', '=', calendarId).execute()
  const starts = busy.map(({ from }) => from.toISOString())
  const ends = busy.map(({ until }) => until.toISOString())
  await sql`
    insert into busy_time (calendar_id, consultant_id, during)
    select ${calendarId}::uuid, ${consultantId}::uuid, tstzrange(starts_at, ends_at)
    from unnest(${starts}::timestamptz[], ${ends}::timestamptz[]) as span (starts_at, ends_at)`.execute(tx)
}

export async function recordImport(
  tx: Db,
  id: string,
  outcome: { fetchedAt?: Date; problem: string | null },
): Promise<void> {
  await tx.updateTable('importedCalendar').set(outcome).where('id', '=', id).execute()
}
