import type { SessionLine } from '#features/purchases/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { zoneDays } from '#platform/shared/zone-days.ts'
import { minutesOnEachSide } from '../rules/buffer.ts'
import { findFreeTimes } from '../rules/free-times.ts'
import { type Diary, listDiaries } from './availability-store.ts'

type Question = {
  line: SessionLine
  startsAt: Date
  now: Date
  movingId?: string
  consultantId?: string
  isNoticeIgnored?: boolean
}

/**
 * Who can hold a session at exactly this moment, in the order in which "first free" tries them: those with the fewest
 * sessions on that day of theirs first, then in the order of our page. Who asks about a booking they move names it.
 * @returns `sideMinutes` is what a booking occupies before and after itself: half of the buffer between two
 */
export async function findFreeConsultants(
  db: Db,
  { startsAt, isNoticeIgnored = false, ...asked }: Question,
): Promise<{ consultantId: string; sideMinutes: number }[]> {
  const start = startsAt.getTime()
  const window = { from: start, until: start + 1 }
  const diaries = await listDiaries(db, { ...asked, window })
  const wanted = { minutes: asked.line.minutes, window, now: asked.now.getTime() }
  const isFree = ({ availability, taken }: Diary) => {
    const noticed = isNoticeIgnored ? { ...availability, minimumNoticeMinutes: 0 } : availability
    return findFreeTimes(noticed, taken, wanted).length > 0
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
 * Whether a consultant can hold a session at the time that was kept for its member: they may be away by now. Notice
 * was given when it was kept.
 */
export async function canStillHold(
  db: Db,
  { consultantId, line, startsAt, now, movingId }: Required<Omit<Question, 'isNoticeIgnored'>>,
): Promise<boolean> {
  const free = await findFreeConsultants(db, { consultantId, line, startsAt, now, movingId, isNoticeIgnored: true })
  return free.length > 0
}

function sessionsThatDay({ availability, taken }: Diary, moment: number): number {
  const [day] = zoneDays(availability.timeZone, moment, moment)
  return taken.sessions.filter(({ from }) => day && from >= day.from && from < day.until).length
}
