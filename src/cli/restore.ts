import { resolve } from 'node:path'
import { Option } from 'commander'
import { type RestoreResult, restoreBackup } from '#app/backup/restore-backup.ts'
import { type DrillResult, runRestoreDrill } from '#app/backup/restore-drill.ts'
import { readConfig } from '#app/config/config.ts'
import { operatorLog } from '#app/operator/run-command.ts'
import { CommandRefused } from '#platform/server/operator-errors.ts'
import { addExamples, addJsonOption, type DescribeCommand, type Terminal } from './command.ts'

type RestoreOptions = {
  ledger?: string[]
  withoutLedger?: boolean
  key?: string
  replace?: string
  unsigned?: boolean
  inPlace?: boolean
}

const seeHelp = 'See futureworld restore --help.'

export const describeRestore: DescribeCommand = (command, terminal) => {
  command
    .description(
      'Restores a backup into the empty database in DATABASE_URL or DATA_DIR, checks that all rows are there, migrates the database to this version and settles it: people in a ledger are erased again, document numbers already issued are skipped, waiting emails are held back and everyone has to log in again. With --in-place it does only this settling, for data restored in another way or a restore interrupted before that point.',
    )
    .argument('[backup]', 'the backup file')
    .option(
      '--ledger <file>',
      'the start of the ledger’s file names; you can give several',
      (added, files: string[] = []) => [...files, added],
    )
    .addOption(
      new Option('--without-ledger', 'there’s no ledger: people who left after the backup will be back').conflicts(
        'ledger',
      ),
    )
    .option('--key <file>', 'the private key of an encrypted backup')
    .option('--replace <backup>', 'the database isn’t empty, and this backup contains what’s in it now')
    .option('--unsigned', 'the backup is from a version that didn’t sign backups, and you know where it’s been since')
    .option('--in-place', 'only settle the data that’s already in the database')
    .action((file: string | undefined, options: RestoreOptions) => restore(terminal, file, options))
  addExamples(command, {
    examples: [
      'restore futureworld-20261123T020000Z.tar.age --key backup.key --ledger ledger.json',
      'restore monday.tar --without-ledger --replace today.tar',
      'restore --in-place --ledger ledger.json',
    ],
    needs: 'the site’s settings, and pg_restore if DATABASE_URL is set. Stop every process of the site first.',
  })
  describeRestoreDrill(command.command('drill'), terminal)
}

async function restore({ environment, print }: Terminal, file: string | undefined, options: RestoreOptions) {
  const { ledger: ledgers = [], withoutLedger, inPlace = false } = options
  if (inPlace === Boolean(file)) throw new CommandRefused(`Name a backup, or use --in-place. ${seeHelp}`)
  if (ledgers.length === 0 && !withoutLedger)
    throw new CommandRefused(`Name the ledger (--ledger <file>), or use --without-ledger if there’s none. ${seeHelp}`)
  const config = readConfig(environment)
  const request = {
    file: file && resolve(file),
    keyFile: options.key && resolve(options.key),
    isUnsigned: options.unsigned,
    ledgers: ledgers.map((ledger) => resolve(ledger)),
    replacedBackup: options.replace && resolve(options.replace),
    now: new Date(),
  }
  print(describeResult(await restoreBackup(config, request, operatorLog(config))))
}

function describeResult({ manifest, summary, asideFolder }: RestoreResult): string {
  const lines = [
    ...(manifest ? [describeManifest(manifest)] : []),
    `People erased again: ${summary.erased}. Logins ended: ${summary.sessions}. Emails held back: ${summary.emails}.`,
    ...summary.numberSequences.map(({ series, from, until }) => `Numbers skipped: ${series} from ${from} to ${until}.`),
    ...(asideFolder ? [`The previous data is in ${asideFolder}. Delete it when you no longer need it.`] : []),
    'Start the site, then run futureworld reconcile to find payments made since the backup.',
  ]
  return `${lines.join('\n')}\n`
}

function describeManifest({ tables, takenAt }: NonNullable<RestoreResult['manifest']>): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `${rows} rows in ${tables.length} tables match the backup of ${takenAt} by count, sum and checksum.`
}

type DrillOptions = { from?: string; key?: string; unsigned?: boolean; into?: string; json?: boolean }

const describeRestoreDrill: DescribeCommand = (command, terminal) => {
  command
    .summary('show that a backup can be restored')
    .description(
      'Makes a backup (or uses the one you name), restores it into a temporary server (or the empty database you name), then counts and compares every table. It leaves nothing behind and doesn’t touch the site’s database. The exit code is 1 if anything differs.',
    )
    .option('--from <backup>', 'use this backup instead of making one now')
    .option('--key <file>', 'the private key of an encrypted backup')
    .option('--unsigned', 'the backup is from a version that didn’t sign backups, and you know where it’s been since')
    .option('--into <address>', 'use this empty PostgreSQL database instead of a temporary server')
    .action((options: DrillOptions) => drill(terminal, options))
  addJsonOption(command)
  addExamples(command, {
    examples: [
      'restore drill',
      'restore drill --from futureworld-20261123T020000Z.tar.age --key backup.key',
      'restore drill --json',
    ],
    needs:
      'the site’s settings, and the PostgreSQL programs if the site uses PostgreSQL. The site can be running or stopped.',
  })
}

async function drill(terminal: Terminal, { from: file, key, unsigned: isUnsigned, into, json }: DrillOptions) {
  if (key && !file) throw new CommandRefused('--key opens the backup in --from, but --from is missing.')
  const source = file ? { file: resolve(file), keyFile: key && resolve(key), isUnsigned } : undefined
  const result = await runRestoreDrill(readConfig(terminal.environment), { from: source, into })
  const { manifest, differences, restoredInMs } = result
  if (json) {
    const { takenAt, tables } = manifest
    terminal.print(`${JSON.stringify({ takenAt, restoredInMs, tables, differences })}\n`)
  } else terminal.print(describeDrillResult(result))
  if (differences.length > 0) terminal.exitWith(1)
}

function describeDrillResult({ manifest, differences, restoredInMs }: DrillResult): string {
  const seconds = (restoredInMs / 1_000).toFixed(1)
  const lines = [
    ...manifest.tables.map(({ table, rows, sums }) => {
      const differing = differences.filter((difference) => difference.table === table)
      const verdict = differing.length === 0 ? 'same' : differing.map(describeDifference).join('; ')
      const moneySums = Object.entries(sums).map(([sumName, sum]) => `${sumName} ${sum}`)
      return [table.replace(/^public\./, '').padEnd(34), String(rows).padStart(9), ` ${verdict} `, moneySums.join(', ')]
        .join(' ')
        .trimEnd()
    }),
    ...differences
      .filter(({ table }) => !manifest.tables.some((listed) => listed.table === table))
      .map(describeDifference),
    differences.length === 0
      ? `Every table in the backup taken at ${manifest.takenAt} is the same after the restore, which took ${seconds} seconds.`
      : `The restored data differs in ${differences.length} places. Don’t rely on this backup. Make another one and run the drill on that.`,
  ]
  return `${lines.join('\n')}\n`
}

function describeDifference({ table, what, expected, found }: DrillResult['differences'][number]): string {
  return `${table}: ${what} should be ${expected} but is ${found}`
}
