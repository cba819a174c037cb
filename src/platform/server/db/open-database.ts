import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { type Listen, listenOnServer } from './listen.ts'
import { type EmbeddedSource, openEmbeddedPool } from './pglite-pool.ts'
import { PreparingClient } from './prepared.ts'
import type { Db, Tables } from './tables.ts'

/** Where the data lives: a PostgreSQL server, or a directory of our own. */
export type DatabaseSource = { url: string } | EmbeddedSource

export type Database = {
  kind: 'postgresql' | 'embedded'
  db: Db
  pool: pg.Pool
  listen: Listen
  /** The whole embedded database as one file: tests start from it. Undefined on a server. */
  saveImage?: () => Promise<Blob>
  close: () => Promise<void>
}

// Counts and sums of integers come back as numbers; none of ours nears 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export async function openDatabase(source: DatabaseSource): Promise<Database> {
  if ('url' in source) return openServer(source.url)
  const embedded = await openEmbeddedPool(source)
  return {
    kind: 'embedded',
    db: kyselyOn(embedded.pool),
    pool: embedded.pool,
    listen: embedded.listen,
    saveImage: () => embedded.lite.dumpDataDir('none'),
    close: embedded.close,
  }
}

function openServer(url: string): Database {
  const pool = new pg.Pool({
    connectionString: url,
    Client: PreparingClient,
    max: 10,
    // A request never waits longer than this for a database that is away (SECURITY R9).
    connectionTimeoutMillis: 2_000,
    statement_timeout: 5_000,
    query_timeout: 5_000,
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
  })
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {})
  return {
    kind: 'postgresql',
    db: kyselyOn(pool),
    pool,
    listen: listenOnServer(url),
    close: () => pool.end(),
  }
}

function kyselyOn(pool: pg.Pool): Db {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}
