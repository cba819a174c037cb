import type { SessionLine } from '#features/purchases/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { zoneDays } from '#platform/shared/calendar.ts'
import { findFreeSlots } from '../rules/free-slots.ts'
import { listSchedules, type Schedule } from './store.ts'

type ConsultantSearch = {
  line: SessionLine
  startsAt: Date
  now: Date
  movingId?: string | undefined
  /** Limits the search to one consultant. */
  consultantId?: string | null
  isNoticeIgnored?: boolean
}

/**
 * Finds consultants who are free at the given time. "First free" tries them in this order: fewest sessions that day,
 * then the order on the public page. Pass `movingId` when moving a booking.
 */
export async function findFreeConsultants(
  db: Db,
  { startsAt, isNoticeIgnored = false, ...search }: ConsultantSearch,
): Promise<{ consultantId: string; bufferMinutes: number }[]> {
  const start = startsAt.getTime()
  const window = { from: start, until: start + 1 }
  const schedules = await listSchedules(db, { ...search, window })
  const slotSearch = { minutes: search.line.minutes, window, now: search.now.getTime() }
  const isFree = ({ availability, commitments }: Schedule) => {
    const searched = isNoticeIgnored ? { ...availability, minimumNoticeMinutes: 0 } : availability
    return findFreeSlots(searched, commitments, slotSearch).length > 0
  }
  return schedules
    .filter(isFree)
    .map((schedule) => ({ schedule, sessions: countDaySessions(schedule, start) }))
    .sort((a, b) => a.sessions - b.sessions)
    .map(({ schedule: { consultantId, availability } }) => ({
      consultantId,
      bufferMinutes: availability.bufferMinutes,
    }))
}

/**
 * Checks that the consultant for a reservation is still available. Ignores the notice period, which was applied when
 * the slot was reserved.
 */
export async function isStillAvailable(db: Db, search: Required<Omit<ConsultantSearch, 'isNoticeIgnored'>>) {
  return (await findFreeConsultants(db, { ...search, isNoticeIgnored: true })).length > 0
}

function countDaySessions({ availability, commitments }: Schedule, moment: number): number {
  const [day] = zoneDays(availability.timeZone, moment, moment)
  return commitments.sessions.filter(({ from }) => day && from >= day.from && from < day.until).length
}
