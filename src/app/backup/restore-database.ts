import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { embeddedFolder } from '#platform/server/db/data-directory.ts'
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
  hasEmbeddedDatabase,
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
  replacedBackup: string | undefined
  now: Date
  /** Receives the file contents stored outside the database. */
  files: Files
  manifest: Manifest
  ledger: Ledger
}

/** Restores a backup into DATABASE_URL and marks it as not settled. */
export async function restoreServer(config: Config, task: RestoreTask): Promise<void> {
  const url = config.databaseListenUrl ?? config.databaseUrl ?? ''
  const client = await openOperatorConnection(url)
  const markerStore = serverMarkerStore(client)
  try {
    await requireNoOtherConnections(client)
    await findRestoreProgram({ client, environment: config.environment }, task.manifest)
    const unfinished = await findUnfinishedRestore(markerStore)
    const wasEmpty = await isDatabaseEmpty(client)
    const knownLedgers = unfinished
      ? [unfinished.ledger]
      : wasEmpty
        ? []
        : [await readReplacedServerLedger({ url, client }, task)]
    const marker = createMarker(task, knownLedgers)
    const startWriting = () =>
      withTransaction(client, async () => {
        if (!wasEmpty) await emptyDatabase(client)
        await markerStore.put(marker)
      })
    await startWriting()
    await restoreMarkedServer({ url, client, environment: config.environment }, task).catch(async (error: unknown) => {
      // The site must not start on data that differs from the backup, nor on an empty database that used to hold data.
      await (wasEmpty ? withTransaction(client, () => emptyDatabase(client)) : startWriting()).catch(() => {})
      throw error
    })
    await markerStore.put({ ...marker, step: 'settling' })
  } finally {
    await client.end()
  }
}

type Server = Parameters<typeof restoreIntoServer>[0]

async function restoreMarkedServer(server: Server, task: RestoreTask) {
  const backup = await openBackup(task.file, task.opening)
  requireNoDifferences(await restoreIntoServer(server, backup))
  await restoreFileContents(server.url, task.files, backup)
}

async function readReplacedServerLedger(
  { url, client }: Pick<Server, 'url' | 'client'>,
  task: RestoreTask,
): Promise<Ledger> {
  await requireCurrentBackup(task, (file) => findDifferences(file, task, client))
  return readLedgerAndClose(await openDatabase({ url }))
}

/** Returns the marker left by an interrupted restore, which may simply start again. */
async function findUnfinishedRestore({ find }: RestoreMarkerStore): Promise<RestoreMarker | undefined> {
  const marker = await find()
  if (marker?.takenAt === null)
    throw new CommandRefused(
      'The existing data was restored in another way and isn’t settled yet. Settle it first: futureworld restore --in-place.',
    )
  return marker
}

function createMarker({ manifest, ledger }: RestoreTask, knownLedgers: Ledger[]): RestoreMarker {
  return { step: 'writing', takenAt: manifest.takenAt, ledger: mergeLedgers([ledger, ...knownLedgers]) }
}

async function restoreFileContents(url: string, files: Files, backup: OpenBackup) {
  const database = await openDatabase({ url })
  await restoreFiles(database, files, backup).finally(database.close)
}

/** PostgreSQL lists a closed connection for a moment longer. */
const DISCONNECT_WAIT_MS = 3_000

async function requireNoOtherConnections(client: Parameters<typeof countOtherConnections>[0]) {
  const deadline = performance.now() + DISCONNECT_WAIT_MS
  let connections = await countOtherConnections(client)
  while (connections > 0 && performance.now() < deadline) {
    await setTimeout(100)
    connections = await countOtherConnections(client)
  }
  if (connections === 0) return
  throw new CommandRefused(
    `The database is in use by ${connections} other connections. Stop every process of the site and any pooler first.`,
  )
}

/** Restores a backup into DATA_DIR and marks it as not settled. The previous database is kept next to it. */
export async function restoreDirectory({ dataDirectory: directory }: Config, task: RestoreTask): Promise<void> {
  requireNotMoved(directory)
  const markerStore = directoryMarkerStore(directory)
  const unfinished = await findUnfinishedRestore(markerStore)
  // Until it is moved aside, the folder still holds the previous database.
  const earlierAsideFolder = unfinished?.kept && existsSync(unfinished.kept) ? unfinished.kept : undefined
  const isPartial = unfinished !== undefined && earlierAsideFolder === unfinished.kept
  const isReplacing = hasEmbeddedDatabase(directory) && !isPartial
  const knownLedgers = isReplacing ? [await readReplacedLedger(directory, task)] : []
  const asideFolder = isReplacing ? asideDirectory(directory, task.now) : earlierAsideFolder
  const marker = {
    ...createMarker(task, [...knownLedgers, ...(unfinished ? [unfinished.ledger] : [])]),
    ...(asideFolder && { kept: asideFolder }),
  }
  await markerStore.put(marker)
  if (isReplacing) await rename(embeddedFolder(directory), asideFolder ?? '')
  else await removeEmbedded(directory)
  await restoreEmptyDirectory(directory, task).catch(async (error: unknown) => {
    // StartRefused means that another process owns the directory now, so we must not delete its data.
    if (error instanceof StartRefused) throw error
    await removeEmbedded(directory)
    if (asideFolder) await rename(asideFolder, embeddedFolder(directory))
    await markerStore.remove()
    throw error
  })
  await markerStore.put({ ...marker, step: 'settling' })
}

async function restoreEmptyDirectory(directory: string, task: RestoreTask) {
  const backup = await openBackup(task.file, task.opening)
  const { database, differences } = await restoreEmbedded({ directory }, backup)
  try {
    requireNoDifferences(differences)
    await restoreFiles(database, task.files, backup)
  } finally {
    await database.close()
  }
}

async function readReplacedLedger(directory: string, task: RestoreTask): Promise<Ledger> {
  if (!task.replacedBackup) throw databaseNotEmpty()
  const database = await openDatabase({ directory })
  const client = await database.pool.connect()
  try {
    await requireCurrentBackup(task, (file) => findDifferences(file, task, client))
  } catch (error) {
    client.release()
    await database.close()
    throw error
  }
  client.release()
  return readLedgerAndClose(database)
}

async function requireCurrentBackup({ replacedBackup }: RestoreTask, compare: (file: string) => Promise<Difference[]>) {
  if (!replacedBackup) throw databaseNotEmpty()
  const [first] = await compare(replacedBackup)
  if (!first) return
  throw new CommandRefused(
    `The database doesn’t match its backup ${replacedBackup} (${first.table}). Stop the site and make one now: futureworld backup.`,
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
async function readLedgerAndClose(database: Database): Promise<Ledger> {
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
    'The database isn’t empty. Restore into an empty one, or back it up now and use --replace <that backup>.',
  )
}

/** @throws CommandRefused with the first difference */
export function requireNoDifferences(differences: Difference[]) {
  const [first] = differences
  if (!first) return
  throw new CommandRefused(
    `The restored data doesn’t match the backup: ${first.what} of ${first.table} should be ${first.expected} but is ${first.found}.`,
  )
}
