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
      'Writes a backup into the empty database that DATABASE_URL or DATA_DIR names, counts it, brings it to this version and settles it: who is in a ledger is erased again, numbers of papers that were given out are passed over, mails that waited are held back, and everybody logs in again. With --in-place it only settles, where the data was brought back by other means or a restore was interrupted before it had settled what it wrote.',
    )
    .argument('[backup]', 'the file of the backup')
    .option(
      '--ledger <file>',
      'what was kept beside the backups, by how its names begin; one, or several',
      (added, files: string[] = []) => [...files, added],
    )
    .addOption(
      new Option('--without-ledger', 'there is none: whoever left after the backup is there again').conflicts('ledger'),
    )
    .option('--key <file>', 'the private key of an encrypted backup')
    .option('--replace <backup>', 'the database is not empty, and this backup holds what is in it now')
    .option('--unsigned', 'the backup is of a version that signed none, and you know where it has been since')
    .option('--in-place', 'settle only what is in the database')
    .action((file: string | undefined, options: RestoreOptions) => restore(terminal, file, options))
  addExamples(command, {
    examples: [
      'restore futureworld-20261123T020000Z.tar.age --key backup.key --ledger ledger.json',
      'restore monday.tar --without-ledger --replace today.tar',
      'restore --in-place --ledger ledger.json',
    ],
    needs: 'that every process of the site is stopped, and pg_restore where DATABASE_URL is set.',
  })
  describeRestoreDrill(command.command('drill'), terminal)
}

async function restore({ environment, print }: Terminal, file: string | undefined, options: RestoreOptions) {
  const { ledger: ledgers = [], withoutLedger, inPlace = false } = options
  if (inPlace === Boolean(file)) throw new CommandRefused(`Say which backup, or --in-place. ${seeHelp}`)
  if (ledgers.length === 0 && !withoutLedger)
    throw new CommandRefused(
      `Say where the ledger is (--ledger <file>), or that there is none (--without-ledger). ${seeHelp}`,
    )
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
    `Erased again: ${summary.erased}. Sessions ended: ${summary.sessions}. Mails held back: ${summary.emails}.`,
    ...summary.numberSequences.map(
      ({ series, from, until }) => `Numbers passed over: ${series} from ${from} to ${until}.`,
    ),
    ...(asideFolder ? [`What was there before is in ${asideFolder}. Delete it when you need it no more.`] : []),
    'Start the site, then run futureworld reconcile: it finds what was paid since.',
  ]
  return `${lines.join('\n')}\n`
}

function describeManifest({ tables, takenAt }: NonNullable<RestoreResult['manifest']>): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `${rows} rows of ${tables.length} tables are as they were on ${takenAt}, by count, sum and checksum.`
}

type DrillOptions = { from?: string; key?: string; unsigned?: boolean; into?: string; json?: boolean }

const describeRestoreDrill: DescribeCommand = (command, terminal) => {
  command
    .summary('show that a backup can be restored')
    .description(
      "Makes a backup, or takes the one that is named, restores it into a server that is started for that, or into the empty database that is named, counts every table there and compares. Nothing of it is left, and the site's database is not touched. The exit code is 1 where anything is different.",
    )
    .option('--from <backup>', 'this backup, in place of one that is made now')
    .option('--key <file>', 'the private key of an encrypted backup')
    .option('--unsigned', 'the backup is of a version that signed none, and you know where it has been since')
    .option('--into <address>', 'an empty PostgreSQL database, in place of a server that is started for it')
    .action((options: DrillOptions) => drill(terminal, options))
  addJsonOption(command)
  addExamples(command, {
    examples: [
      'restore drill',
      'restore drill --from futureworld-20261123T020000Z.tar.age --key backup.key',
      'restore drill --json',
    ],
    needs: 'the settings of the site, which may be running or not, and the programs of PostgreSQL where it uses that.',
  })
}

async function drill(terminal: Terminal, { from: file, key, unsigned: isUnsigned, into, json }: DrillOptions) {
  if (key && !file) throw new CommandRefused('--key opens the backup of --from, and none is named.')
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
      ? `Every table of the backup of ${manifest.takenAt} is the same after restoring, which took ${seconds} s.`
      : `The restored data is different in ${differences.length} places. Do not count on this backup: make another one, and try that.`,
  ]
  return `${lines.join('\n')}\n`
}

function describeDifference({ table, what, expected, found }: DrillResult['differences'][number]): string {
  return `${table}: ${what} should be ${expected} and is ${found}`
}
