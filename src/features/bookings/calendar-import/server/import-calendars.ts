import type { Context } from '#platform/server/context.ts'
import { openParser } from '#platform/server/parser/open-parser.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { MAX_HORIZON_DAYS } from '../../availability/contract.ts'
import { calendarProblems, describeUnreadEvents } from '../rules.ts'
import { importCalendarQueue } from './calendars.ts'
import { type FetchCalendar, fetchCalendar } from './fetch-calendar.ts'
import type { parseBusyTimes } from './parse-busy-times.ts'
import { openAddress } from './seal-addresses.ts'
import { findCalendar, listCalendarIds, lockCalendar, recordImport, replaceBusyTimes } from './store.ts'

/** Sessions cannot be booked further ahead than this. The extra day allows for time zones. */
const HORIZON_DAYS = MAX_HORIZON_DAYS + 1

/** Tests replace `fetchCalendar`. By default it fetches from the internet. */
export type ImportContext = Context & { fetchCalendar?: FetchCalendar | undefined }

/** Imports a calendar. If that fails, the previous busy times still apply and the consultant is shown the problem. */
export async function importCalendar(context: ImportContext, calendarId: string): Promise<void> {
  const { db, now, dataKeys } = context
  const calendar = await findCalendar(db, calendarId)
  if (!calendar) return
  const readAt = now()
  const { timeZone } = calendar
  const result = await readCalendar(context, { url: openAddress(dataKeys, calendar), timeZone }, readAt)
  await db.transaction().execute(async (tx) => {
    const locked = await lockCalendar(tx, calendarId)
    // The consultant removed the calendar while it was being imported.
    if (!locked) return
    if (!result.ok) return recordImport(tx, calendarId, { problem: calendarProblems[result.problem] })
    await replaceBusyTimes(tx, { calendarId, ...locked }, result.busy)
    await recordImport(tx, calendarId, { fetchedAt: readAt, problem: describeUnreadEvents(result.unread) })
  })
}

async function readCalendar(
  { fetchCalendar: fetchText = fetchCalendar, log }: ImportContext,
  { url, timeZone }: { url: string; timeZone: string },
  now: Date,
) {
  const fetched = await fetchText(url)
  if (!fetched.ok) return fetched
  const from = new Date(now.getTime() - DAY_MS)
  const until = new Date(now.getTime() + HORIZON_DAYS * DAY_MS)
  const parsed = await readBusyTimes(log, () => ({ text: fetched.text, timeZone, from, until }))
  if (parsed.ok) return { ok: true, ...parsed.value } as const
  return { ok: false, problem: parsed.reason === 'not-a-calendar' ? parsed.reason : 'too-many-events' } as const
}

/** Queues one job per calendar, so that a slow calendar does not delay the others. */
export async function importCalendars({ db, jobs }: Context): Promise<void> {
  for (const calendarId of await listCalendarIds(db)) await jobs.send(db, importCalendarQueue, { calendarId })
}

/** Parses in a process with a time limit, because a recurrence rule may run forever. */
export const readBusyTimes = openParser<typeof parseBusyTimes>({
  inputKind: 'calendar',
  module: new URL('./parse-busy-times.ts', import.meta.url),
  functionName: 'parseBusyTimes',
  timeLimitMs: 5_000,
  maxWaiting: 1_000,
  onFull: () => new Error('Too many calendars are waiting to be read'),
})
