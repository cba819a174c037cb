import { isAccessRefused, isDatabaseAway, isNotAllowed } from '#platform/server/db/database-away.ts'
import { migrate } from '#platform/server/db/migrate.ts'
import { type Database, openDatabase } from '#platform/server/db/open-database.ts'
import { StartRefused } from '#platform/server/start-refused.ts'
import type { Config } from './config.ts'
import { refuseMoved } from './recovery/moved-mark.ts'
import { markInDirectory, markOnServer, refuseUnfinished } from './recovery/restore-mark.ts'

type Options = {
  /** For the restore itself, which has what is not settled yet to itself. */
  isRestoring?: boolean
}

/** The database that the configuration names, with today's tables. @throws StartRefused where it cannot be had */
export async function openData(config: Config, options: Options = {}): Promise<Database> {
  return openAndAsk(config, (database) => migrate(database.direct), options)
}

/** The same with the tables that it has: for a backup, which is made before a new version changes them. */
export async function openDataAsItIs(config: Config): Promise<Database> {
  return openAndAsk(config, (database) => database.pool.query('select 1'))
}

async function openAndAsk(
  config: Config,
  ask: (database: Database) => Promise<unknown>,
  options: Options = {},
): Promise<Database> {
  const { databaseUrl: url, databaseListenUrl: directUrl, databaseReplicaUrl: replicaUrl, dataDirectory } = config
  if (!url) await refuseDirectory(dataDirectory, options)
  const source = url ? { url, directUrl, replicaUrl } : { directory: dataDirectory }
  const database = await openDatabase(source).catch((error: unknown) => {
    throw url || error instanceof StartRefused ? error : cannotOpen(dataDirectory, error)
  })
  try {
    if (url) await requireServers(database, options)
    await ask(database)
    return database
  } catch (error) {
    await database.close()
    if (isNotAllowed(error)) throw notAllowed(error)
    throw isDatabaseAway(error) || isAccessRefused(error) ? databaseAway(error) : error
  }
}

async function refuseDirectory(directory: string, { isRestoring = false }: Options) {
  refuseMoved(directory)
  if (!isRestoring) await refuseUnfinished(markInDirectory(directory))
}

/** Whatever goes wrong before the first answer, be it a certificate, is about reaching the server. */
async function requireServers({ pool, direct, replicaServer }: Database, { isRestoring = false }: Options) {
  await pool.query('select 1').catch((error: unknown) => {
    throw databaseAway(error)
  })
  if (direct !== pool)
    await direct.query('select 1').catch((error: unknown) => {
      throw databaseAway(error, 'DATABASE_LISTEN_URL')
    })
  await replicaServer?.require().catch((error: unknown) => {
    // The site does without it for a while: an address that is wrong would be done without for good.
    if (isAccessRefused(error) || !isDatabaseAway(error)) throw databaseAway(error, 'DATABASE_REPLICA_URL')
  })
  if (!isRestoring) await refuseUnfinished(markOnServer(pool))
}

function cannotOpen(directory: string, error: unknown) {
  return new StartRefused(
    `The database in ${directory} cannot be opened (${reasonOf(error)}). See whether its files are those of this user, or restore a backup.`,
    { cause: error },
  )
}

function notAllowed(error: unknown) {
  return new StartRefused(
    `The user of DATABASE_URL may not do what the site needs (${reasonOf(error)}). Make it the owner of the database.`,
  )
}

export function databaseAway(error: unknown, setting = 'DATABASE_URL') {
  return new StartRefused(
    `The database of ${setting} cannot be reached (${reasonOf(error)}). Check the address and start again.`,
  )
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || ('code' in error ? String(error.code) : '')
}
