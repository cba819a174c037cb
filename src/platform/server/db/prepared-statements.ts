import { createHash } from 'node:crypto'
import { CompiledQuery, type QueryResult } from 'kysely'
import pg from 'pg'
import type { Db } from './tables.ts'

const names = new Map<string, string>()

/** Names are the same in every process, so that a pooler that mixes up connections still runs the right statement. */
function toStatementName(text: string): string {
  return `prepared_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`
}

/**
 * Runs a statement that each connection plans only once, because payments and portal pages wait for it. Statements are
 * kept forever, so use only a fixed set of SQL texts. Avoid `select *`, which fails once a column is added, and
 * parameters that choose a partial index, which a cached plan does not find.
 */
export function runPrepared<Row>(db: Db, statement: CompiledQuery<Row>): Promise<QueryResult<Row>> {
  if (!names.has(statement.sql)) names.set(statement.sql, toStatementName(statement.sql))
  return db.executeQuery(statement)
}

/** The same for a query builder. @returns its rows */
export async function preparedRows<Row>(db: Db, query: { compile: (db: Db) => CompiledQuery<Row> }): Promise<Row[]> {
  return (await runPrepared(db, query.compile(db))).rows
}

/** The same for SQL text. @returns its rows */
export async function runPreparedText<Row>(db: Db, text: string, values: unknown[]): Promise<Row[]> {
  return (await runPrepared(db, CompiledQuery.raw(text, values) as CompiledQuery<Row>)).rows
}

/** A client that sends the statements of `runPrepared` under their names. */
export class PreparingClient extends pg.Client {
  constructor(settings?: pg.ClientConfig) {
    super(settings)
    const query = this.query.bind(this) as (...values: unknown[]) => unknown
    this.query = ((text: unknown, ...values: unknown[]) =>
      query(withStatementName(text), ...values)) as pg.Client['query']
  }
}

function withStatementName(text: unknown) {
  const name = typeof text === 'string' ? names.get(text) : undefined
  return name ? { name, text } : text
}
