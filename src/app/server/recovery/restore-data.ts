import type { Manifest } from '#platform/server/backup/manifest.ts'
import { verifyBackup } from '#platform/server/backup/pack-backup.ts'
import { noteBackup } from '#platform/server/backup/store.ts'
import { CommandRefused } from '#platform/server/command-refused.ts'
import { listKnownMigrations } from '#platform/server/db/migrate.ts'
import type { Files } from '#platform/server/files/file-place.ts'
import { openFiles } from '#platform/server/files/open-files.ts'
import type { Log } from '#platform/server/log.ts'
import { inOperatorContext } from '../carry-out-command.ts'
import type { Config } from '../config.ts'
import type { OperatorContext } from '../operator-commands.ts'
import { fillDirectory, fillServer } from './fill-database.ts'
import { inWords } from './in-words.ts'
import { type Ledger, mergeLedgers, readLedger } from './ledger.ts'
import { refuseFilledPlace } from './restore-contents.ts'
import { type MarkPlace, type RestoreMark, withMark } from './restore-mark.ts'
import { type Settled, settleRestored } from './settle-restored.ts'

export type RestoreOrder = {
  /** Undefined where the data was brought back by other means, and stands in the database. */
  file: string | undefined
  keyFile: string | undefined
  /** None where the operator says that there is none. */
  ledgers: string[]
  /** The backup that holds what is replaced. */
  replaced: string | undefined
  now: Date
}

export type Restored = { manifest: Manifest | undefined; settled: Settled; kept: string | undefined }

/**
 * Brings a backup back: checked first, written into an empty database, counted again, brought forward to this program,
 * and settled. Whatever goes wrong before the counting leaves the database as it was, or empty; where it is interrupted,
 * a mark keeps every start from what is not whole and settled.
 */
export async function restoreData(config: Config, order: RestoreOrder, log: Log): Promise<Restored> {
  const ledger = mergeLedgers(await Promise.all(order.ledgers.map((file) => readLedger(file))))
  const { file } = order
  const files = openFiles(config.files, { log })
  const manifest = file ? await fill(config, { ...order, file, files, ledger }) : undefined
  try {
    const mark = await withMark(config, (place) => beginSettling(place, ledger))
    const settle = async (context: OperatorContext) => {
      // It holds what is here now. What stands in it is of the one before.
      if (mark.takenAt) await noteBackup(context.db, new Date(mark.takenAt))
      return settleRestored(context, mark.ledger)
    }
    const settled = await inOperatorContext(config, log, settle, { isRestoring: true })
    await withMark(config, ({ remove }) => remove())
    return { manifest, settled, kept: mark.kept }
  } catch (error) {
    throw inWords('The data is there but not settled. Do that before you start the site (--in-place)', error)
  }
}

/** @returns what is to be settled, as it was marked when it was written, or is now */
async function beginSettling({ find, put }: MarkPlace, ledger: Ledger): Promise<RestoreMark> {
  const begun = await find()
  if (begun?.step === 'writing')
    throw new CommandRefused(
      'A restore was interrupted while it wrote: there is nothing whole to settle. Run the same npm run restore again.',
    )
  const mark: RestoreMark = begun
    ? { ...begun, ledger: mergeLedgers([begun.ledger, ledger]) }
    : { step: 'settling', takenAt: null, ledger }
  await put(mark)
  return mark
}

async function fill(config: Config, order: RestoreOrder & { file: string; files: Files; ledger: Ledger }) {
  try {
    const manifest = await verifyBackup(order.file, order)
    await refuseUnfit(manifest, config)
    if (manifest.format === 2) await refuseFilledPlace(order.files)
    await (config.databaseUrl ? fillServer : fillDirectory)(config, { ...order, manifest })
    return manifest
  } catch (error) {
    throw inWords('The backup was not restored', error)
  }
}

async function refuseUnfit({ kind, migrations, productVersion }: Manifest, { databaseUrl }: Config) {
  if (kind === 'embedded' && databaseUrl)
    throw new CommandRefused(
      'The backup is of the embedded database. Restore it without DATABASE_URL, then move it: npm run move-to-postgres.',
    )
  if (kind === 'postgresql' && !databaseUrl)
    throw new CommandRefused('The backup is of PostgreSQL. Set DATABASE_URL to an empty database.')
  const known = new Set(await listKnownMigrations())
  const [newer] = migrations.filter((name) => !known.has(name))
  if (newer)
    throw new CommandRefused(
      `The backup was made by a newer version of this program (${productVersion}, with ${newer}). Restore it with that version.`,
    )
}
