import { isConnectionDenied, isDatabaseUnavailable, isPermissionDenied } from '#platform/server/db/database-errors.ts'
import { migrate } from '#platform/server/db/migrate.ts'
import { type Database, openDatabase } from '#platform/server/db/open-database.ts'
import { errorCode } from '#platform/server/error-code.ts'
import { CommandRefused, StartRefused } from '#platform/server/operator-errors.ts'
import {
  directoryMarkerStore,
  requireFinishedRestore,
  requireNotMoved,
  serverMarkerStore,
} from '../backup/restore-marker.ts'
import type { Config } from '../config/config.ts'

/** Turns a database error into a message for the operator. @param outcome the consequence of the error */
export function explainDatabaseError(outcome: string, error: unknown): unknown {
  if (error instanceof CommandRefused || error instanceof StartRefused || !(error instanceof Error)) return error
  if (isDatabaseUnavailable(error) || isConnectionDenied(error)) return databaseUnavailable(error)
  return new CommandRefused(`${outcome}: ${error.message.replace(/\.$/, '')}.`)
}

type Options = {
  /** True for the restore itself, which must open data that is not settled yet. */
  isRestoring?: boolean
}

/** Opens the configured database and migrates its tables. @throws StartRefused if it cannot be opened */
export async function openSiteDatabase(config: Config, options: Options = {}): Promise<Database> {
  return openAndVerify(config, (database) => migrate(database.direct), options)
}

/** Opens the database without migrating it, because a new version backs up before it changes the tables. */
export async function openUnmigratedDatabase(config: Config): Promise<Database> {
  return openAndVerify(config, (database) => database.pool.query('select 1'))
}

async function openAndVerify(
  config: Config,
  verify: (database: Database) => Promise<unknown>,
  options: Options = {},
): Promise<Database> {
  const { databaseUrl: url, databaseListenUrl: directUrl, databaseReplicaUrl: replicaUrl, dataDirectory } = config
  if (!url) await requireUsableDirectory(dataDirectory, options)
  const source = url ? { url, directUrl, replicaUrl } : { directory: dataDirectory }
  const database = await openDatabase(source).catch((error: unknown) => {
    throw url || error instanceof StartRefused ? error : cannotOpen(dataDirectory, error)
  })
  try {
    if (url) await requireReachableServers(database, options)
    await verify(database)
    return database
  } catch (error) {
    await database.close()
    if (isPermissionDenied(error)) throw databaseAccessDenied(error)
    throw isDatabaseUnavailable(error) || isConnectionDenied(error) ? databaseUnavailable(error) : error
  }
}

async function requireUsableDirectory(directory: string, { isRestoring = false }: Options) {
  requireNotMoved(directory)
  if (!isRestoring) await requireFinishedRestore(directoryMarkerStore(directory))
}

/** Any error before the first response, even an invalid certificate, means that the server cannot be reached. */
async function requireReachableServers({ pool, direct, replicaServer }: Database, { isRestoring = false }: Options) {
  await pool.query('select 1').catch((error: unknown) => {
    throw databaseUnavailable(error)
  })
  if (direct !== pool)
    await direct.query('select 1').catch((error: unknown) => {
      throw databaseUnavailable(error, 'DATABASE_LISTEN_URL')
    })
  await replicaServer?.require().catch((error: unknown) => {
    // The site can run without its replica for a while, but a wrong address would never recover.
    if (isConnectionDenied(error) || !isDatabaseUnavailable(error))
      throw databaseUnavailable(error, 'DATABASE_REPLICA_URL')
  })
  if (!isRestoring) await requireFinishedRestore(serverMarkerStore(pool))
}

function cannotOpen(directory: string, error: unknown) {
  return new StartRefused(
    `The database in ${directory} can’t be opened (${toReason(error)}). Check that this user owns its files, or restore a backup.`,
    { cause: error },
  )
}

function databaseAccessDenied(error: unknown) {
  return new StartRefused(
    `The user in DATABASE_URL doesn’t have the rights the site needs (${toReason(error)}). Make it the owner of the database.`,
  )
}

export function databaseUnavailable(error: unknown, setting = 'DATABASE_URL') {
  return new StartRefused(
    `Can’t reach the database in ${setting} (${toReason(error)}). Check the address and start again.`,
  )
}

function toReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || (errorCode(error) ?? '')
}
