import { moveDataToPostgres } from '#app/backup/move-to-postgres.ts'
import { type Config, readConfig } from '#app/config/config.ts'
import type { CommandOutcome } from '#app/operator/commands.ts'
import { operatorLog, runCommand } from '#app/operator/run-command.ts'
import { openSiteDatabase } from '#app/server/database.ts'
import { openContext } from '#app/server/open-context.ts'
import { type Log, openLog, toOutput } from '#platform/server/log.ts'
import { addExamples, addJsonOption, type DescribeCommand, printOutcome } from './command.ts'

export const describeMigrate: DescribeCommand = (command, terminal) => {
  command
    .description(
      'Brings the database to this version without serving, and is done when it ends: for a job that runs before the processes. The version before may go on serving meanwhile.',
    )
    .action(async ({ json }: { json?: boolean }) => {
      const config = readConfig(terminal.environment)
      await migrateData(config, openLog(config.logLevel, toOutput(2)))
      const inWords = () => 'The database is ready for this version.\n'
      printOutcome(terminal, { ready: true }, { json, inWords })
    })
  addJsonOption(command)
  addExamples(command, {
    examples: ['migrate'],
    needs: 'DATABASE_URL or DATA_DIR, and the other settings of the site.',
  })
}

/**
 * Prepares the database like a site start does: tables, queues and seed data. Starting processes also do this by
 * themselves, one after the other. @throws StartRefused
 */
async function migrateData(config: Config, log: Log): Promise<void> {
  await using resources = new AsyncDisposableStack()
  const database = await openSiteDatabase(config)
  resources.defer(database.close)
  await openContext(resources, config, log, { database })
}

export const describeMoveToPostgres: DescribeCommand = (command, { environment, print }) => {
  command
    .description(
      'Copies the embedded database of DATA_DIR into the empty PostgreSQL database of DATABASE_URL, with the jobs that wait, and compares both. The old data stays as it is and is marked, so that no site starts on it again.',
    )
    .action(async () => {
      const config = readConfig(environment)
      const tables = await moveDataToPostgres(config, { now: new Date(), log: operatorLog(config) })
      const rows = tables.reduce((sum, table) => sum + table.rows, 0)
      print(
        `${rows} rows of ${tables.length} tables are in PostgreSQL, the same by count, sum and checksum.\n` +
          `Start the site with DATABASE_URL and make a backup: futureworld backup. The data in ${config.dataDirectory} is as it was, and marked as moved.\n`,
      )
    })
  addExamples(command, {
    examples: ['move-to-postgres'],
    needs: 'that the site is stopped, DATA_DIR, DATABASE_URL and the programs of PostgreSQL.',
  })
}

export const describeMoveFiles: DescribeCommand = (command, { environment, print, exitWith }) => {
  command
    .description(
      'Moves the contents of all files to where FILES_STORE says: a folder, a bucket, or the database where it is empty. Each is compared by its SHA-256 before the old one is given up, which is removed an hour later. Begin again where it was stopped: what is there stays there. What you have copied there yourself is only noted.',
    )
    .option('--forget <address>', 'remove nothing more from this place: it is gone for good, with all that was in it')
    .action(async ({ forget }: { forget?: string }) => {
      const result = await runCommand(readConfig(environment), 'move-files', forget ? { forget } : {})
      print(describeMovedFiles(result))
      if (result.failed > 0) exitWith(1)
    })
  addExamples(command, {
    examples: ['move-files', 'move-files --forget s3://uploads/site'],
    needs: 'FILES_STORE and the other settings of the site, which may be running or not.',
  })
}

function describeMovedFiles({ moved, found, failed, place, waiting }: CommandOutcome<'move-files'>): string {
  const lines = [
    `Files moved to ${place ?? 'the database'}: ${moved}. Found there already: ${found}. Not moved: ${failed}.`,
    ...(failed > 0 ? ['The log says why. They are where they were; begin again to move them.'] : []),
    ...waiting.map(
      (location) => `Still to be removed from ${location.place}, by the running site: ${location.contents}.`,
    ),
  ]
  return `${lines.join('\n')}\n`
}

export const describeSealData: DescribeCommand = (command, { environment, print, exitWith }) => {
  command
    .description(
      'Seals secrets of authenticators and addresses of calendars with the first key of DATA_KEYS, whichever sealed them before. After that no other key is needed for them. The site does the same every night.',
    )
    .action(async () => {
      const { sealed, unknown } = await runCommand(readConfig(environment), 'seal-data')
      print(`Sealed with the first key: ${sealed}. Opened by none of the keys, and left as they are: ${unknown}.\n`)
      if (unknown > 0) exitWith(1)
    })
  addExamples(command, {
    examples: ['seal-data'],
    needs: 'DATA_KEYS and the other settings of the site, which may be running or not.',
  })
}
