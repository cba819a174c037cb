import type { MemberContext } from '#platform/server/context.ts'
import type { Limit } from '#platform/server/limits.ts'
import { Refused } from '#platform/shared/refused.ts'
import { type ImportedCalendar, MOST_CALENDARS, readCalendarAddress } from '../contract/imported-calendar.ts'
import { insertCalendar, listCalendarsOf, lockAvailability } from './calendar-store.ts'
import { importCalendarJob } from './jobs.ts'
import { showCalendar } from './list-calendars.ts'

/** Each one added is fetched at once: nobody makes this site knock at others all day. */
const ADDED: Limit = { name: 'calendar-added', attempts: 20, seconds: 3_600 }

/** The consultant's own calendar is read at once, and every 15 minutes from then on. */
export async function addCalendar(context: MemberContext, address: string): Promise<ImportedCalendar> {
  const { db, actor, jobs, limits } = context
  const url = readCalendarAddress(address)
  if (!url) throw new Error('The contract lets no such address in')
  url.hash = ''
  await limits.count(ADDED, actor.memberId)
  return db.transaction().execute(async (tx) => {
    const consultant = await lockAvailability(tx, actor.memberId)
    if (!consultant) throw new Refused('no-hours')
    const known = await listCalendarsOf(tx, actor.memberId)
    if (known.some((calendar) => calendar.url === url.href)) throw new Refused('calendar-known')
    if (known.length >= MOST_CALENDARS) throw new Refused('too-many-calendars')
    const id = await insertCalendar(tx, consultant.consultantId, url.href)
    await jobs.send(tx, importCalendarJob, { calendarId: id })
    return showCalendar({ id, url: url.href, fetchedAt: null, problem: null, busyTimes: 0 })
  })
}
