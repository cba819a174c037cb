import type { MemberContext } from '#platform/server/context.ts'
import { type CsvColumns, downloadCsv } from '#platform/server/http/csv-download.ts'
import { companyDay } from '#platform/shared/calendar.ts'
import { Refused } from '#platform/shared/refused.ts'
import { findAvailability, listSessionTypes } from '../../availability/server/store.ts'
import { openCalendars, showCalendar } from '../../calendar-import/server/calendars.ts'
import { listConsultantCalendars } from '../../calendar-import/server/store.ts'
import type { AdminConsultant, ConsultantRecord } from '../contract.ts'
import { type ConsultantRow, findConsultantById, listConsultants } from './store.ts'

export async function downloadConsultants(context: MemberContext) {
  return downloadCsv(context, {
    list: 'consultants',
    columns,
    readPage: async () => ({ items: await listAllConsultants(context), nextCursor: null }),
  })
}

const columns: CsvColumns<AdminConsultant> = {
  Name: ({ displayName }) => displayName,
  'Email address': ({ email }) => email,
  Services: ({ services }) => services.join(', '),
  Published: ({ isPublished }) => isPublished,
  'Can log in': ({ isActive }) => isActive,
  'Hours set': ({ hasHours }) => hasHours,
  'Sessions offered': ({ chosenSessions }) => chosenSessions ?? 'all',
  'Upcoming sessions': ({ upcoming }) => upcoming,
  Calendars: ({ calendars }) => calendars,
  'Calendars with problems': ({ brokenCalendars }) => brokenCalendars,
}

export async function getConsultantRecord(
  { db, now, dataKeys }: Pick<MemberContext, 'db' | 'now' | 'dataKeys'>,
  consultantId: string,
): Promise<ConsultantRecord> {
  const row = await findConsultantById(db, consultantId, now())
  if (!row) throw new Refused('consultant-not-found')
  return {
    ...showAdminConsultant(row),
    availability: (await findAvailability(db, consultantId, companyDay(now()))) ?? null,
    offered: await listSessionTypes(db, row.services),
    calendarList: openCalendars(dataKeys, await listConsultantCalendars(db, { id: consultantId })).map(showCalendar),
  }
}

export async function listAllConsultants({ db, now }: MemberContext): Promise<AdminConsultant[]> {
  return (await listConsultants(db, now())).map(showAdminConsultant)
}

function showAdminConsultant(row: ConsultantRow): AdminConsultant {
  return {
    ...row,
    isPublished: row.publishedAt !== null,
    isActive: row.role === 'consultant' && row.disabledAt === null,
    chosenSessions: row.chosenSessions || null,
  }
}
