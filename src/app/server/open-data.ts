import { isAccessRefused, isDatabaseAway } from '#platform/server/db/database-away.ts'
import { migrate } from '#platform/server/db/migrate.ts'
import { type Database, openDatabase } from '#platform/server/db/open-database.ts'
import { StartRefused } from '#platform/server/start-refused.ts'
import type { Config } from './config.ts'
import { refuseMoved } from './recovery/moved-mark.ts'

/** The database that the configuration names, with today's tables. @throws StartRefused where it cannot be had */
export async function openData(config: Config): Promise<Database> {
  return openAndAsk(config, (database) => migrate(database.direct))
}

/** The same with the tables that it has: for a backup, which is made before a new version changes them. */
export async function openDataAsItIs(config: Config): Promise<Database> {
  return openAndAsk(config, (database) => database.pool.query('select 1'))
}

async function openAndAsk(config: Config, ask: (database: Database) => Promise<unknown>): Promise<Database> {
  const { databaseUrl: url, databaseListenUrl: directUrl, databaseReplicaUrl: replicaUrl, dataDirectory } = config
  if (!url) refuseMoved(dataDirectory)
  const database = await openDatabase(url ? { url, directUrl, replicaUrl } : { directory: dataDirectory })
  try {
    await ask(database)
    return database
  } catch (error) {
    await database.close()
    throw isDatabaseAway(error) || isAccessRefused(error) ? databaseAway(error) : error
  }
}

export function databaseAway(error: unknown) {
  const reason = error instanceof Error ? error.message || ('code' in error ? String(error.code) : '') : String(error)
  return new StartRefused(
    `The database of DATABASE_URL cannot be reached (${reason}). Check the address and start again.`,
  )
}
