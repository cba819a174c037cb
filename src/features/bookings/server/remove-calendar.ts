import type { MemberContext } from '#platform/server/context.ts'
import { Refused } from '#platform/shared/refused.ts'
import { deleteCalendarOf } from './calendar-store.ts'

export async function removeCalendar({ db, actor }: MemberContext, calendarId: string): Promise<null> {
  if (!(await deleteCalendarOf(db, actor.memberId, calendarId))) throw new Refused('calendar-not-found')
  return null
}
