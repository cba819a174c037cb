import { z } from 'zod'
import { hasOldTables } from '#platform/server/db/database-errors.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import { openStorage } from '#platform/server/files/open-storage.ts'
import type { Log } from '#platform/server/log.ts'
import { CommandRefused } from '#platform/server/operator-errors.ts'
import type { Config } from '../config/config.ts'
import { readDataKeys } from '../server/data-keys.ts'
import { explainDatabaseError } from '../server/database.ts'
import { readDatabaseLedger, updateLedger } from './ledger.ts'
import { recordBackup } from './store.ts'
import { listMigrations } from './whole-database.ts'
import { writeBackup } from './write-backup.ts'

export const BackupRequest = z.strictObject({
  /** If undefined, only the ledger is updated. */
  file: z.string().min(1).optional(),
  ledger: z.string().min(1, 'Name the ledger'),
  recipients: z.array(z.string()),
  /** The drill deletes its backup, so it must not count as the latest one. */
  isForDrill: z.boolean().default(false),
})
export type BackupRequest = z.input<typeof BackupRequest>

export type BackupResult = Awaited<ReturnType<typeof createBackup>>

type Source = { database: Database; config: Config; now: () => Date; log: Log }

/** Writes a backup if `file` is set, and then the ledger, so that the ledger is never older than the backup. */
export async function createBackup(
  { database, config, now, log }: Source,
  { file, ledger, recipients, isForDrill = false }: BackupRequest,
) {
  await requireRecentTables(database)
  // File contents stored outside the database; `missing` counts those that could not be read.
  const counts = { bytes: 0, tables: 0, rows: 0, contents: 0, missing: 0 }
  if (file) {
    const url = config.databaseListenUrl ?? config.databaseUrl
    const source = url ? { url, environment: config.environment } : { database }
    const backup = await writeBackup(source, {
      file,
      recipients,
      dataKeys: readDataKeys(config),
      now: now(),
      files: openStorage(config.files, { log }),
      log,
    }).catch((error: unknown) => {
      throw explainDatabaseError('The backup was not made', error)
    })
    const { tables } = backup.manifest
    Object.assign(counts, {
      bytes: backup.bytes,
      tables: tables.length,
      rows: tables.reduce((sum, table) => sum + table.rows, 0),
      contents: backup.contents,
      missing: backup.missing,
    })
    if (!isForDrill) await recordBackup(database.db, now())
    if (recipients.length === 0) log.warn('the backup is not encrypted: BACKUP_RECIPIENTS is empty')
  }
  const { erasures } = await updateLedger(database.db, ledger, now()).catch((error: unknown) => {
    throw explainDatabaseError('The ledger was not brought up to date', error)
  })
  log.info({ ...counts, isEncrypted: recipients.length > 0 }, file ? 'a backup was made' : 'the ledger was updated')
  return { ...(file && { file }), ...counts, ledger, erasures: erasures.length }
}

/** A new version backs up before it migrates the tables. @throws CommandRefused if the tables are too old to read */
async function requireRecentTables({ db, pool }: Database) {
  try {
    await readDatabaseLedger(db)
  } catch (error) {
    if (!hasOldTables(error)) throw error
    const lastMigration = (await listMigrations(pool)).at(-1)?.name
    throw new CommandRefused(
      lastMigration
        ? `The database has the tables of an older version, up to ${lastMigration}, which this version can’t back up. Run futureworld backup from the version the site is running.`
        : 'The database has no tables from this site, so there’s nothing to back up.',
    )
  }
}
