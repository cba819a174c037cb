import type { MemberContext } from '#platform/server/context.ts'
import { companyDay } from '#platform/shared/calendar.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { ConsultantRecord } from '../contract/consultant.ts'
import { listCalendarsOfEntry } from './calendar-store.ts'
import { findEntryById } from './consultant-store.ts'
import { findAvailability, listOfferedSessions } from './hours-store.ts'
import { showStaffConsultant } from './list-all-consultants.ts'
import { showCalendar } from './list-calendars.ts'

export async function getConsultantRecord(
  { db, now }: Pick<MemberContext, 'db' | 'now'>,
  consultantId: string,
): Promise<ConsultantRecord> {
  const row = await findEntryById(db, consultantId, now())
  if (!row) throw new Refused('consultant-not-found')
  return {
    ...showStaffConsultant(row),
    availability: (await findAvailability(db, consultantId, companyDay(now()))) ?? null,
    offered: await listOfferedSessions(db, row.services),
    calendarList: (await listCalendarsOfEntry(db, consultantId)).map(showCalendar),
  }
}
