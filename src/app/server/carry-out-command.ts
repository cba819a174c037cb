import { pino } from 'pino'
import { CommandRefused } from '#platform/server/command-refused.ts'
import { openJobs } from '#platform/server/jobs.ts'
import { openLimits } from '#platform/server/limits.ts'
import { StartRefused } from '#platform/server/start-refused.ts'
import type { Config } from './config.ts'
import { askRunningSite } from './control-socket.ts'
import { jobs } from './job-handlers.ts'
import { openData } from './open-data.ts'
import { type OpenProvider, openProvider } from './open-provider.ts'
import { type CommandCall, runOperatorCommand } from './operator-commands.ts'
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
  // What is printed is for a person; the line of the log stands beside it.
  const log = pino({ level: config.logLevel }, pino.destination({ dest: 2, sync: true }))
  const database = await openData(config)
  let opened: OpenProvider | undefined
  try {
    const { db } = database
    const runner = await openJobs(database, jobs, log)
    try {
      const now = () => new Date()
      const { publicUrl, payments } = config
      const context = { db, jobs: runner, limits: openLimits(db), now, publicUrl, log, paymentMode: payments.mode }
      await seedDatabase(context)
      const openPayments = async () => {
        opened = await openProvider(config, log)
        return { provider: opened.provider, now: opened.clock.now }
      }
      return await runOperatorCommand({ ...context, openPayments }, call)
    } finally {
      await runner.stop()
    }
  } finally {
    await opened?.close()
    await database.close()
  }
}

/** Says on stderr, in its one sentence, why a command was refused. @throws whatever else went wrong */
export function sayRefusal(error: unknown) {
  if (!(error instanceof CommandRefused || error instanceof StartRefused)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
