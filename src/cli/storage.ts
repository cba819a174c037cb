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
      'Migrates the database to this version without serving the site, then exits. Use it in a job that runs before the processes start. The previous version can keep serving in the meantime.',
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
    needs: 'DATABASE_URL or DATA_DIR, and the site’s other settings.',
  })
}

/**
 * Prepares the database as a site start does: tables, queues and seed data. Starting processes also do this themselves,
 * one after another. @throws StartRefused
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
      'Copies the embedded database in DATA_DIR, including waiting jobs, to the empty PostgreSQL database in DATABASE_URL, and compares the two. The old data stays as it is, but is marked so that no site can start with it again.',
    )
    .action(async () => {
      const config = readConfig(environment)
      const tables = await moveDataToPostgres(config, { now: new Date(), log: operatorLog(config) })
      const rows = tables.reduce((sum, table) => sum + table.rows, 0)
      print(
        `${rows} rows from ${tables.length} tables are in PostgreSQL and match by count, sum and checksum.\n` +
          `Start the site with DATABASE_URL and make a backup: futureworld backup. The data in ${config.dataDirectory} hasn’t changed, and is marked as moved.\n`,
      )
    })
  addExamples(command, {
    examples: ['move-to-postgres'],
    needs: 'DATA_DIR, DATABASE_URL and the PostgreSQL programs. Stop the site first.',
  })
}

export const describeMoveFiles: DescribeCommand = (command, { environment, print, exitWith }) => {
  command
    .description(
      'Moves the contents of all files to the place set in FILES_STORE: a folder or a bucket, or the database if FILES_STORE is empty. It compares each copy with its original by SHA-256 before the site uses it, and removes the original an hour later. If the command is interrupted, run it again: it won’t repeat what it has already moved. If you’ve copied a file there yourself, it only records the file’s new place.',
    )
    .option(
      '--forget <address>',
      'stop trying to remove files from this place, which is gone for good with everything in it',
    )
    .action(async ({ forget }: { forget?: string }) => {
      const result = await runCommand(readConfig(environment), 'move-files', forget ? { forget } : {})
      print(describeMovedFiles(result))
      if (result.failed > 0) exitWith(1)
    })
  addExamples(command, {
    examples: ['move-files', 'move-files --forget s3://uploads/site'],
    needs: 'FILES_STORE and the site’s other settings. The site can be running or stopped.',
  })
}

function describeMovedFiles({ moved, found, failed, place, waiting }: CommandOutcome<'move-files'>): string {
  const lines = [
    `Files moved to ${place ?? 'the database'}: ${moved}. Already there: ${found}. Not moved: ${failed}.`,
    ...(failed > 0 ? ['The log says why. They’re still where they were. Run the command again to move them.'] : []),
    ...waiting.map(
      (location) => `Files that the running site will remove from ${location.place}: ${location.contents}.`,
    ),
  ]
  return `${lines.join('\n')}\n`
}

export const describeSealData: DescribeCommand = (command, { environment, print, exitWith }) => {
  command
    .description(
      'Reseals authenticator secrets and calendar addresses with the first key in DATA_KEYS, whichever key sealed them before. After that, you don’t need any other key to read them. The site does the same every night.',
    )
    .action(async () => {
      const { sealed, unknown } = await runCommand(readConfig(environment), 'seal-data')
      print(`Sealed with the first key: ${sealed}. Left as they are because no key opens them: ${unknown}.\n`)
      if (unknown > 0) exitWith(1)
    })
  addExamples(command, {
    examples: ['seal-data'],
    needs: 'DATA_KEYS and the site’s other settings. The site can be running or stopped.',
  })
}
