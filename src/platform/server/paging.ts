import { z } from 'zod'
import { calendarDay } from '../shared/date-fields.ts'
import { HttpError } from './http/http-error.ts'

/** A position in a list sorted by a time or a date, and then by id. */
export type PagePosition<At extends Date | string = Date> = { at: At; id: string }

export type Page<At extends Date | string = Date> = { limit: number; after: PagePosition<At> | undefined }

/** @throws HttpError 404 for a cursor that this site did not make */
export function afterCursor(cursor: string | undefined): PagePosition | undefined {
  const position = readCursor(cursor, { at: z.iso.datetime(), id: z.uuid() })
  return position && { at: new Date(position.at), id: position.id }
}

/** Reads a cursor for a list sorted by date. @throws HttpError 404 for a cursor that this site did not make */
export function afterDayCursor(cursor: string | undefined): PagePosition<string> | undefined {
  return readCursor(cursor, { at: calendarDay(), id: z.string().regex(/^\d{1,15}$/) })
}

function readCursor(cursor: string | undefined, shape: { at: z.ZodType<string>; id: z.ZodType<string> }) {
  if (cursor === undefined) return undefined
  const [at, id] = Buffer.from(cursor, 'base64url').toString().split(' ')
  const parsed = z.object(shape).safeParse({ at, id })
  if (!parsed.success) throw new HttpError(404, 'page-not-found', 'This page of the list was not found.')
  return parsed.data
}

/** Builds a page from rows; the caller reads one row more than `limit` to detect a next page. */
export function pageFrom<Row, Item>(
  rows: Row[],
  limit: number,
  toPosition: (row: Row) => PagePosition<Date | string>,
  toItem: (row: Row) => Item,
): { items: Item[]; nextCursor: string | null } {
  const pageRows = rows.slice(0, limit)
  const lastRow = rows.length > limit ? pageRows.at(-1) : undefined
  return { items: pageRows.map(toItem), nextCursor: lastRow === undefined ? null : toCursor(toPosition(lastRow)) }
}

function toCursor({ at, id }: PagePosition<Date | string>): string {
  return Buffer.from(`${typeof at === 'string' ? at : at.toISOString()} ${id}`).toString('base64url')
}
