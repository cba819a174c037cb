import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '#platform/server/db/migrate.ts'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { findPostgres, startTemporaryPostgres } from '#platform/server/db/temporary-postgres.ts'
import { CommandRefused } from '#platform/server/operator-errors.ts'
import type { Config } from '../config/config.ts'
import { runBackup } from '../operator/run-command.ts'
import { readTrustedKeys } from '../server/data-keys.ts'
import { databaseUnavailable, explainDatabaseError } from '../server/database.ts'
import { openBackup, verifyBackup } from './archive.ts'
import { generateKeyPair } from './encryption.ts'
import type { Manifest } from './manifest.ts'
import { openOperatorConnection, withTransaction } from './operator-connection.ts'
import { restoreEmbedded, restoreIntoServer } from './restore-dump.ts'
import { compareFiles } from './restore-files.ts'
import type { Difference } from './table-checksums.ts'
import { emptyDatabase, isDatabaseEmpty } from './whole-database.ts'

export type DrillRequest = {
  /** An existing backup. If undefined, the drill makes one. */
  from: { file: string; keyFile: string | undefined; isUnsigned?: boolean | undefined } | undefined
  /** The URL of an empty database. If undefined, the drill starts a temporary server. */
  into: string | undefined
}

export type DrillResult = { manifest: Manifest; differences: Difference[]; restoredInMs: number }

/** Restores a backup into a throwaway database and compares them. Leaves nothing behind. */
export async function runRestoreDrill(config: Config, request: DrillRequest): Promise<DrillResult> {
  const folder = await mkdtemp(join(tmpdir(), 'futureworld-drill-')).catch((error: unknown) => {
    throw explainDatabaseError('The drill found no room (TMPDIR)', error)
  })
  try {
    const { file, keyFile } = request.from ?? (await createDrillBackup(config, folder))
    const opening = { keyFile, trust: readTrustedKeys(config, request.from?.isUnsigned) }
    const { kind } = await verifyBackup(file, opening)
    const startedAt = performance.now()
    const backup = await openBackup(file, opening)
    const restore =
      kind === 'embedded' ? restoreInMemory(backup) : restoreIntoTemporaryDatabase(config, request.into, backup)
    const differences = await restore.catch((error: unknown) => {
      throw explainDatabaseError('The backup was not restored', error)
    })
    return { manifest: backup.manifest, differences, restoredInMs: performance.now() - startedAt }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Uses a temporary key pair if the site encrypts its backups, because its private key is not on this machine. */
async function createDrillBackup(config: Config, folder: string) {
  const file = join(folder, 'drill.backup')
  const key = await generateKeyPair(new Date())
  const keyFile = join(folder, 'drill.key')
  await writeFile(keyFile, key.file, { mode: 0o600 })
  const recipients = config.backupRecipients.length > 0 ? [key.recipient] : []
  await runBackup(config, { file, ledger: join(folder, 'ledger.json'), recipients, isForDrill: true })
  return { file, keyFile }
}

type Backup = Awaited<ReturnType<typeof openBackup>>

async function restoreInMemory(backup: Backup): Promise<Difference[]> {
  const { database, differences } = await restoreEmbedded('memory', backup)
  try {
    const client = await database.pool.connect()
    const contentDifferences = await compareFiles(client, backup).finally(() => client.release())
    await migrate(database.direct)
    return [...differences, ...contentDifferences]
  } finally {
    await database.close()
  }
}

async function restoreIntoTemporaryDatabase(
  config: Config,
  into: string | undefined,
  backup: Backup,
): Promise<Difference[]> {
  if (into) return restoreAt(into, config, backup, '--into')
  const binaries = findPostgres(config.environment.PATH)
  if (!binaries)
    throw new CommandRefused(
      'There’s no PostgreSQL server on this machine for the drill. Name an empty database for it: --into <address>.',
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
  const client = await openOperatorConnection(url).catch((error: unknown) => {
    throw databaseUnavailable(error, setting)
  })
  try {
    if (!(await isDatabaseEmpty(client)))
      throw new CommandRefused('The database for the drill isn’t empty. Name an empty one.')
    const differences = await restoreIntoServer({ url, client, environment }, backup)
    const contentDifferences = await compareFiles(client, backup)
    const database = await openDatabase({ url })
    await migrate(database.direct).finally(database.close)
    await withTransaction(client, () => emptyDatabase(client))
    return [...differences, ...contentDifferences]
  } finally {
    await client.end()
  }
}
