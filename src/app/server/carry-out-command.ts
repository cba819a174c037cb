import { hasEmbedded } from '#platform/server/backup/restore-backup.ts'
import { CommandRefused } from '#platform/server/command-refused.ts'
import { openFiles } from '#platform/server/files/open-files.ts'
import { openJobs } from '#platform/server/jobs.ts'
import { openLimits } from '#platform/server/limits.ts'
import { type Log, openLog, toOutput } from '#platform/server/log.ts'
import { StartRefused } from '#platform/server/start-refused.ts'
import type { Config } from './config.ts'
import { askRunningSite } from './control-socket.ts'
import { jobs } from './job-handlers.ts'
import { openData, openDataAsItIs } from './open-data.ts'
import { type OpenProvider, openProvider } from './open-provider.ts'
import { type CommandCall, type OperatorContext, runOperatorCommand } from './operator-commands.ts'
import { type BackupDone, type BackupOrder, backUp } from './recovery/back-up.ts'
import { markInDirectory, refuseUnfinished } from './recovery/restore-mark.ts'
import { seedDatabase } from './seed-database.ts'

/** By the running site where only it can open what the command needs, else here. */
export async function carryOutCommand(config: Config, call: CommandCall): Promise<unknown> {
  const answered = isOnlyWithinSite(config) ? await askRunningSite(config.dataDirectory, call) : undefined
  return answered ? answered.result : carryOutHere(config, call)
}

/** The embedded database and the embedded sandbox have one process. */
export function isOnlyWithinSite({ databaseUrl, payments }: Config): boolean {
  return !databaseUrl || (payments.mode === 'sandbox' && !('url' in payments))
}

async function carryOutHere(config: Config, call: CommandCall): Promise<unknown> {
  return inOperatorContext(config, operatorLog(config), (context) => runOperatorCommand(context, call))
}

/** What is printed is for a person; the line of the log stands beside it, on stderr. */
export function operatorLog({ logLevel }: Config): Log {
  return openLog(logLevel, toOutput(2))
}

/** Opens what a command needs in this process, with today's tables, and closes it again. */
export async function inOperatorContext<Result>(
  config: Config,
  log: Log,
  work: (context: OperatorContext) => Promise<Result>,
  options: { isRestoring?: boolean } = {},
): Promise<Result> {
  const database = await openData(config, options)
  let opened: OpenProvider | undefined
  try {
    const { db } = database
    const runner = await openJobs(database, jobs, log)
    try {
      const now = () => new Date()
      const { publicUrl, payments } = config
      const files = openFiles(config.files, { log })
      const limits = openLimits(db)
      const context = { db, jobs: runner, limits, files, now, publicUrl, log, paymentMode: payments.mode }
      await seedDatabase(context)
      const openPayments = async () => {
        opened = await openProvider(config, log)
        return { provider: opened.provider, now: opened.clock.now }
      }
      const makeBackup = (order: BackupOrder) => backUp({ database, config, now, log }, order)
      return await work({ ...context, openPayments, makeBackup })
    } finally {
      await runner.stop()
    }
  } finally {
    await opened?.close()
    await database.close()
  }
}

/** Like the other commands, but with the tables as they are: a new version makes its backup before it changes them. */
export async function carryOutBackup(config: Config, order: BackupOrder): Promise<BackupDone> {
  const { dataDirectory } = config
  if (!config.databaseUrl) {
    const answered = await askRunningSite(dataDirectory, { command: 'make-backup', arguments: order })
    if (answered) return answered.result as BackupDone
    await refuseUnfinished(markInDirectory(dataDirectory))
    if (!hasEmbedded(dataDirectory)) throw new CommandRefused(`There is no database in ${dataDirectory}. Set DATA_DIR.`)
  }
  const database = await openDataAsItIs(config)
  try {
    return await backUp({ database, config, now: () => new Date(), log: operatorLog(config) }, order)
  } finally {
    await database.close()
  }
}

/** Says on stderr, in its one sentence, why a command was refused. @throws whatever else went wrong */
export function sayRefusal(error: unknown) {
  if (!(error instanceof CommandRefused || error instanceof StartRefused)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
