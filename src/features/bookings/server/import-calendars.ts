import type { Context } from '#platform/server/context.ts'
import { listCalendarIds } from './calendar-store.ts'
import { importCalendarJob } from './jobs.ts'

/** Each calendar is a piece of work of its own: one that is slow holds up no other. */
export async function importCalendars({ db, jobs }: Context): Promise<void> {
  for (const calendarId of await listCalendarIds(db)) await jobs.send(db, importCalendarJob, { calendarId })
}
