import type { MemberContext } from '#platform/server/context.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import { addDays, daysFrom, startOfDayIn } from '#platform/shared/calendar.ts'
import type { QueryOf, ResponseOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import { dayIn } from '#platform/shared/zone-days.ts'
import { type listAgenda as contract, MOST_AGENDA_DAYS } from '../contract/agenda.ts'
import { listAgendaBookings } from './agenda-store.ts'
import { findOwnZone } from './find-own-zone.ts'
import { requireEntry } from './require-entry.ts'
import { showAgendaBooking } from './show-agenda-booking.ts'

const DAYS_A_WEEK = 7

export async function listAgenda(
  { db, actor, now }: MemberContext,
  { cursor, limit, ...asked }: QueryOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const { id } = await requireEntry(db, actor.memberId)
  const timeZone = await findOwnZone(db, actor.memberId, id)
  const today = dayIn(timeZone, now().getTime())
  const from = asked.from ?? today
  const until = asked.until ?? addDays(from, DAYS_A_WEEK)
  const days = daysFrom(from, until)
  if (days < 1 || days > MOST_AGENDA_DAYS) throw new Refused('too-many-days')
  const rows = await listAgendaBookings(db, id, {
    from: startOfDayIn(timeZone, from),
    until: startOfDayIn(timeZone, until),
    after: afterCursor(cursor),
    limit: limit + 1,
  })
  const page = pageFrom(
    rows,
    limit,
    (row) => ({ at: row.startsAt, id: row.id }),
    (row) => showAgendaBooking(row, now()),
  )
  return { ...page, timeZone, today, from, until }
}
