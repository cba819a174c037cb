import type pg from 'pg'
import { hasEmbedded } from '#platform/server/backup/restore-backup.ts'
import { CommandRefused } from '#platform/server/command-refused.ts'
import { copyTables } from '#platform/server/db/copy-tables.ts'
import { compareMeasures, measureTables, type TableMeasure } from '#platform/server/db/measure-tables.ts'
import { migrate } from '#platform/server/db/migrate.ts'
import { type Database, openDatabase } from '#platform/server/db/open-database.ts'
import { connectPatiently, inOneState, inOneStep } from '#platform/server/db/patient-connection.ts'
import { emptyDatabase, isEmpty } from '#platform/server/db/whole-database.ts'
import { openJobs } from '#platform/server/jobs.ts'
import type { Log } from '#platform/server/log.ts'
import type { Config } from '../config.ts'
import { openData } from '../open-data.ts'
import { refuseDifferences } from './fill-database.ts'
import { inWords } from './in-words.ts'
import { markMoved } from './moved-mark.ts'

/**
 * Copies the embedded database into an empty one of a server, counts both, and marks the old one, which stays as it is.
 * @returns what was counted
 */
export async function moveData(config: Config, { now, log }: { now: Date; log: Log }): Promise<TableMeasure[]> {
  const { dataDirectory, databaseUrl, databaseListenUrl } = config
  const url = databaseListenUrl ?? databaseUrl
  if (!url) throw new CommandRefused('Set DATABASE_URL to the empty PostgreSQL database that the data moves to.')
  if (!hasEmbedded(dataDirectory)) throw new CommandRefused(`There is no database in ${dataDirectory}. Set DATA_DIR.`)
  const source = await openData({ ...config, databaseUrl: undefined, databaseListenUrl: undefined })
  try {
    await readyJobs(source, log)
    const client = await connectPatiently(url)
    const counted = await fill(source, { url, client }, log).finally(() => client.end())
    await markMoved(dataDirectory, now)
    return counted
  } catch (error) {
    throw inWords('Nothing was moved', error)
  } finally {
    await source.close()
  }
}

async function fill(source: Database, { url, client }: { url: string; client: pg.Client }, log: Log) {
  if (!(await isEmpty(client)))
    throw new CommandRefused('The database of DATABASE_URL is not empty. Move into an empty one.')
  try {
    await makeTables(url, log)
    return await copy(source, client)
  } catch (error) {
    await inOneStep(client, () => emptyDatabase(client)).catch(() => {})
    throw error
  }
}

/** The same tables as here: those of the migrations, and those of the queue. */
async function makeTables(url: string, log: Log) {
  const database = await openDatabase({ url })
  try {
    await migrate(database.direct)
    await readyJobs(database, log)
  } finally {
    await database.close()
  }
}

/** Brings the queue's own tables to the version of this program. */
async function readyJobs(database: Database, log: Log) {
  const runner = await openJobs(database, [], log)
  await runner.stop()
}

async function copy(source: Database, target: pg.Client): Promise<TableMeasure[]> {
  const reading = await source.pool.connect()
  try {
    return await inOneState(reading, () =>
      inOneStep(target, async () => {
        await copyTables(reading, target)
        const counted = await measureTables(target)
        refuseDifferences(compareMeasures(await measureTables(reading), counted))
        return counted
      }),
    )
  } finally {
    reading.release()
  }
}
