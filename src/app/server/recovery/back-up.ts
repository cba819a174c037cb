import { z } from 'zod'
import { makeBackup } from '#platform/server/backup/make-backup.ts'
import { noteBackup } from '#platform/server/backup/store.ts'
import { CommandRefused } from '#platform/server/command-refused.ts'
import { isFromBefore } from '#platform/server/db/database-away.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import { listMigrations } from '#platform/server/db/whole-database.ts'
import { openFiles } from '#platform/server/files/open-files.ts'
import type { Log } from '#platform/server/log.ts'
import type { Config } from '../config.ts'
import { inWords } from './in-words.ts'
import { keepLedger, readLedgerOf } from './ledger.ts'

export const BackupOrder = z.strictObject({
  /** Undefined: only the ledger is brought up to date. */
  file: z.string().min(1).optional(),
  ledger: z.string().min(1, 'Say the name of the ledger'),
  recipients: z.array(z.string()),
  /** It is gone in a moment: nobody is to believe that there is one more. */
  isForDrill: z.boolean().default(false),
})
export type BackupOrder = z.input<typeof BackupOrder>

export type BackupDone = {
  file?: string
  bytes: number
  tables: number
  rows: number
  /** Contents of files that are not in the database, and those that could not be had. */
  contents: number
  missing: number
  ledger: string
  erasures: number
}

type Source = { database: Database; config: Config; now: () => Date; log: Log }

/** Writes a backup, where one is wanted, and the ledger beside it: last, so that it is never the older of the two. */
export async function backUp(
  { database, config, now, log }: Source,
  { file, ledger, recipients, isForDrill = false }: BackupOrder,
): Promise<BackupDone> {
  await refuseOldTables(database)
  const done = { bytes: 0, tables: 0, rows: 0, contents: 0, missing: 0 }
  if (file) {
    const url = config.databaseListenUrl ?? config.databaseUrl
    const source = url ? { url, environment: config.environment } : { database }
    const made = await makeBackup(source, {
      file,
      recipients,
      now: now(),
      files: openFiles(config.files, { log }),
      log,
    }).catch((error: unknown) => {
      throw inWords('The backup was not made', error)
    })
    const { tables } = made.manifest
    Object.assign(done, {
      bytes: made.bytes,
      tables: tables.length,
      rows: tables.reduce((sum, table) => sum + table.rows, 0),
      contents: made.contents,
      missing: made.missing,
    })
    if (!isForDrill) await noteWherePossible(database, now())
  }
  const { erasures } = await keepLedger(database.db, ledger, now()).catch((error: unknown) => {
    throw inWords('The ledger was not brought up to date', error)
  })
  log.info(
    { ...done, isEncrypted: recipients.length > 0 },
    file ? 'a backup was made' : 'the ledger was brought up to date',
  )
  return { ...(file && { file }), ...done, ledger, erasures: erasures.length }
}

/** A new version makes its backup before it changes the tables. @throws CommandRefused where those are of too long ago */
async function refuseOldTables({ db, pool }: Database) {
  try {
    await readLedgerOf(db)
  } catch (error) {
    if (!isFromBefore(error)) throw error
    const last = (await listMigrations(pool)).at(-1)
    throw new CommandRefused(
      last
        ? `The database has the tables of an older version, up to ${last}, which this one cannot back up. Run npm run backup of the version that the site runs on.`
        : 'The database has no tables of this site: there is nothing to back up.',
    )
  }
}

/** A site of before this was watched has no place for it. */
async function noteWherePossible({ db }: Database, madeAt: Date) {
  await noteBackup(db, madeAt).catch((error: unknown) => {
    if (!isFromBefore(error)) throw error
  })
}
