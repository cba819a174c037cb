import { createHash } from 'node:crypto'
import { CompiledQuery, type QueryResult } from 'kysely'
import pg from 'pg'
import type { Db } from './tables.ts'

const names = new Map<string, string>()

/** The same in every process, so that a pooler which mixes up their connections runs the right statement all the same. */
function nameOf(text: string): string {
  return `prepared_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`
}

/**
 * Runs a statement that each connection plans once and then remembers, because everybody who pays or opens the portal waits
 * for it.
 * Its text must be one of a few: it is kept for good. And it must hold no star over a table, which would stop it on the
 * day a column is added, and no parameter that chooses a partial index, which a remembered plan does not find.
 */
export function runPrepared<Row>(db: Db, statement: CompiledQuery<Row>): Promise<QueryResult<Row>> {
  if (!names.has(statement.sql)) names.set(statement.sql, nameOf(statement.sql))
  return db.executeQuery(statement)
}

/** The same for one that is built. @returns its rows */
export async function preparedRows<Row>(db: Db, question: { compile: (db: Db) => CompiledQuery<Row> }): Promise<Row[]> {
  return (await runPrepared(db, question.compile(db))).rows
}

/** The same for one that is written out. @returns its rows */
export async function runPreparedText<Row>(db: Db, text: string, values: unknown[]): Promise<Row[]> {
  return (await runPrepared(db, CompiledQuery.raw(text, values) as CompiledQuery<Row>)).rows
}

/** A client that sends the statements of `runPrepared` under their names. */
export class PreparingClient extends pg.Client {
  constructor(settings?: pg.ClientConfig) {
    super(settings)
    const query = this.query.bind(this) as (...values: unknown[]) => unknown
    this.query = ((text: unknown, ...values: unknown[]) => query(named(text), ...values)) as pg.Client['query']
  }
}

function named(text: unknown) {
  const name = typeof text === 'string' ? names.get(text) : undefined
  return name ? { name, text } : text
}
