import { type RawBuilder, type SelectQueryBuilder, type StringReference, sql } from 'kysely'
import type { PagePosition } from '../paging.ts'

type Column<DB, Table extends keyof DB> = StringReference<DB, Table> | RawBuilder<unknown>

/**
 * Orders a query by two columns and starts after a position in that order. It compares both columns as one row value,
 * so that an index on them finds the position.
 */
export function takePage<DB, Table extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Table, Row>,
  columns: [at: Column<DB, Table>, id: Column<DB, Table>],
  direction: 'asc' | 'desc',
  { limit, after }: { limit?: number; after?: PagePosition<Date | string> | undefined },
): SelectQueryBuilder<DB, Table, Row> {
  const [at, id] = columns.map((column) => (typeof column === 'string' ? sql.ref(column) : column)) as [
    RawBuilder<unknown>,
    RawBuilder<unknown>,
  ]
  let page = query.orderBy(at, direction).orderBy(id, direction)
  if (limit !== undefined) page = page.limit(limit)
  if (!after) return page
  const comparison = direction === 'asc' ? sql`>` : sql`<`
  return page.where(sql<boolean>`(${at}, ${id}) ${comparison} (${after.at}, ${after.id})`)
}
