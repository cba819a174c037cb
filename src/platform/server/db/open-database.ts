import { channel } from 'node:diagnostics_channel'
import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import { type Listen, listenOnServer } from './listen.ts'
import type { EmbeddedSource } from './pglite-pool.ts'
import { PreparingClient } from './prepared-statements.ts'
import { openReplica, type Replica } from './replica.ts'
import type { Db, Tables } from './tables.ts'

/** The database is either a PostgreSQL server or an embedded one in a local directory. */
export type DatabaseSource = ServerSource | EmbeddedSource

type ServerSource = {
  url: string
  /** The server's direct address, needed if `url` is a pooler in transaction mode. */
  directUrl?: string | undefined
  /** A replica, for queries that can tolerate slightly old data. */
  replicaUrl?: string | undefined
  /** The statement timeout in milliseconds; the default suits a page request. */
  statementTimeoutMs?: number
}

export type Database = {
  kind: 'postgresql' | 'embedded'
  db: Db
  pool: pg.Pool
  /** Holds settings and locks that outlive a transaction, and bypasses a pooler. */
  direct: pg.Pool
  /** Runs read-only queries whose results may be a few seconds old. Without a replica, it is the main database. */
  replica: Db
  /** The replica server, if one is configured. */
  replicaServer?: Replica | undefined
  /** Runs queries that may take minutes, one at a time. */
  slowQueries: Db
  listen: Listen
  /** The whole embedded database as one file, which tests start from. Undefined with a server. */
  saveImage?: () => Promise<Blob>
  close: () => Promise<void>
}

// Returns int8 as a number. None of our counts or sums comes near 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export async function openDatabase(source: DatabaseSource): Promise<Database> {
  if ('url' in source) return openServer(source)
  // Loaded only when embedded, so that a site with a server never loads it.
  const { openEmbeddedPool } = await import('./pglite-pool.ts')
  const embedded = await openEmbeddedPool(source)
  const db = createKysely(embedded.pool)
  return {
    kind: 'embedded',
    db,
    pool: embedded.pool,
    direct: embedded.pool,
    replica: db,
    slowQueries: db,
    listen: embedded.listen,
    saveImage: () => embedded.lite.dumpDataDir('none'),
    close: embedded.close,
  }
}

function openServer({ url, directUrl, replicaUrl, ...timeouts }: ServerSource): Database {
  const pool = openPool(url, { isPooler: directUrl !== undefined, ...timeouts })
  const direct = directUrl ? openPool(directUrl, { max: 1 }) : pool
  const replica = replicaUrl ? openReplica(openPool(replicaUrl), pool) : undefined
  const db = createKysely(pool)
  const slowPool = openPool(url, { isPooler: directUrl !== undefined, max: 1, statementTimeoutMs: 300_000 })
  const busyClients = trackBusyClients(slowPool)
  return {
    kind: 'postgresql',
    db,
    pool,
    direct,
    replica: replica ? createKysely(replica) : db,
    replicaServer: replica,
    slowQueries: createKysely(slowPool),
    listen: listenOnServer(directUrl ?? url),
    async close() {
      // Long-running queries are cancelled rather than awaited; the next process runs them again.
      await Promise.all([...busyClients].map((client) => client.end()))
      await slowPool.end()
      await replica?.end()
      if (direct !== pool) await direct.end()
      await pool.end()
    },
  }
}

function openPool(url: string, { isPooler = false, max = 10, statementTimeoutMs = 4_500 } = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    // A request never waits longer than this for an unreachable database (R9 in docs/promises.md).
    connectionTimeoutMillis: 2_000,
    // The timeout for a stalled query, within the five seconds in which every request gets an answer (R9).
    query_timeout: statementTimeoutMs,
    keepAlive: true,
    ...(isPooler ? {} : { ...sessionSettings, statement_timeout: statementTimeoutMs }),
  })
  // The pool replaces a broken connection, and the next query on it fails. Without these listeners the error would end
  // the process; the pool's own listener covers only idle connections.
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
  return pool
}

function trackBusyClients(pool: pg.Pool): Set<pg.PoolClient> {
  const clients = new Set<pg.PoolClient>()
  pool.on('acquire', (client) => void clients.add(client))
  pool.on('release', (_, client) => void clients.delete(client))
  return clients
}

/** A pooler shares connections between transactions and needs its own settings (docs/operations/configuration.md). */
const sessionSettings = {
  Client: PreparingClient,
  idle_in_transaction_session_timeout: 10_000,
}

/** Publishes every statement with its duration. Only tracing subscribes to it. */
export const statementChannel = channel('futureworld:statement')

function createKysely(pool: PostgresPool): Db {
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    // Names inside JSON, such as those in `document.content`, stay as they were stored.
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    log(event) {
      if (statementChannel.hasSubscribers) statementChannel.publish(event)
    },
  })
}

/** Starting up never takes longer than this. */
const LOCK_TIMEOUT_MS = 60_000

/** Serialises processes that use the same lock number. @param lock a number that no other lock uses */
export async function withAdvisoryLock<Result>(
  { kind, direct }: Database,
  lock: number,
  work: () => Promise<Result>,
): Promise<Result> {
  // The embedded database has only one process and one connection, which `work` needs.
  if (kind === 'embedded') return work()
  const client = await direct.connect()
  try {
    await client.query(`set statement_timeout = ${LOCK_TIMEOUT_MS}`)
    const lockQuery = { text: 'select pg_advisory_lock($1)', values: [lock], query_timeout: LOCK_TIMEOUT_MS }
    await client.query(lockQuery)
    return await work()
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lock]).catch(() => {})
    await client.query('reset statement_timeout').catch(() => {})
    client.release()
  }
}
