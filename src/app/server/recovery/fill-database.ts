import { existsSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type { Manifest } from '#platform/server/backup/manifest.ts'
import { type OpenBackup, openBackup, verifyBackup } from '#platform/server/backup/pack-backup.ts'
import {
  bringEmbeddedBack,
  compareWith,
  findRestorer,
  hasEmbedded,
  nameAside,
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
import { type Ledger, mergeLedgers, readLedgerOf } from './ledger.ts'
import { refuseMoved } from './moved-mark.ts'
import { restoreContents } from './restore-contents.ts'
import { type MarkPlace, markInDirectory, markOnServer, type RestoreMark } from './restore-mark.ts'

type Order = {
  file: string
  keyFile: string | undefined
  replaced: string | undefined
  now: Date
  /** Where the contents of files go that do not stand in the database. */
  files: Files
  manifest: Manifest
  ledger: Ledger
}

/** Writes a backup into the database of DATABASE_URL, and leaves it marked as not settled. */
export async function fillServer(config: Config, order: Order): Promise<void> {
  const url = config.databaseListenUrl ?? config.databaseUrl ?? ''
  const client = await connectPatiently(url)
  const place = markOnServer(client)
  try {
    await refuseOthers(client)
    await findRestorer({ client, environment: config.environment }, order.manifest)
    const begun = await findBegun(place)
    const wasEmpty = await isEmpty(client)
    const known = begun ? [begun.ledger] : wasEmpty ? [] : [await readReplacedOn({ url, client }, order)]
    const mark = markOf(order, known)
    const begin = () =>
      inOneStep(client, async () => {
        if (!wasEmpty) await emptyDatabase(client)
        await place.put(mark)
      })
    await begin()
    await fillMarked({ url, client, environment: config.environment }, order).catch(async (error: unknown) => {
      // Nobody is to start a site on what is not what was backed up, nor on nothing where there was something.
      await (wasEmpty ? inOneStep(client, () => emptyDatabase(client)) : begin()).catch(() => {})
      throw error
    })
    await place.put({ ...mark, step: 'settling' })
  } finally {
    await client.end()
  }
}

type Server = Parameters<typeof restoreIntoServer>[0]

async function fillMarked(server: Server, order: Order) {
  const backup = await openBackup(order.file, order)
  refuseDifferences(await restoreIntoServer(server, backup))
  await fillPlace(server.url, order.files, backup)
}

async function readReplacedOn({ url, client }: Pick<Server, 'url' | 'client'>, order: Order): Promise<Ledger> {
  await requireBackupOfNow(order, (file) => differencesFrom(file, order, client))
  return readKnown(await openDatabase({ url }))
}

/** What a restore that was interrupted has left is nobody's work: another one may begin anew. */
async function findBegun({ find }: MarkPlace): Promise<RestoreMark | undefined> {
  const mark = await find()
  if (mark?.takenAt === null)
    throw new CommandRefused(
      'The data that is there was brought back by other means and is not settled yet. Settle it first: npm run restore -- --in-place.',
    )
  return mark
}

function markOf({ manifest, ledger }: Order, known: Ledger[]): RestoreMark {
  return { step: 'writing', takenAt: manifest.takenAt, ledger: mergeLedgers([ledger, ...known]) }
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

/** Writes a backup into DATA_DIR, and leaves it marked as not settled. What was there before stays beside it. */
export async function fillDirectory({ dataDirectory: directory }: Config, order: Order): Promise<void> {
  refuseMoved(directory)
  const place = markInDirectory(directory)
  const begun = await findBegun(place)
  // Until it was put aside, what is there is what was there before.
  const aside = begun?.kept && existsSync(begun.kept) ? begun.kept : undefined
  const isPartial = begun !== undefined && aside === begun.kept
  const replaces = hasEmbedded(directory) && !isPartial
  const known = replaces ? [await readReplaced(directory, order)] : []
  const kept = replaces ? nameAside(directory, order.now) : aside
  const mark = { ...markOf(order, [...known, ...(begun ? [begun.ledger] : [])]), ...(kept && { kept }) }
  await place.put(mark)
  if (replaces) await setEmbeddedAside(directory, kept ?? '')
  else await removeEmbedded(directory)
  await fillEmpty(directory, order).catch(async (error: unknown) => {
    // Where another process has the directory by now, what is there is not ours.
    if (error instanceof StartRefused) throw error
    await removeEmbedded(directory)
    if (kept) await bringEmbeddedBack(directory, kept)
    await place.remove()
    throw error
  })
  await place.put({ ...mark, step: 'settling' })
}

async function fillEmpty(directory: string, order: Order) {
  const backup = await openBackup(order.file, order)
  const { database, differences } = await restoreEmbedded({ directory }, backup)
  try {
    refuseDifferences(differences)
    await restoreContents(database, order.files, backup)
  } finally {
    await database.close()
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
