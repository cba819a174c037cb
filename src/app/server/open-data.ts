import { isAccessRefused, isDatabaseAway } from '#platform/server/db/database-away.ts'
import { migrate } from '#platform/server/db/migrate.ts'
import { type Database, openDatabase } from '#platform/server/db/open-database.ts'
import { StartRefused } from '#platform/server/start-refused.ts'
import type { Config } from './config.ts'

/** The database that the configuration names, with today's tables. @throws StartRefused where it cannot be had */
export async function openData({ databaseUrl, dataDirectory }: Config): Promise<Database> {
  const database = await openDatabase(databaseUrl ? { url: databaseUrl } : { directory: dataDirectory })
  try {
    await migrate(database.pool)
    return database
  } catch (error) {
    await database.close()
    throw isDatabaseAway(error) || isAccessRefused(error) ? databaseAway(error) : error
  }
}

function databaseAway(error: unknown) {
  const reason = error instanceof Error ? error.message || ('code' in error ? String(error.code) : '') : String(error)
  return new StartRefused(
    `The database of DATABASE_URL cannot be reached (${reason}). Check the address and start again.`,
  )
}
