import { z } from 'zod'
import { HttpProblem } from './http/problem.ts'

/** A place in a list that is sorted by a moment and then by id. */
export type Place = { at: Date; id: string }

const Cursor = z.tuple([z.iso.datetime(), z.uuid()])

/** @throws HttpProblem 404 for a cursor that this site did not make */
export function afterCursor(cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined
  const [at, id] = Buffer.from(cursor, 'base64url').toString().split(' ')
  const parsed = Cursor.safeParse([at, id])
  if (!parsed.success) throw new HttpProblem(404, 'page-not-found', 'This page of the list was not found.')
  return { at: new Date(parsed.data[0]), id: parsed.data[1] }
}

/** One page of rows that were read with one more than the page holds. */
export function pageFrom<Row, Item>(
  rows: Row[],
  limit: number,
  placeOf: (row: Row) => Place,
  show: (row: Row) => Item,
): { items: Item[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { items: shown.map(show), nextCursor: last === undefined ? null : cursorOf(placeOf(last)) }
}

function cursorOf({ at, id }: Place): string {
  return Buffer.from(`${at.toISOString()} ${id}`).toString('base64url')
}
