import type { SessionLine } from '#features/purchases/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { zoneDays } from '#platform/shared/calendar.ts'
import { minutesOnEachSide } from '../rules/buffer.ts'
import { findFreeSlots } from '../rules/free-slots.ts'
import { listSchedules, type Schedule } from './store.ts'

type ConsultantSearch = {
  line: SessionLine
  startsAt: Date
  now: Date
  movingId?: string
  consultantId?: string
  isNoticeIgnored?: boolean
}

/**
 * Finds consultants free at this moment. "First free" tries them in this order: fewest sessions that day, then the
 * order of the public page. Pass `movingId` when moving a booking.
 * @returns `sideMinutes` is half of the buffer, which a booking occupies on each side
 */
export async function findFreeConsultants(
  db: Db,
  { startsAt, isNoticeIgnored = false, ...asked }: ConsultantSearch,
): Promise<{ consultantId: string; sideMinutes: number }[]> {
  const start = startsAt.getTime()
  const window = { from: start, until: start + 1 }
  const diaries = await listSchedules(db, { ...asked, window })
  const wanted = { minutes: asked.line.minutes, window, now: asked.now.getTime() }
  const isFree = ({ availability, taken }: Schedule) => {
    const noticed = isNoticeIgnored ? { ...availability, minimumNoticeMinutes: 0 } : availability
    return findFreeSlots(noticed, taken, wanted).length > 0
  }
  return diaries
    .filter(isFree)
    .map((diary) => ({ diary, sessions: sessionsThatDay(diary, start) }))
    .sort((a, b) => a.sessions - b.sessions)
    .map(({ diary: { consultantId, availability } }) => ({
      consultantId,
      sideMinutes: minutesOnEachSide(availability.bufferMinutes),
    }))
}

/**
 * Checks that the consultant of a reservation is still available. Ignores the notice period, which applied when the
 * slot was reserved.
 */
export async function canStillHold(
  db: Db,
  { consultantId, line, startsAt, now, movingId }: Required<Omit<ConsultantSearch, 'isNoticeIgnored'>>,
): Promise<boolean> {
  const free = await findFreeConsultants(db, { consultantId, line, startsAt, now, movingId, isNoticeIgnored: true })
  return free.length > 0
}

function sessionsThatDay({ availability, taken }: Schedule, moment: number): number {
  const [day] = zoneDays(availability.timeZone, moment, moment)
  return taken.sessions.filter(({ from }) => day && from >= day.from && from < day.until).length
}
