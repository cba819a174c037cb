import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Db, Tables } from './tables.ts'

/** A statement changes so many in a small part of the seconds that it may take, with all that goes with them. */
const ROWS = 1_000

/** Less than the quarter of an hour after which the queue gives the work to another process. */
const JOB_MS = 600_000

/** For what somebody waits for until it is done. */
export const untilDone = { milliseconds: Number.POSITIVE_INFINITY }

/**
 * For work on all rows of a kind, however many there are: each batch is a transaction of its own, so that nobody waits
 * for the others, and what is done stays done. Once the time is over each kind still gets one batch; the next run of the
 * job goes on.
 */
export function openBatches({ rows = ROWS, milliseconds = JOB_MS } = {}) {
  const endsAt = performance.now() + milliseconds
  /**
   * @param batch works on the first so many that are left, and says on how many it did
   * @returns on how many together
   */
  return async function inBatches(batch: (most: number) => Promise<number>): Promise<number> {
    let done = 0
    let found: number
    do {
      found = await batch(rows)
      done += found
    } while (found > 0 && performance.now() < endsAt)
    return done
  }
}

/** The condition of a statement that changes the first rows of a question. Those that somebody is at come another time. */
export function areFirst<Table extends keyof Tables, Row>(
  question: SelectQueryBuilder<Tables, Table, Row>,
  most: number,
) {
  const first = question.select(sql`ctid`.as('ctid')).limit(most).forUpdate().skipLocked()
  // An array is made once; the planner may ask a question within "in" again for each row, and get others each time.
  return sql<boolean>`ctid = any(array(${first}))`
}

/** Deletes the first rows of a question, which is of that table. @returns how many */
export async function deleteFirst<Table extends keyof Tables, Row>(
  db: Db,
  table: Table,
  question: SelectQueryBuilder<Tables, Table, Row>,
  most: number,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where ${areFirst(question, most)}`.execute(
    db,
  )
  return Number(numAffectedRows)
}

type Change = {
  table: keyof Tables
  /** What has an index: the table is gone through in its order. */
  key: string
  /** Which part of the table is gone through, where an index leaves the others out. */
  within?: RawBuilder<unknown>
  set: RawBuilder<unknown>
  where: RawBuilder<unknown>
}

/** Changes rows of a whole table, for nobody but us is there: each batch looks at the next part. @returns how many */
export async function changeThroughout(
  db: Db,
  { table, key, within = sql`true`, set, where }: Change,
): Promise<number> {
  const [named, by] = [sql.table(table), sql.ref(key)]
  let changed = 0
  let after: unknown
  do {
    const { rows } = await sql<{ last: unknown; count: number }>`
      with part as materialized (
        select ${by} as key from ${named}
        where ${within} and ${after === undefined ? sql`true` : sql`${by} > ${after}`}
        order by 1 limit ${ROWS}),
      changed as (
        update ${named} set ${set} where ${by} = any(array(select key from part)) and ${where} returning 1)
      select (select key from part order by 1 desc limit 1) as last, (select count(*) from changed) as count`.execute(
      db,
    )
    changed += rows[0]?.count ?? 0
    after = rows[0]?.last ?? undefined
  } while (after !== undefined)
  return changed
}
