import { existsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { BackupResult } from '#app/backup/create-backup.ts'
import { writeNewFile } from '#app/backup/durable-file.ts'
import { generateKeyPair } from '#app/backup/encryption.ts'
import { type Config, readConfig } from '#app/config/config.ts'
import { runBackup } from '#app/operator/run-command.ts'
import { CommandRefused } from '#platform/server/operator-errors.ts'
import { addExamples, addJsonOption, type DescribeCommand, printOutcome, type Terminal } from './command.ts'

type BackupOptions = { ledger?: string; newKey?: string; json?: boolean }

export const describeBackup: DescribeCommand = (command, terminal) => {
  command
    .description(
      'Writes all data into one new file; into a folder, under a name made of the moment. Beside it the ledger is brought up to date: who was erased and which numbers were given out, by ids alone. With --ledger alone, nothing but that.',
    )
    .argument('[place]', 'a new file, or the folder that it is for')
    .option('--ledger <file>', 'how the names of the ledger begin; ledger.json beside the backup where it is not given')
    .option('--new-key <file>', 'make a key instead, and print its public half for BACKUP_RECIPIENTS')
    .action(async (target: string | undefined, options: BackupOptions) => {
      if (options.newKey) return terminal.print(await writeKeyFile(resolve(options.newKey)))
      if (!target && !options.ledger)
        throw new CommandRefused('Say the file of the backup. See futureworld backup --help.')
      await backUp(terminal, target, options)
    })
  addJsonOption(command)
  addExamples(command, {
    examples: [
      'backup /var/backups/futureworld',
      'backup --ledger /mnt/other-disk/ledger.json    (every few minutes)',
      'backup --new-key backup.key                    (keep the file away from this machine)',
    ],
    needs: 'the settings of the site, which may be running or not, and pg_dump where DATABASE_URL is set.',
  })
}

async function backUp(terminal: Terminal, target: string | undefined, { ledger, json }: BackupOptions) {
  const config = readConfig(terminal.environment)
  const file = target && chooseBackupFile(resolve(target), config)
  const request = {
    ...(file && { file }),
    // The running site writes the file and may have another working directory.
    ledger: resolve(ledger ?? join(dirname(file ?? ''), 'ledger.json')),
    recipients: config.backupRecipients,
  }
  const isEncrypted = config.backupRecipients.length > 0
  const outcome = { ...(await runBackup(config, request)), ...(file && { file, isEncrypted }) }
  printOutcome(terminal, outcome, { json, inWords: describeBackupResult })
}

function describeBackupResult({ file, isEncrypted, ...result }: BackupResult & { isEncrypted?: boolean }): string {
  const lines = [
    ...(file
      ? [
          `${result.rows} rows of ${result.tables} tables are in ${file} (${formatMegabytes(result.bytes)}, ${isEncrypted ? '' : 'not '}encrypted).`,
        ]
      : []),
    ...(file && !isEncrypted
      ? [
          'Whoever gets this file reads everything in it: BACKUP_RECIPIENTS names nobody for whom it would be encrypted.',
        ]
      : []),
    ...(result.contents > 0 ? [`With it ${result.contents} files from where FILES_STORE keeps them.`] : []),
    ...(result.missing > 0
      ? [
          `Without ${result.missing} files that are not there, or not what was stored: the log names them. Were they deleted meanwhile?`,
        ]
      : []),
    `The ledger ${result.ledger} knows of ${result.erasures} erasures.`,
    `Copy ${file ? `the backup and ${result.ledger}*` : `${result.ledger}*`} to another machine.`,
  ]
  return `${lines.join('\n')}\n`
}

function chooseBackupFile(target: string, { backupRecipients }: Config): string {
  if (!existsSync(target) || !statSync(target).isDirectory()) return target
  const moment = new Date().toISOString().replaceAll(/[:-]|\.\d+/g, '')
  return join(target, `futureworld-${moment}.tar${backupRecipients.length > 0 ? '.age' : ''}`)
}

async function writeKeyFile(file: string): Promise<string> {
  const key = await generateKeyPair(new Date())
  await writeNewFile(
    file,
    (async function* () {
      yield Buffer.from(key.file)
    })(),
  )
  return `The key is in ${file}. Keep it away from this machine, in two places. Its public half, for BACKUP_RECIPIENTS:\n${key.recipient}\n`
}

function formatMegabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
