import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { addDays, startOfDayIn } from '#platform/shared/calendar.ts'
import { dayIn } from '#platform/shared/zone-days.ts'
import { type AgendaRow, listBookedBetween } from './agenda-store.ts'
import { findOwnZone } from './find-own-zone.ts'

/** What is left of a consultant's day by their own calendar, with the sessions of it that have not begun. */
export async function findRestOfDay(
  db: Db,
  { accountId, consultantId }: { accountId: MemberId; consultantId: string },
  now: Date,
): Promise<{ today: string; timeZone: string; endsAt: Date; sessions: AgendaRow[] }> {
  const timeZone = await findOwnZone(db, accountId, consultantId)
  const today = dayIn(timeZone, now.getTime())
  const endsAt = startOfDayIn(timeZone, addDays(today, 1))
  return { today, timeZone, endsAt, sessions: await listBookedBetween(db, consultantId, { from: now, until: endsAt }) }
}
