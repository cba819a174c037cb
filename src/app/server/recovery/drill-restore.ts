import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Manifest } from '#platform/server/backup/manifest.ts'
import { openBackup, verifyBackup } from '#platform/server/backup/pack-backup.ts'
import { restoreEmbedded, restoreIntoServer } from '#platform/server/backup/restore-backup.ts'
import { makeKey } from '#platform/server/backup/seal-backup.ts'
import { CommandRefused } from '#platform/server/command-refused.ts'
import type { Difference } from '#platform/server/db/measure-tables.ts'
import { migrate } from '#platform/server/db/migrate.ts'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { connectPatiently, inOneStep } from '#platform/server/db/patient-connection.ts'
import { findPostgres, startTemporaryPostgres } from '#platform/server/db/temporary-postgres.ts'
import { emptyDatabase, isEmpty } from '#platform/server/db/whole-database.ts'
import { carryOutBackup } from '../carry-out-command.ts'
import type { Config } from '../config.ts'
import { databaseAway } from '../open-data.ts'
import { inWords } from './in-words.ts'
import { compareContents } from './restore-contents.ts'

export type DrillOrder = {
  /** A backup that exists; else one is made for the drill. */
  from: { file: string; keyFile: string | undefined } | undefined
  /** An empty database; else a server is started for the drill. */
  into: string | undefined
}

export type Drill = { manifest: Manifest; differences: Difference[]; restoredInMs: number }

/** Restores a backup where nobody uses it, and counts it there. Nothing of it is left. */
export async function drillRestore(config: Config, order: DrillOrder): Promise<Drill> {
  const folder = await mkdtemp(join(tmpdir(), 'futureworld-drill-')).catch((error: unknown) => {
    throw inWords('The drill found no room (TMPDIR)', error)
  })
  try {
    const { file, keyFile } = order.from ?? (await makeOne(config, folder))
    const { kind } = await verifyBackup(file, { keyFile })
    const began = performance.now()
    const backup = await openBackup(file, { keyFile })
    const restore = kind === 'embedded' ? restoreInMemory(backup) : restoreSomewhere(config, order.into, backup)
    const differences = await restore.catch((error: unknown) => {
      throw inWords('The backup was not restored', error)
    })
    return { manifest: backup.manifest, differences, restoredInMs: performance.now() - began }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Encrypted where the site's own are, by a key of the drill, since the private one is not here. */
async function makeOne(config: Config, folder: string) {
  const file = join(folder, 'drill.backup')
  const key = await makeKey(new Date())
  const keyFile = join(folder, 'drill.key')
  await writeFile(keyFile, key.file, { mode: 0o600 })
  const recipients = config.backupRecipients.length > 0 ? [key.recipient] : []
  await carryOutBackup(config, { file, ledger: join(folder, 'ledger.json'), recipients, isForDrill: true })
  return { file, keyFile }
}

type Backup = Awaited<ReturnType<typeof openBackup>>

async function restoreInMemory(backup: Backup): Promise<Difference[]> {
  const { database, differences } = await restoreEmbedded('memory', backup)
  try {
    const client = await database.pool.connect()
    const ofContents = await compareContents(client, backup).finally(() => client.release())
    await migrate(database.direct)
    return [...differences, ...ofContents]
  } finally {
    await database.close()
  }
}

async function restoreSomewhere(config: Config, into: string | undefined, backup: Backup): Promise<Difference[]> {
  if (into) return restoreAt(into, config, backup, '--into')
  const binaries = findPostgres(config.environment.PATH)
  if (!binaries)
    throw new CommandRefused(
      'There is no PostgreSQL server on this machine for the drill. Name an empty database: --into <address>.',
    )
  const server = await startTemporaryPostgres(binaries, { isDurable: true })
  try {
    return await restoreAt(server.url, config, backup)
  } finally {
    await server.stop()
  }
}

async function restoreAt(
  url: string,
  { environment }: Config,
  backup: Backup,
  setting = 'the drill',
): Promise<Difference[]> {
  const client = await connectPatiently(url).catch((error: unknown) => {
    throw databaseAway(error, setting)
  })
  try {
    if (!(await isEmpty(client))) throw new CommandRefused('The database for the drill is not empty.')
    const differences = await restoreIntoServer({ url, client, environment }, backup)
    const ofContents = await compareContents(client, backup)
    const database = await openDatabase({ url })
    await migrate(database.direct).finally(database.close)
    await inOneStep(client, () => emptyDatabase(client))
    return [...differences, ...ofContents]
  } finally {
    await client.end()
  }
}
