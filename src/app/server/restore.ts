import { resolve } from 'node:path'
import { CommandRefused } from '#platform/server/command-refused.ts'
import { operatorLog, sayRefusal } from './carry-out-command.ts'
import { readConfig } from './config.ts'
import { readWords } from './read-words.ts'
import { type Restored, restoreData } from './recovery/restore-data.ts'

// `npm run restore`: brings a backup back, and into the present.

const help = `npm run restore -- <backup> (--ledger <file>… | --no-ledger) [--key <file>] [--replace <backup of now>]
  Writes a backup into the empty database that DATABASE_URL or DATA_DIR names, counts it, brings it to this version and
  settles it: who is in a ledger is erased again, numbers of papers that were given out are passed over, mails that
  waited are held back, and everybody logs in again. Stop the site first.

npm run restore -- --in-place (--ledger <file>… | --no-ledger)
  Only settles, where the data was brought back by PostgreSQL's own means or a copy of a disk, or where a restore was
  interrupted before it had settled what it wrote.

  --ledger     what npm run backup kept beside the backups, by how its names begin (ledger.json); one, or several
  --no-ledger  there is none: whoever left after the backup is there again
  --key        the private key of an encrypted backup
  --replace    the database is not empty, and this backup holds what is in it now
`

const seeHelp = 'See npm run restore -- --help.'

await main().catch(sayRefusal)

async function main() {
  const { values, positionals } = readWords(process.argv.slice(2), {
    command: 'npm run restore',
    options: {
      ledger: { type: 'string', multiple: true },
      'no-ledger': { type: 'boolean' },
      key: { type: 'string' },
      replace: { type: 'string' },
      'in-place': { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) return void process.stdout.write(help)
  const [file, tooMuch] = positionals
  if (values['in-place'] ? file : !file || tooMuch)
    throw new CommandRefused(`Say which backup, and one alone. ${seeHelp}`)
  const { ledger: ledgers = [], 'no-ledger': hasNoLedger = false } = values
  if (ledgers.length > 0 === hasNoLedger)
    throw new CommandRefused(
      `Say where the ledger is (--ledger <file>), or that there is none (--no-ledger). ${seeHelp}`,
    )
  const config = readConfig(process.env)
  const order = {
    file: file && resolve(file),
    keyFile: values.key && resolve(values.key),
    ledgers: ledgers.map((ledger) => resolve(ledger)),
    replaced: values.replace && resolve(values.replace),
    now: new Date(),
  }
  process.stdout.write(inWords(await restoreData(config, order, operatorLog(config))))
}

function inWords({ manifest, settled, kept }: Restored): string {
  const lines = [
    ...(manifest ? [whatIsThere(manifest)] : []),
    `Erased again: ${settled.erased}. Sessions ended: ${settled.sessions}. Mails held back: ${settled.mails}.`,
    ...settled.series.map(({ series, from, until }) => `Numbers passed over: ${series} from ${from} to ${until}.`),
    ...(kept ? [`What was there before is in ${kept}. Delete it when you need it no more.`] : []),
    'Start the site, then run npm run reconcile: it finds what was paid since.',
  ]
  return `${lines.join('\n')}\n`
}

function whatIsThere({ tables, takenAt }: NonNullable<Restored['manifest']>): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `${rows} rows of ${tables.length} tables are as they were on ${takenAt}, by count, sum and checksum.`
}
