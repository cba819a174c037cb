import type pg from 'pg'
import { migrate } from '#platform/server/db/migrate.ts'
import { type Database, openDatabase } from '#platform/server/db/open-database.ts'
import { openJobs } from '#platform/server/jobs/jobs.ts'
import type { Log } from '#platform/server/log.ts'
import { CommandRefused } from '#platform/server/operator-errors.ts'
import type { Config } from '../config/config.ts'
import { explainDatabaseError, openSiteDatabase } from '../server/database.ts'
import { copyTables } from './copy-tables.ts'
import { openOperatorConnection, withSnapshot, withTransaction } from './operator-connection.ts'
import { requireNoDifferences } from './restore-database.ts'
import { hasEmbeddedDatabase } from './restore-dump.ts'
import { markMoved } from './restore-marker.ts'
import { compareChecksums, computeChecksums, type TableChecksum } from './table-checksums.ts'
import { emptyDatabase, isDatabaseEmpty } from './whole-database.ts'

/**
 * Copies the embedded database into an empty PostgreSQL database and compares the two. Marks the old one as moved and
 * leaves its data untouched.
 * @returns the tables' checksums
 */
export async function moveDataToPostgres(
  config: Config,
  { now, log }: { now: Date; log: Log },
): Promise<TableChecksum[]> {
  const { dataDirectory, databaseUrl, databaseListenUrl } = config
  // The move needs a dedicated session, which a connection pooler may not provide.
  const url = databaseListenUrl ?? databaseUrl
  if (!url) throw new CommandRefused('Set DATABASE_URL to the empty PostgreSQL database to move the data to.')
  if (!hasEmbeddedDatabase(dataDirectory))
    throw new CommandRefused(`There’s no database in ${dataDirectory}. Set DATA_DIR to the directory that holds it.`)
  const source = await openSiteDatabase({ ...config, databaseUrl: undefined, databaseListenUrl: undefined })
  try {
    // The job queue's tables can be compared only if they have the same version in both databases.
    await prepareJobTables(source, log)
    const client = await openOperatorConnection(url)
    const checksums = await fillTarget(source, { url, client }, log).finally(() => client.end())
    await markMoved(dataDirectory, now)
    return checksums
  } catch (error) {
    throw explainDatabaseError('Nothing was moved', error)
  } finally {
    await source.close()
  }
}

async function fillTarget(source: Database, { url, client }: { url: string; client: pg.Client }, log: Log) {
  if (!(await isDatabaseEmpty(client)))
    throw new CommandRefused('The database in DATABASE_URL isn’t empty. Use an empty one.')
  try {
    await createTables(url, log)
    return await copyAndCompare(source, client)
  } catch (error) {
    // The first error is the cause, so throw it even if emptying the database fails too.
    await withTransaction(client, () => emptyDatabase(client)).catch(() => {})
    throw error
  }
}

/** Creates the migrations' and the job queue's tables as they are in the source. */
async function createTables(url: string, log: Log) {
  const database = await openDatabase({ url })
  try {
    await migrate(database.direct)
    await prepareJobTables(database, log)
  } finally {
    await database.close()
  }
}

/** Migrates the job queue's tables to this program's version. */
async function prepareJobTables(database: Database, log: Log) {
  const runner = await openJobs(database, [], log)
  await runner.stop()
}

async function copyAndCompare(source: Database, target: pg.Client): Promise<TableChecksum[]> {
  const sourceClient = await source.pool.connect()
  try {
    return await withSnapshot(sourceClient, () =>
      withTransaction(target, async () => {
        await copyTables(sourceClient, target)
        const checksums = await computeChecksums(target)
        requireNoDifferences(compareChecksums(await computeChecksums(sourceClient), checksums))
        return checksums
      }),
    )
  } finally {
    sourceClient.release()
  }
}
