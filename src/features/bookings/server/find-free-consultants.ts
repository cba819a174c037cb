import type { SessionLine } from '#features/purchases/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { zoneDays } from '#platform/shared/zone-days.ts'
import { minutesOnEachSide } from '../rules/buffer.ts'
import { findFreeTimes } from '../rules/free-times.ts'
import { type Diary, listDiaries } from './availability-store.ts'

/**
 * Who can hold a session at exactly this moment, in the order in which "first free" tries them: those with the fewest
 * sessions on that day of theirs first, then in the order of our page. Who asks about a booking they move names it.
 * @returns `sideMinutes` is what a booking occupies before and after itself: half of the buffer between two
 */
export async function findFreeConsultants(
  db: Db,
  { startsAt, ...asked }: { line: SessionLine; startsAt: Date; now: Date; movingId?: string; consultantId?: string },
): Promise<{ consultantId: string; sideMinutes: number }[]> {
  const start = startsAt.getTime()
  const window = { from: start, until: start + 1 }
  const diaries = await listDiaries(db, { ...asked, window })
  const wanted = { minutes: asked.line.minutes, window, now: asked.now.getTime() }
  return diaries
    .filter(({ availability, taken }) => findFreeTimes(availability, taken, wanted).length > 0)
    .map((diary) => ({ diary, sessions: sessionsThatDay(diary, start) }))
    .sort((a, b) => a.sessions - b.sessions)
    .map(({ diary: { consultantId, availability } }) => ({
      consultantId,
      sideMinutes: minutesOnEachSide(availability.bufferMinutes),
    }))
}

function sessionsThatDay({ availability, taken }: Diary, moment: number): number {
  const [day] = zoneDays(availability.timeZone, moment, moment)
  return taken.sessions.filter(({ from }) => day && from >= day.from && from < day.until).length
}
