import { PGlite } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import pg from 'pg'
import { lockDirectory } from './directory-lock.ts'
import { embeddedFolder } from './embedded-folder.ts'
import type { Listen } from './listen.ts'

export type EmbeddedDatabase = { pool: pg.Pool; lite: PGlite; listen: Listen; close: () => Promise<void> }

/** A directory of its own, or memory alone: as it is, empty, or loaded from an image that `lite.dumpDataDir` made. */
export type EmbeddedSource = { directory: string; image?: Blob } | { memory: Blob | 'empty' }

/** The embedded PostgreSQL behind the same pool as a real one, so that everything above runs unchanged on both. */
export async function openEmbeddedPool(where: EmbeddedSource): Promise<EmbeddedDatabase> {
  const unlock = 'directory' in where ? lockDirectory(where.directory) : () => {}
  const lite = await openLite(where).catch((error: unknown) => {
    unlock()
    throw error
  })
  const pool = new pg.Pool({
    // The database has one connection: a second query waits its turn here.
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 15_000,
    Client: clientFor(lite) as unknown as pg.PoolConfig['Client'],
  })
  const close = async () => {
    await pool.end()
    await lite.close()
    unlock()
  }
  return { pool, lite, listen: listenOn(lite), close }
}

/** Its one process hears itself: there is no line that could break. */
function listenOn(lite: PGlite): Listen {
  return async (channel, { onSignal, onListening }) => {
    const stop = await lite.listen(channel, onSignal)
    onListening()
    return stop
  }
}

// Leaves 100 MB more to the rest of the process; the working set of one small site fits.
const postgresqlconf = ['shared_buffers=16MB']

function openLite(where: EmbeddedSource) {
  const options = { extensions: { btree_gist }, postgresqlconf }
  if ('directory' in where) {
    const image = where.image && { loadDataDir: where.image }
    return PGlite.create(embeddedFolder(where.directory), { ...options, ...image })
  }
  return PGlite.create(where.memory === 'empty' ? options : { ...options, loadDataDir: where.memory })
}

type ConnectionLike = { parse: (query: { name: string; text: string }) => void }

function clientFor(lite: PGlite) {
  return class EmbeddedClient extends pg.Client {
    constructor(options: pg.ClientConfig) {
      // The adapter's connection object serves one client only: each client gets a new one.
      const config = createPgConfig(lite)
      const connection = config.connection as unknown as ConnectionLike
      const parse = connection.parse.bind(connection)
      // A parse message that names parameter types makes the ROLLBACK of its transaction hang.
      connection.parse = ({ name, text }) => parse({ name, text })
      super({ ...options, ...config } as pg.ClientConfig)
    }
  }
}
