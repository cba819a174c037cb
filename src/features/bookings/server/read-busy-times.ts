import { runApart } from '#platform/server/run-apart.ts'
import { openQueue } from '#platform/server/work-queue.ts'
import type { CalendarText, ExpandedCalendar } from './expand-calendar.ts'

const TIME_LIMIT_MS = 10_000
const MEMORY_LIMIT_MB = 256

/** One at a time: each may take the memory of a calendar of 5 MB. */
const inTurn = openQueue({
  atOnce: 1,
  waiting: 1_000,
  onFull: () => new Error('Too many calendars wait to be read'),
})

/** Expands a calendar in a thread of its own: it was written by anybody, and a rule of it may come to no end. */
export function readBusyTimes(calendar: CalendarText, timeLimit = TIME_LIMIT_MS): Promise<ExpandedCalendar> {
  const bounds = { input: calendar, milliseconds: timeLimit, megabytes: MEMORY_LIMIT_MB }
  return inTurn(() =>
    runApart<ExpandedCalendar>(new URL('./answer-expansion.ts', import.meta.url), {
      ...bounds,
      otherwise: { state: 'too-many-events' },
    }),
  )
}
