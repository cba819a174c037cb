import type { AgendaBooking } from '../contract/agenda.ts'
import { markObstacle } from '../rules/mark.ts'
import type { AgendaRow } from './agenda-store.ts'

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
    canBeMarked: markObstacle(row, now) === null,
  }
}
