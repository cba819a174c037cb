import { PGlite } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import pg from 'pg'
import { embeddedFolder, lockDirectory } from './data-directory.ts'
import type { Listen } from './listen.ts'

export type EmbeddedDatabase = { pool: pg.Pool; lite: PGlite; listen: Listen; close: () => Promise<void> }

/** A data directory, or memory that starts either empty or with an image from `lite.dumpDataDir`. */
export type EmbeddedSource = { directory: string; image?: Blob } | { memory: Blob | 'empty' }

/** Wraps the embedded PostgreSQL in a normal pool, so that all other code runs unchanged on both. */
export async function openEmbeddedPool(source: EmbeddedSource): Promise<EmbeddedDatabase> {
  const unlock = 'directory' in source ? lockDirectory(source.directory) : () => {}
  const pglite = await openLite(source).catch((error: unknown) => {
    unlock()
    throw error
  })
  const pool = new pg.Pool({
    // The embedded database has one connection, so a second query waits here.
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 15_000,
    Client: createClientClass(pglite) as unknown as pg.PoolConfig['Client'],
  })
  const close = async () => {
    await pool.end()
    await pglite.close()
    unlock()
  }
  return { pool, lite: pglite, listen: createListen(pglite), close }
}

/** Signals stay within the process, so no connection can be lost. */
function createListen(lite: PGlite): Listen {
  return async (channel, { onSignal, onListening }) => {
    const stop = await lite.listen(channel, onSignal)
    onListening()
    return stop
  }
}

// Saves 100 MB of memory; a small site's working set still fits.
const postgresqlconf = ['shared_buffers=16MB']

// An in-memory database is lost with its process, so it needs no protection against disk failures.
const inMemoryConf = [...postgresqlconf, 'fsync=off', 'full_page_writes=off', 'wal_init_zero=off']

function openLite(source: EmbeddedSource) {
  const options = { extensions: { btree_gist }, postgresqlconf }
  if ('directory' in source) {
    const image = source.image && { loadDataDir: source.image }
    return PGlite.create(embeddedFolder(source.directory), { ...options, ...image })
  }
  const image = source.memory !== 'empty' && { loadDataDir: source.memory }
  return PGlite.create({ ...options, ...image, postgresqlconf: inMemoryConf })
}

type ConnectionLike = { parse: (query: { name: string; text: string }) => void }

function createClientClass(lite: PGlite) {
  return class EmbeddedClient extends pg.Client {
    constructor(options: pg.ClientConfig) {
      // The adapter's connection object serves a single client, so each client gets a new one.
      const config = createPgConfig(lite)
      const connection = config.connection as unknown as ConnectionLike
      const parse = connection.parse.bind(connection)
      // A parse message with parameter types makes the transaction's ROLLBACK hang.
      connection.parse = ({ name, text }) => parse({ name, text })
      super({ ...options, ...config } as pg.ClientConfig)
    }
  }
}
