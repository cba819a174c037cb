import { Worker } from 'node:worker_threads'
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

/**
 * Expands a calendar in a thread of its own, which is ended when it takes too long or too much: a calendar is written by
 * anybody, and a rule that comes to no end must not hold up the site.
 */
export function readBusyTimes(calendar: CalendarText, timeLimit = TIME_LIMIT_MS): Promise<ExpandedCalendar> {
  return inTurn(() => expandApart(calendar, timeLimit))
}

function expandApart(calendar: CalendarText, timeLimit: number): Promise<ExpandedCalendar> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./answer-expansion.ts', import.meta.url), {
      workerData: calendar,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB },
    })
    const end = () => {
      clearTimeout(limit)
      void thread.terminate()
    }
    const limit = setTimeout(() => {
      end()
      resolve({ state: 'too-many-events' })
    }, timeLimit)
    thread.once('message', (expanded: ExpandedCalendar) => {
      end()
      resolve(expanded)
    })
    thread.once('error', (error: Error & { code?: string }) => {
      end()
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve({ state: 'too-many-events' })
      else reject(error)
    })
  })
}
