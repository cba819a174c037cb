import type { Db } from '#platform/server/db/tables.ts'
import type { DataSubject, PersonalData } from '#platform/server/personal-data.ts'
import { listCalendarsOf } from './calendar-store.ts'

/** Of staff; they go with the entry of the consultant. */
export async function exportCalendars(db: Db, { memberId }: DataSubject): Promise<PersonalData> {
  const calendars = await listCalendarsOf(db, memberId)
  if (calendars.length === 0) return { sections: [] }
  const facts = calendars.map(({ url, fetchedAt, busyTimes }) => ({ address: url, readAt: fetchedAt, busyTimes }))
  return { sections: [{ key: 'importedCalendars', title: 'Your other calendars, which we read', facts }] }
}
