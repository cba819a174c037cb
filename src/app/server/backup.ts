import { existsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { makeKey } from '#platform/server/backup/seal-backup.ts'
import { writeNewFile } from '#platform/server/backup/write-file.ts'
import { CommandRefused } from '#platform/server/command-refused.ts'
import { carryOutBackup, sayRefusal } from './carry-out-command.ts'
import { type Config, readConfig } from './config.ts'
import { readWords } from './read-words.ts'

// `npm run backup`: all data in one file, and the ledger of what must not be forgotten beside it.

const help = `npm run backup -- <file or folder> [--ledger <file>]
  Writes all data into one new file; into a folder, under a name made of the moment. Beside it the ledger is brought up
  to date, in files whose names begin with ledger.json or as is said: who was erased and which numbers were given out,
  by ids alone.

npm run backup -- --ledger <file>
  Brings the ledger up to date and does nothing else. Let it run every few minutes, onto another disk than the data's.

npm run backup -- --new-key <file>
  Makes a key: its public half, which is printed, goes into BACKUP_RECIPIENTS, so that backups are encrypted from then
  on. Keep the file away from this machine: nothing else opens them.

The site may be running or not.
`

await main().catch(sayRefusal)

async function main() {
  const { values, positionals } = readWords(process.argv.slice(2), {
    command: 'npm run backup',
    options: { ledger: { type: 'string' }, 'new-key': { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  })
  const [place, tooMuch] = positionals
  if (values.help) return void process.stdout.write(help)
  if (tooMuch) throw new CommandRefused(`One file at a time: "${tooMuch}" is too much.`)
  if (values['new-key']) return writeKey(resolve(values['new-key']))
  if (!place && !values.ledger) throw new CommandRefused('Say the file of the backup. See npm run backup -- --help.')
  await backUp(readConfig(process.env), place, values.ledger)
}

async function backUp(config: Config, place: string | undefined, ledger: string | undefined) {
  const file = place && fileFor(resolve(place), config)
  const order = {
    ...(file && { file }),
    // The site that writes it may have been started in another folder.
    ledger: resolve(ledger ?? join(dirname(file ?? ''), 'ledger.json')),
    recipients: config.backupRecipients,
  }
  const done = await carryOutBackup(config, order)
  const lines = [
    ...(file
      ? [`${done.rows} rows of ${done.tables} tables are in ${file} (${inMegabytes(done.bytes)}${encryption(config)}).`]
      : []),
    ...(done.contents > 0 ? [`With it ${done.contents} files from where FILES_STORE keeps them.`] : []),
    ...(done.missing > 0
      ? [
          `Without ${done.missing} files that are not there, or not what was stored: the log names them. Were they deleted meanwhile?`,
        ]
      : []),
    `The ledger ${done.ledger} knows of ${done.erasures} erasures.`,
    `Copy ${file ? `the backup and ${done.ledger}*` : `${done.ledger}*`} to another machine.`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

function fileFor(place: string, { backupRecipients }: Config): string {
  if (!existsSync(place) || !statSync(place).isDirectory()) return place
  const moment = new Date().toISOString().replaceAll(/[:-]|\.\d+/g, '')
  return join(place, `futureworld-${moment}.tar${backupRecipients.length > 0 ? '.age' : ''}`)
}

async function writeKey(file: string) {
  const key = await makeKey(new Date())
  await writeNewFile(
    file,
    (async function* () {
      yield Buffer.from(key.file)
    })(),
  )
  process.stdout.write(
    `The key is in ${file}. Keep it away from this machine, in two places. Its public half, for BACKUP_RECIPIENTS:\n${key.recipient}\n`,
  )
}

function encryption({ backupRecipients }: Config): string {
  return backupRecipients.length > 0 ? ', encrypted' : ', not encrypted'
}

function inMegabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
