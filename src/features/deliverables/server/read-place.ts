import { HttpProblem } from '#platform/server/http/problem.ts'
import { calendarDay } from '#platform/shared/calendar-day.ts'
import type { Place } from './list-store.ts'
import type { ItemRow } from './store.ts'

/** @throws HttpProblem 404 for a cursor that this site did not make */
export function readPlace(cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined
  const [dueOn = '', sequence = ''] = Buffer.from(cursor, 'base64url').toString().split(' ')
  const isPlace = calendarDay().safeParse(dueOn).success && /^\d{1,15}$/.test(sequence)
  if (!isPlace) throw new HttpProblem(404, 'page-not-found', 'This page of the list was not found.')
  return { dueOn, sequence }
}

/** One page of rows that were read with one more than the page holds. */
export function pageOfItems<Shown>(rows: ItemRow[], limit: number, show: (row: ItemRow) => Shown) {
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { items: shown.map(show), nextCursor: last ? cursorOf(last) : null }
}

function cursorOf({ due_on: dueOn, sequence }: ItemRow): string {
  return Buffer.from(`${dueOn} ${sequence}`).toString('base64url')
}
