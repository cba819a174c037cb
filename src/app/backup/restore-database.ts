import { existsSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { hasOldTables } from '#platform/server/db/database-errors.ts'
import { type Database, openDatabase } from '#platform/server/db/open-database.ts'
import type { Files } from '#platform/server/files/storage.ts'
import { CommandRefused, StartRefused } from '#platform/server/operator-errors.ts'
import type { Config } from '../config/config.ts'
import { type OpenBackup, type OpenOptions, openBackup, verifyBackup } from './archive.ts'
import { type Ledger, mergeLedgers, readDatabaseLedger } from './ledger.ts'
import type { Manifest } from './manifest.ts'
import { openOperatorConnection, withTransaction } from './operator-connection.ts'
import {
  asideDirectory,
  compareWithManifest,
  findRestoreProgram,
  hasEmbedded,
  moveEmbeddedAside,
  moveEmbeddedBack,
  removeEmbedded,
  restoreEmbedded,
  restoreIntoServer,
} from './restore-dump.ts'
import { restoreFiles } from './restore-files.ts'
import {
  directoryMarkerStore,
  type RestoreMarker,
  type RestoreMarkerStore,
  requireNotMoved,
  serverMarkerStore,
} from './restore-marker.ts'
import type { Difference } from './table-checksums.ts'
import { countOtherConnections, emptyDatabase, isDatabaseEmpty } from './whole-database.ts'

type RestoreTask = {
  file: string
  opening: OpenOptions
  replaced: string | undefined
  now: Date
  /** Receives the file contents stored outside the database. */
  files: Files
  manifest: Manifest
  ledger: Ledger
}

/** Restores a backup into DATABASE_URL and marks it as not settled. */
export async function restoreServer(config: Config, order: RestoreTask): Promise<void> {
  const url = config.databaseListenUrl ?? config.databaseUrl ?? ''
  const client = await openOperatorConnection(url)
  const place = serverMarkerStore(client)
  try {
    await requireNoOtherConnections(client)
    await findRestoreProgram({ client, environment: config.environment }, order.manifest)
    const begun = await findUnfinishedRestore(place)
    const wasEmpty = await isDatabaseEmpty(client)
    const known = begun ? [begun.ledger] : wasEmpty ? [] : [await readReplacedServerLedger({ url, client }, order)]
    const mark = createMarker(order, known)
    const begin = () =>
      withTransaction(client, async () => {
        if (!wasEmpty) await emptyDatabase(client)
        await place.put(mark)
      })
    await begin()
    await restoreMarkedServer({ url, client, environment: config.environment }, order).catch(async (error: unknown) => {
      // The site must not start on data that differs from the backup, nor on an empty database that used to hold data.
      await (wasEmpty ? withTransaction(client, () => emptyDatabase(client)) : begin()).catch(() => {})
      throw error
    })
    await place.put({ ...mark, step: 'settling' })
  } finally {
    await client.end()
  }
}

type Server = Parameters<typeof restoreIntoServer>[0]

async function restoreMarkedServer(server: Server, order: RestoreTask) {
  const backup = await openBackup(order.file, order.opening)
  requireNoDifferences(await restoreIntoServer(server, backup))
  await restoreFileContents(server.url, order.files, backup)
}

async function readReplacedServerLedger(
  { url, client }: Pick<Server, 'url' | 'client'>,
  order: RestoreTask,
): Promise<Ledger> {
  await requireCurrentBackup(order, (file) => findDifferences(file, order, client))
  return readKnownLedger(await openDatabase({ url }))
}

/** Returns the marker of an interrupted restore, which may simply start again. */
async function findUnfinishedRestore({ find }: RestoreMarkerStore): Promise<RestoreMarker | undefined> {
  const mark = await find()
  if (mark?.takenAt === null)
    throw new CommandRefused(
      'The data that is there was brought back by other means and is not settled yet. Settle it first: futureworld restore --in-place.',
    )
  return mark
}

function createMarker({ manifest, ledger }: RestoreTask, known: Ledger[]): RestoreMarker {
  return { step: 'writing', takenAt: manifest.takenAt, ledger: mergeLedgers([ledger, ...known]) }
}

async function restoreFileContents(url: string, files: Files, backup: OpenBackup) {
  const database = await openDatabase({ url })
  await restoreFiles(database, files, backup).finally(database.close)
}

/** PostgreSQL lists a closed connection for a moment longer. */
const DISCONNECT_WAIT_MS = 3_000

async function requireNoOtherConnections(client: Parameters<typeof countOtherConnections>[0]) {
  const until = performance.now() + DISCONNECT_WAIT_MS
  let others = await countOtherConnections(client)
  while (others > 0 && performance.now() < until) {
    await setTimeout(100)
    others = await countOtherConnections(client)
  }
  if (others === 0) return
  throw new CommandRefused(
    `The database is in use by ${others} other connections. Stop every process of the site, and a pooler, first.`,
  )
}

/** Restores a backup into DATA_DIR and marks it as not settled. The previous database is kept next to it. */
export async function restoreDirectory({ dataDirectory: directory }: Config, order: RestoreTask): Promise<void> {
  requireNotMoved(directory)
  const place = directoryMarkerStore(directory)
  const begun = await findUnfinishedRestore(place)
  // Until it is moved aside, the folder still holds the previous database.
  const aside = begun?.kept && existsSync(begun.kept) ? begun.kept : undefined
  const isPartial = begun !== undefined && aside === begun.kept
  const replaces = hasEmbedded(directory) && !isPartial
  const known = replaces ? [await readReplacedLedger(directory, order)] : []
  const kept = replaces ? asideDirectory(directory, order.now) : aside
  const mark = { ...createMarker(order, [...known, ...(begun ? [begun.ledger] : [])]), ...(kept && { kept }) }
  await place.put(mark)
  if (replaces) await moveEmbeddedAside(directory, kept ?? '')
  else await removeEmbedded(directory)
  await restoreEmptyDirectory(directory, order).catch(async (error: unknown) => {
    // StartRefused means that another process owns the directory now, so we must not delete its data.
    if (error instanceof StartRefused) throw error
    await removeEmbedded(directory)
    if (kept) await moveEmbeddedBack(directory, kept)
    await place.remove()
    throw error
  })
  await place.put({ ...mark, step: 'settling' })
}

async function restoreEmptyDirectory(directory: string, order: RestoreTask) {
  const backup = await openBackup(order.file, order.opening)
  const { database, differences } = await restoreEmbedded({ directory }, backup)
  try {
    requireNoDifferences(differences)
    await restoreFiles(database, order.files, backup)
  } finally {
    await database.close()
  }
}

async function readReplacedLedger(directory: string, order: RestoreTask): Promise<Ledger> {
  if (!order.replaced) throw databaseNotEmpty()
  const database = await openDatabase({ directory })
  const client = await database.pool.connect()
  try {
    await requireCurrentBackup(order, (file) => findDifferences(file, order, client))
  } catch (error) {
    client.release()
    await database.close()
    throw error
  }
  client.release()
  return readKnownLedger(database)
}

async function requireCurrentBackup({ replaced }: RestoreTask, differences: (file: string) => Promise<Difference[]>) {
  if (!replaced) throw databaseNotEmpty()
  const [first] = await differences(replaced)
  if (!first) return
  throw new CommandRefused(
    `The database holds something else than its backup ${replaced} (${first.table}). Stop the site and make one now: futureworld backup.`,
  )
}

async function findDifferences(
  file: string,
  { opening }: RestoreTask,
  client: Parameters<typeof compareWithManifest>[1],
) {
  return compareWithManifest(await verifyBackup(file, opening), client)
}

/** Also closes the database. */
async function readKnownLedger(database: Database): Promise<Ledger> {
  try {
    return await readDatabaseLedger(database.db)
  } catch (error) {
    if (!hasOldTables(error)) throw error
    throw new CommandRefused(
      'The database to be replaced was created by an early version. Restore into an empty database.',
    )
  } finally {
    await database.close()
  }
}

function databaseNotEmpty() {
  return new CommandRefused(
    'The database is not empty. Restore into an empty one, or make a backup of it now and say: --replace <that backup>.',
  )
}

/** @throws CommandRefused with the first difference */
export function requireNoDifferences(differences: Difference[]) {
  const [first] = differences
  if (!first) return
  throw new CommandRefused(
    `What was restored is not what was backed up: ${first.what} of ${first.table} should be ${first.expected} and is ${first.found}.`,
  )
}
