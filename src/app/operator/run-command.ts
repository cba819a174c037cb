import { type Log, openLog, toOutput } from '#platform/server/log.ts'
import { CommandRefused } from '#platform/server/operator-errors.ts'
import { type BackupRequest, type BackupResult, createBackup } from '../backup/create-backup.ts'
import { hasEmbeddedDatabase } from '../backup/restore-dump.ts'
import { directoryMarkerStore, requireFinishedRestore } from '../backup/restore-marker.ts'
import type { Config } from '../config/config.ts'
import { openSiteDatabase, openUnmigratedDatabase } from '../server/database.ts'
import { openContext } from '../server/open-context.ts'
import { openPaymentProvider } from '../server/payment-provider.ts'
import {
  type CommandOutcome,
  type OperatorCommand,
  type OperatorContext,
  prepareOperatorCommand,
  runOperatorCommand,
} from './commands.ts'
import { sendToRunningSite } from './control-socket.ts'

/** Runs a command in the running site if only that process can open its resources, otherwise in this process. */
export async function runCommand<Name extends OperatorCommand>(
  config: Config,
  command: Name,
  parameters: unknown = {},
): Promise<CommandOutcome<Name>> {
  const call = { command, arguments: parameters }
  // Validate first, before anything is opened.
  prepareOperatorCommand(call)
  const outcome = needsRunningSite(config) ? await sendToRunningSite(config.dataDirectory, call) : undefined
  const run = (context: OperatorContext) => runOperatorCommand(context, call)
  const result = outcome ? outcome.result : await withOperatorContext(config, operatorLog(config), run)
  return result as CommandOutcome<Name>
}

/** The embedded database and the embedded sandbox belong to one process. */
export function needsRunningSite({ databaseUrl, payments }: Config): boolean {
  return !databaseUrl || (payments.mode === 'sandbox' && !('url' in payments))
}

/** Logs go to stderr, because stdout shows the result to the operator. */
export function operatorLog({ logLevel }: Config): Log {
  return openLog(logLevel, toOutput(2))
}

/** Opens what a command needs in this process, migrates the tables, and closes everything afterwards. */
export async function withOperatorContext<Result>(
  config: Config,
  log: Log,
  work: (context: OperatorContext) => Promise<Result>,
  options: { isRestoring?: boolean } = {},
): Promise<Result> {
  await using resources = new AsyncDisposableStack()
  const database = await openSiteDatabase(config, options)
  resources.defer(database.close)
  const context = await openContext(resources, config, log, { database })
  const openPayments = async () => {
    const { provider, clock, close } = await openPaymentProvider(config, log)
    resources.defer(close)
    return { provider, now: clock.now }
  }
  const makeBackup = (request: BackupRequest) => createBackup({ database, config, now: context.now, log }, request)
  return await work({ ...context, paymentMode: config.payments.mode, openPayments, makeBackup })
}

/** Does not migrate, unlike other commands, because a new version backs up before it changes the tables. */
export async function runBackup(config: Config, request: BackupRequest): Promise<BackupResult> {
  const { dataDirectory } = config
  if (!config.databaseUrl) {
    const outcome = await sendToRunningSite(dataDirectory, { command: 'create-backup', arguments: request })
    if (outcome) return outcome.result as BackupResult
    await requireFinishedRestore(directoryMarkerStore(dataDirectory))
    if (!hasEmbeddedDatabase(dataDirectory))
      throw new CommandRefused(`There’s no database in ${dataDirectory}. Set DATA_DIR to the directory that holds it.`)
  }
  const database = await openUnmigratedDatabase(config)
  try {
    return await createBackup({ database, config, now: () => new Date(), log: operatorLog(config) }, request)
  } finally {
    await database.close()
  }
}
