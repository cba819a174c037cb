import type { MemberContext } from '#platform/server/context.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import { addDays, countDays, dayIn, startOfDayIn } from '#platform/shared/calendar.ts'
import type { QueryOf, ResponseOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import { getConsultantTimeZone, requireConsultant } from '../../server/require-consultant.ts'
import { type AgendaBooking, type listAgenda as contract, MAX_AGENDA_DAYS } from '../contract.ts'
import { attendanceBlocker } from '../rules.ts'
import { type AgendaRow, listAgendaBookings } from './store.ts'

const DAYS_A_WEEK = 7

export async function listAgenda(
  { db, actor, now }: MemberContext,
  { cursor, limit, ...range }: QueryOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const { id } = await requireConsultant(db, actor.memberId)
  const timeZone = await getConsultantTimeZone(db, actor.memberId, id)
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

export function showAgendaBooking(row: AgendaRow, now: Date): AgendaBooking {
  return {
    id: row.id,
    memberName: row.memberName,
    packageTitle: row.packageTitle,
    title: row.title,
    minutes: row.minutes,
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
    state: row.state,
    place: row.place,
    phone: row.place === 'phone' ? row.phone : null,
    notes: row.notes,
    canBeMarked: attendanceBlocker(row, now) === null,
  }
}
