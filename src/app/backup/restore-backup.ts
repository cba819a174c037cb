import { readMigrations } from '#platform/server/db/migrate.ts'
import { openStorage } from '#platform/server/files/open-storage.ts'
import type { Files } from '#platform/server/files/storage.ts'
import type { Log } from '#platform/server/log.ts'
import { CommandRefused } from '#platform/server/operator-errors.ts'
import type { Config } from '../config/config.ts'
import type { OperatorContext } from '../operator/commands.ts'
import { withOperatorContext } from '../operator/run-command.ts'
import { readTrustedKeys } from '../server/data-keys.ts'
import { explainDatabaseError } from '../server/database.ts'
import { verifyBackup } from './archive.ts'
import { finishRestore } from './finish-restore.ts'
import { type Ledger, mergeLedgers, readLedger } from './ledger.ts'
import type { Manifest } from './manifest.ts'
import { restoreDirectory, restoreServer } from './restore-database.ts'
import { requireEmptyStorage } from './restore-files.ts'
import { type RestoreMarker, type RestoreMarkerStore, withRestoreMarker } from './restore-marker.ts'
import { recordBackup } from './store.ts'

export type RestoreRequest = {
  /** Undefined if the data was restored by other means and is already in the database. */
  file: string | undefined
  keyFile: string | undefined
  /** True if the operator vouches for an unsigned backup. */
  isUnsigned?: boolean | undefined
  /** Empty if the operator says that there is no ledger. */
  ledgers: string[]
  /** A current backup of the data to be replaced. */
  replacedBackup: string | undefined
  now: Date
}

export type RestoreResult = Awaited<ReturnType<typeof restoreBackup>>

/**
 * Verifies a backup, writes it into an empty database, compares the two, then migrates and settles the data. An error
 * before the comparison leaves the database unchanged or empty. After an interruption, a marker stops the site from
 * starting until a restore has finished.
 */
export async function restoreBackup(config: Config, request: RestoreRequest, log: Log) {
  const ledger = mergeLedgers(await Promise.all(request.ledgers.map((file) => readLedger(file))))
  const { file } = request
  const files = openStorage(config.files, { log })
  const manifest = file ? await fillDatabase(config, { ...request, file, files, ledger }) : undefined
  try {
    const marker = await withRestoreMarker(config, (markerStore) => beginSettling(markerStore, ledger))
    const finishInContext = async (context: OperatorContext) => {
      // The restored row names an older backup than the one just restored.
      if (marker.takenAt) await recordBackup(context.db, new Date(marker.takenAt))
      return finishRestore(context, marker.ledger)
    }
    const summary = await withOperatorContext(config, log, finishInContext, { isRestoring: true })
    await withRestoreMarker(config, ({ remove }) => remove())
    return { manifest, summary, asideFolder: marker.kept }
  } catch (error) {
    throw explainDatabaseError(
      'The data is there but not settled. Do that before you start the site (--in-place)',
      error,
    )
  }
}

/** @returns the marker written during the restore, or a new one for data restored by other means */
async function beginSettling({ find, put }: RestoreMarkerStore, ledger: Ledger): Promise<RestoreMarker> {
  const existing = await find()
  if (existing?.step === 'writing')
    throw new CommandRefused(
      'A restore was interrupted while it was writing, so the data isn’t complete and can’t be settled. Run the same futureworld restore again.',
    )
  const marker: RestoreMarker = existing
    ? { ...existing, ledger: mergeLedgers([existing.ledger, ledger]) }
    : { step: 'settling', takenAt: null, ledger }
  await put(marker)
  return marker
}

async function fillDatabase(config: Config, request: RestoreRequest & { file: string; files: Files; ledger: Ledger }) {
  try {
    const opening = { keyFile: request.keyFile, trust: readTrustedKeys(config, request.isUnsigned) }
    const manifest = await verifyBackup(request.file, opening)
    await requireCompatibleBackup(manifest, config)
    if (manifest.format === 2) await requireEmptyStorage(request.files)
    await (config.databaseUrl ? restoreServer : restoreDirectory)(config, { ...request, opening, manifest })
    return manifest
  } catch (error) {
    throw explainDatabaseError('The backup was not restored', error)
  }
}

async function requireCompatibleBackup({ kind, migrations, productVersion }: Manifest, { databaseUrl }: Config) {
  if (kind === 'embedded' && databaseUrl)
    throw new CommandRefused(
      'The backup is from the embedded database. Restore it without DATABASE_URL, then move it: futureworld move-to-postgres.',
    )
  if (kind === 'postgresql' && !databaseUrl)
    throw new CommandRefused('The backup is from PostgreSQL. Set DATABASE_URL to an empty database.')
  const checksums = new Map((await readMigrations()).map(({ name, checksum }) => [name, checksum]))
  const areOurs = migrations.every(({ name, checksum }) => [undefined, checksum].includes(checksums.get(name)))
  if (migrations.length === 0 || !areOurs)
    throw new CommandRefused(
      'The backup was made by an early version that can’t be upgraded. Restore it with that version.',
    )
  const newer = migrations.find(({ name }) => !checksums.has(name))
  if (newer)
    throw new CommandRefused(
      `The backup was made by a newer version of this program (${productVersion}, with ${newer.name}). Restore it with that version.`,
    )
}
