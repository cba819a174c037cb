import type { Context } from '#platform/server/context.ts'
import { MOST_HORIZON_DAYS } from '../contract/availability.ts'
import { calendarProblems, unreadEvents } from '../rules/calendar.ts'
import type { FetchCalendar } from './calendar-gateway.ts'
import { findCalendar, lockCalendar, noteReading, replaceBusyTimes } from './calendar-store.ts'
import { readBusyTimes } from './read-busy-times.ts'

const DAY_MS = 86_400_000
/** Nobody can be booked further ahead; a day more, since days begin earlier elsewhere. */
const HORIZON_DAYS = MOST_HORIZON_DAYS + 1

export type ImportContext = Context & { fetchCalendar: FetchCalendar }

/** Reads a calendar anew. Where that fails, what was read before still counts, and the consultant sees what is wrong. */
export async function importCalendar(context: ImportContext, calendarId: string): Promise<void> {
  const { db, now } = context
  const calendar = await findCalendar(db, calendarId)
  if (!calendar) return
  const readAt = now()
  const reading = await readCalendar(context, calendar, readAt)
  await db.transaction().execute(async (tx) => {
    const still = await lockCalendar(tx, calendarId)
    // Removed while it was read.
    if (!still) return
    if (!reading.ok) return noteReading(tx, calendarId, { problem: calendarProblems[reading.problem] })
    await replaceBusyTimes(tx, { calendarId, ...still }, reading.busy)
    await noteReading(tx, calendarId, { fetched_at: readAt, problem: unreadEvents(reading.unread) })
  })
}

async function readCalendar(
  { fetchCalendar }: ImportContext,
  { url, timeZone }: { url: string; timeZone: string },
  now: Date,
) {
  const fetched = await fetchCalendar(url)
  if (!fetched.ok) return fetched
  const from = new Date(now.getTime() - DAY_MS)
  const until = new Date(now.getTime() + HORIZON_DAYS * DAY_MS)
  const expanded = await readBusyTimes({ text: fetched.text, timeZone, from, until })
  if (expanded.state !== 'read') return { ok: false as const, problem: expanded.state }
  return { ok: true as const, busy: expanded.busy, unread: expanded.unread }
}
