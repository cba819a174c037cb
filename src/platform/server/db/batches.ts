import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Db, Tables } from './tables.ts'

/** Small enough that one statement, with its triggers and cascades, stays far below the statement timeout. */
const ROWS_PER_BATCH = 1_000

/** Yields all rows of a list, reading `limit` at a time, each page starting after the last row of the one before. */
export async function* eachRow<Row>(
  limit: number,
  read: (part: { limit: number; after: Row | undefined }) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let after: Row | undefined
  do {
    const rows = await read({ limit, after })
    yield* rows
    after = rows.length < limit ? undefined : rows.at(-1)
  } while (after)
}

/** Less than the 15 minutes after which the queue gives the job to another process. */
const JOB_TIME_LIMIT_MS = 600_000

/** For work whose caller waits until it is complete. */
export const withoutTimeLimit = { milliseconds: Number.POSITIVE_INFINITY }

/**
 * Processes any number of rows in batches. Each batch is a separate transaction, so locks are short and finished work
 * is kept. After the time limit each kind of work still gets one batch, and the next run of the job continues.
 */
export function openBatches({ rows = ROWS_PER_BATCH, milliseconds = JOB_TIME_LIMIT_MS } = {}) {
  const endsAt = performance.now() + milliseconds
  /** @param batch processes up to `limit` remaining rows and returns how many it processed @returns the total */
  return async function inBatches(batch: (limit: number) => Promise<number>): Promise<number> {
    let total = 0
    let processed: number
    do {
      processed = await batch(rows)
      total += processed
    } while (processed > 0 && performance.now() < endsAt)
    return total
  }
}

/** Matches the first `limit` rows of a query for an update or delete. It skips rows locked by other transactions. */
export function isAmongFirst<Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  limit: number,
) {
  const firstRows = query.select(sql`ctid`.as('ctid')).limit(limit).forUpdate().skipLocked()
  // An array is evaluated once. With "in", the planner may run the query again for each row and get different rows.
  return sql<boolean>`ctid = any(array(${firstRows}))`
}

/** Deletes the first `limit` rows that the query selects from the table. @returns the number of deleted rows */
export async function deleteFirst<Table extends keyof Tables, Row>(
  db: Db,
  table: Table,
  query: SelectQueryBuilder<Tables, Table, Row>,
  limit: number,
): Promise<number> {
  const { numAffectedRows = 0n } =
    await sql`delete from ${sql.table(table)} where ${isAmongFirst(query, limit)}`.execute(db)
  return Number(numAffectedRows)
}

type BatchUpdate = {
  table: keyof Tables
  /** An indexed column; the table is read in its order. */
  key: string
  /** Restricts the rows to read, to match a partial index. */
  within?: RawBuilder<unknown>
  set: RawBuilder<unknown>
  where: RawBuilder<unknown>
}

/**
 * Updates rows across a whole table in batches, at a time when nothing else writes to it. @returns the number of
 * changed rows
 */
export async function updateInBatches(
  db: Db,
  { table, key, within = sql`true`, set, where }: BatchUpdate,
): Promise<number> {
  const [tableName, keyColumn] = [sql.table(table), sql.ref(key)]
  let changed = 0
  let after: unknown
  do {
    const { rows } = await sql<{ last: unknown; count: number }>`
      with part as materialized (
        select ${keyColumn} as key from ${tableName}
        where ${within} and ${after === undefined ? sql`true` : sql`${keyColumn} > ${after}`}
        order by 1 limit ${ROWS_PER_BATCH}),
      changed as (
        update ${tableName} set ${set} where ${keyColumn} = any(array(select key from part)) and ${where} returning 1)
      select (select key from part order by 1 desc limit 1) as last, (select count(*) from changed) as count`.execute(
      db,
    )
    changed += rows[0]?.count ?? 0
    after = rows[0]?.last ?? undefined
  } while (after !== undefined)
  return changed
}
