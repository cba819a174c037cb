import type { MemberContext } from '#platform/server/context.ts'
import type { ImportedCalendar } from '../contract/imported-calendar.ts'
import { calendarName } from '../rules/calendar.ts'
import { listCalendarsOf, type StoredCalendar } from './calendar-store.ts'

export async function listCalendars({ db, actor }: MemberContext): Promise<ImportedCalendar[]> {
  return (await listCalendarsOf(db, actor.memberId)).map(showCalendar)
}

export function showCalendar({ id, url, fetchedAt, problem, busyTimes }: StoredCalendar): ImportedCalendar {
  return { id, name: calendarName(url), readAt: fetchedAt?.toISOString() ?? null, problem, busyTimes }
}
