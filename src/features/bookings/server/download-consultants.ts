import type { MemberContext } from '#platform/server/context.ts'
import type { CsvColumns } from '#platform/server/http/csv-answer.ts'
import { saveList } from '#platform/server/http/save-list.ts'
import type { LargeFileAnswer } from '#platform/shared/file-answer.ts'
import type { StaffConsultant } from '../contract/consultant.ts'
import { listAllConsultants } from './list-all-consultants.ts'

/** The list of administrators as a file. */
export async function downloadConsultants(context: MemberContext): Promise<LargeFileAnswer> {
  return saveList(context, {
    list: 'consultants',
    columns,
    readPage: async () => ({ items: await listAllConsultants(context), nextCursor: null }),
  })
}

const columns: CsvColumns<StaffConsultant> = {
  Name: ({ displayName }) => displayName,
  'E-mail address': ({ email }) => email,
  Services: ({ services }) => services.join(', '),
  Published: ({ isPublished }) => isPublished,
  'May log in': ({ isActive }) => isActive,
  'Has hours': ({ hasHours }) => hasHours,
  'Sessions held': ({ chosenSessions }) => chosenSessions ?? 'all',
  'Sessions to come': ({ upcoming }) => upcoming,
  Calendars: ({ calendars }) => calendars,
  'Calendars that could not be read': ({ brokenCalendars }) => brokenCalendars,
}
