import type { MemberContext } from '#platform/server/context.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import { addDays, countDays, dayIn, startOfDayIn } from '#platform/shared/calendar.ts'
import type { QueryOf, ResponseOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import { getConsultant } from '../../server/consultant-store.ts'
import { requireConsultant } from '../../server/require-consultant.ts'
import { type AgendaBooking, type listAgenda as contract, MAX_AGENDA_DAYS } from '../contract.ts'
import { attendanceBlocker } from '../rules.ts'
import { type AgendaRow, listAgendaBookings } from './store.ts'

const DAYS_A_WEEK = 7

export async function listAgenda(
  { db, actor, now }: MemberContext,
  { cursor, limit, ...range }: QueryOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const { id } = await requireConsultant(db, actor.memberId)
  const { timeZone } = await getConsultant(db, id)
  const today = dayIn(timeZone, now().getTime())
  const from = range.from ?? today
  const until = range.until ?? addDays(from, DAYS_A_WEEK)
  const days = countDays(from, until)
  if (days < 1 || days > MAX_AGENDA_DAYS) throw new Refused('too-many-days')
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

/** A session as its consultant sees it. The contract's schema strips the other columns from the response. */
export function showAgendaBooking(row: AgendaRow, now: Date): AgendaBooking {
  return {
    ...row,
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
    phone: row.place === 'phone' ? row.phone : null,
    canBeMarked: attendanceBlocker(row, now) === null,
  }
}
