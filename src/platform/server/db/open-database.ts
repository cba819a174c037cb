import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import { type Listen, listenOnServer } from './listen.ts'
import type { EmbeddedSource } from './pglite-pool.ts'
import { PreparingClient } from './prepared.ts'
import { openReplica, type Replica } from './replica.ts'
import { publishStatement } from './statement-channel.ts'
import type { Db, Tables } from './tables.ts'

/** Where the data lives: a PostgreSQL server, or a directory of our own. */
export type DatabaseSource = ServerSource | EmbeddedSource

type ServerSource = {
  url: string
  /** The server itself, where `url` is a pooler that gives each transaction another connection. */
  directUrl?: string | undefined
  /** A copy of the server, a moment behind it, for questions that bear that. */
  replicaUrl?: string | undefined
}

export type Database = {
  kind: 'postgresql' | 'embedded'
  db: Db
  pool: pg.Pool
  /** For settings and locks that must outlive a transaction: past the pooler, where there is one. */
  direct: pg.Pool
  /** For questions alone, whose answer may be a few seconds old; the database itself where there is no replica. */
  replica: Db
  /** The server behind it, where there is one. */
  replicaServer?: Replica | undefined
  /** For what is counted for minutes, one question after the other. */
  patient: Db
  listen: Listen
  /** The whole embedded database as one file: tests start from it. Undefined on a server. */
  saveImage?: () => Promise<Blob>
  close: () => Promise<void>
}

// Counts and sums of integers come back as numbers; none of ours nears 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export async function openDatabase(source: DatabaseSource): Promise<Database> {
  if ('url' in source) return openServer(source)
  // A site on a server never loads it.
  const { openEmbeddedPool } = await import('./pglite-pool.ts')
  const embedded = await openEmbeddedPool(source)
  const db = kyselyOn(embedded.pool)
  return {
    kind: 'embedded',
    db,
    pool: embedded.pool,
    direct: embedded.pool,
    replica: db,
    patient: db,
    listen: embedded.listen,
    saveImage: () => embedded.lite.dumpDataDir('none'),
    close: embedded.close,
  }
}

function openServer({ url, directUrl, replicaUrl }: ServerSource): Database {
  const pool = openPool(url, { isPooler: directUrl !== undefined })
  const direct = directUrl ? openPool(directUrl, { max: 1 }) : pool
  const replica = replicaUrl ? openReplica(openPool(replicaUrl), pool) : undefined
  const db = kyselyOn(pool)
  const patient = openPool(url, { isPooler: directUrl !== undefined, max: 1, patienceMs: 300_000 })
  const counting = clientsInUse(patient)
  return {
    kind: 'postgresql',
    db,
    pool,
    direct,
    replica: replica ? kyselyOn(replica) : db,
    replicaServer: replica,
    patient: kyselyOn(patient),
    listen: listenOnServer(directUrl ?? url),
    async close() {
      // What is counted for minutes is not waited for: whoever comes next counts anew.
      await Promise.all([...counting].map((client) => client.end()))
      await patient.end()
      await replica?.end()
      if (direct !== pool) await direct.end()
      await pool.end()
    },
  }
}

function openPool(url: string, { isPooler = false, max = 10, patienceMs = 4_500 } = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    // A request never waits longer than this for a database that is away (SECURITY R9).
    connectionTimeoutMillis: 2_000,
    // What began to answer and fell silent counts to the five seconds in which everybody hears something (R9).
    query_timeout: patienceMs,
    keepAlive: true,
    ...(isPooler ? {} : { ...ofOneSession, statement_timeout: patienceMs }),
  })
  // A connection that breaks is replaced by the pool, and whoever uses it learns of it by their next question. Without
  // a listener it would end the process: the pool's own hears of idle ones alone.
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
  return pool
}

function clientsInUse(pool: pg.Pool): Set<pg.PoolClient> {
  const clients = new Set<pg.PoolClient>()
  pool.on('acquire', (client) => void clients.add(client))
  pool.on('release', (_, client) => void clients.delete(client))
  return clients
}

/** A pooler hands a connection on after each transaction: its own settings say these (docs/operations/configuration.md). */
const ofOneSession = {
  Client: PreparingClient,
  idle_in_transaction_session_timeout: 10_000,
}

function kyselyOn(pool: PostgresPool): Db {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), log: publishStatement })
}
