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
      'Writes all data to one new file. If you give it a folder, it names the file after the date and time. It also updates the ledger beside the backup, which records who was erased and which numbers were issued, by ID only. With only --ledger, it updates the ledger and makes no backup.',
    )
    .argument('[place]', 'a new file, or the folder to put it in')
    .option('--ledger <file>', 'the start of the ledger’s file names; by default ledger.json beside the backup')
    .option('--new-key <file>', 'create a key instead, and print its public half for BACKUP_RECIPIENTS')
    .action(async (target: string | undefined, options: BackupOptions) => {
      if (options.newKey) return terminal.print(await writeKeyFile(resolve(options.newKey)))
      if (!target && !options.ledger) throw new CommandRefused('Name the backup file. See futureworld backup --help.')
      await backUp(terminal, target, options)
    })
  addJsonOption(command)
  addExamples(command, {
    examples: [
      'backup /var/backups/futureworld',
      'backup --ledger /mnt/other-disk/ledger.json    (every few minutes)',
      'backup --new-key backup.key                    (keep the file away from this machine)',
    ],
    needs: 'the site’s settings, and pg_dump if DATABASE_URL is set. The site can be running or stopped.',
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
          `Saved ${result.rows} rows from ${result.tables} tables in ${file} (${formatMegabytes(result.bytes)}, ${isEncrypted ? '' : 'not '}encrypted).`,
        ]
      : []),
    ...(file && !isEncrypted
      ? ['Anyone who gets this file can read everything in it. Set BACKUP_RECIPIENTS to encrypt backups.']
      : []),
    ...(result.contents > 0 ? [`It includes ${result.contents} files from FILES_STORE.`] : []),
    ...(result.missing > 0
      ? [
          `It leaves out ${result.missing} files that are missing or have changed. The log names them. They may have been deleted while the backup was being made.`,
        ]
      : []),
    `The ledger ${result.ledger} lists ${result.erasures} erasures.`,
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
  return `The key is in ${file}. Keep it in two places away from this machine. Its public half, for BACKUP_RECIPIENTS:\n${key.recipient}\n`
}

function formatMegabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
