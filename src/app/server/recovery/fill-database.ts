import { setTimeout } from 'node:timers/promises'
import { type OpenBackup, openBackup, verifyBackup } from '#platform/server/backup/pack-backup.ts'
import {
  compareWith,
  hasEmbedded,
  removeEmbedded,
  restoreEmbedded,
  restoreIntoServer,
  setEmbeddedAside,
} from '#platform/server/backup/restore-backup.ts'
import { CommandRefused } from '#platform/server/command-refused.ts'
import type { Difference } from '#platform/server/db/measure-tables.ts'
import { type Database, openDatabase } from '#platform/server/db/open-database.ts'
import { connectPatiently, inOneStep } from '#platform/server/db/patient-connection.ts'
import { countOthers, emptyDatabase, isEmpty } from '#platform/server/db/whole-database.ts'
import type { Files } from '#platform/server/files/file-place.ts'
import { StartRefused } from '#platform/server/start-refused.ts'
import type { Config } from '../config.ts'
import { type Ledger, readLedgerOf } from './ledger.ts'
import { restoreContents } from './restore-contents.ts'

type Order = {
  file: string
  keyFile: string | undefined
  replaced: string | undefined
  now: Date
  /** Where the contents of files go that do not stand in the database. */
  files: Files
}

/** `known` is what the database that was replaced knew itself; `kept` is where it is kept, if anywhere. */
type Filled = { known: Ledger[]; kept: string | undefined }

/** Writes a backup into the database of DATABASE_URL. */
export async function fillServer(config: Config, order: Order): Promise<Filled> {
  const url = config.databaseListenUrl ?? config.databaseUrl ?? ''
  const client = await connectPatiently(url)
  try {
    await refuseOthers(client)
    const known: Ledger[] = []
    if (!(await isEmpty(client))) {
      await requireBackupOfNow(order, (file) => differencesFrom(file, order, client))
      known.push(await readKnown(await openDatabase({ url })))
      await inOneStep(client, () => emptyDatabase(client))
    }
    const backup = await openBackup(order.file, order)
    const differences = await restoreIntoServer({ url, client, environment: config.environment }, backup)
    // Nobody is to start a site on what is not what was backed up.
    if (differences.length > 0) await inOneStep(client, () => emptyDatabase(client))
    refuseDifferences(differences)
    await fillPlace(url, order.files, backup).catch(async (error: unknown) => {
      await inOneStep(client, () => emptyDatabase(client))
      throw error
    })
    return { known, kept: undefined }
  } finally {
    await client.end()
  }
}

async function fillPlace(url: string, files: Files, backup: OpenBackup) {
  const database = await openDatabase({ url })
  await restoreContents(database, files, backup).finally(database.close)
}

/** Whoever has just left is still listed for a moment. */
const LEAVING_MS = 3_000

async function refuseOthers(client: Parameters<typeof countOthers>[0]) {
  const until = performance.now() + LEAVING_MS
  let others = await countOthers(client)
  while (others > 0 && performance.now() < until) {
    await setTimeout(100)
    others = await countOthers(client)
  }
  if (others === 0) return
  throw new CommandRefused(
    `The database is in use by ${others} other connections. Stop every process of the site, and a pooler, first.`,
  )
}

/** Writes a backup into DATA_DIR. What was there before stays beside it. */
export async function fillDirectory({ dataDirectory: directory }: Config, order: Order): Promise<Filled> {
  if (!hasEmbedded(directory)) {
    await fillEmpty(directory, order)
    return { known: [], kept: undefined }
  }
  const known = await readReplaced(directory, order)
  const aside = await setEmbeddedAside(directory, order.now)
  await fillEmpty(directory, order).catch(async (error: unknown) => {
    await aside.back()
    throw error
  })
  return { known: [known], kept: aside.kept }
}

async function fillEmpty(directory: string, order: Order) {
  try {
    const backup = await openBackup(order.file, order)
    const { database, differences } = await restoreEmbedded({ directory }, backup)
    try {
      refuseDifferences(differences)
      await restoreContents(database, order.files, backup)
    } finally {
      await database.close()
    }
  } catch (error) {
    // Where another process has the directory by now, what is there is not ours.
    if (!(error instanceof StartRefused)) await removeEmbedded(directory)
    throw error
  }
}

async function readReplaced(directory: string, order: Order): Promise<Ledger> {
  if (!order.replaced) throw notEmpty()
  const database = await openDatabase({ directory })
  const client = await database.pool.connect()
  try {
    await requireBackupOfNow(order, (file) => differencesFrom(file, order, client))
  } catch (error) {
    client.release()
    await database.close()
    throw error
  }
  client.release()
  return readKnown(database)
}

async function requireBackupOfNow({ replaced }: Order, differences: (file: string) => Promise<Difference[]>) {
  if (!replaced) throw notEmpty()
  const [first] = await differences(replaced)
  if (!first) return
  throw new CommandRefused(
    `The database holds something else than its backup ${replaced} (${first.table}). Stop the site and make one now: npm run backup.`,
  )
}

async function differencesFrom(file: string, { keyFile }: Order, client: Parameters<typeof compareWith>[1]) {
  return compareWith(await verifyBackup(file, { keyFile }), client)
}

/** Ends the connection as well. A database that is broken, or from before there was a ledger, knows nothing. */
async function readKnown(database: Database): Promise<Ledger> {
  try {
    return await readLedgerOf(database.db)
  } finally {
    await database.close()
  }
}

function notEmpty() {
  return new CommandRefused(
    'The database is not empty. Restore into an empty one, or make a backup of it now and say: --replace <that backup>.',
  )
}

/** @throws CommandRefused that names the first of them */
export function refuseDifferences(differences: Difference[]) {
  const [first] = differences
  if (!first) return
  throw new CommandRefused(
    `What was restored is not what was backed up: ${first.what} of ${first.table} should be ${first.expected} and is ${first.found}.`,
  )
}
