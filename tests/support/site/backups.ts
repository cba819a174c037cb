import { join } from 'node:path'
import { restoreBackup } from '#app/backup/restore-backup.ts'
import { type Config, readConfig } from '#app/config/config.ts'
import { runBackup, withOperatorContext } from '#app/operator/run-command.ts'
import { silentLog } from '../app/silent-log.ts'
import { newFolder } from '../app/temporary.ts'
import { sameDataKeys } from '../app/test-data-keys.ts'
import { read, store, withFiles } from './file-storages.ts'

/** The configuration for a site that logs nothing. */
export function toConfig(environment: Record<string, string | undefined>): Config {
  return readConfig({ PATH: process.env.PATH, ...sameDataKeys, LOG_LEVEL: 'silent', ...environment })
}

/**
 * Backs up into a new folder.
 * @returns the paths, and what was done
 */
export async function backUp(config: Config) {
  const folder = await newFolder()
  const order = { file: join(folder, 'backup'), ledger: join(folder, 'ledger'), recipients: [] }
  return { ...order, done: await runBackup(config, order) }
}

type Order = { file: string | undefined; ledgers?: string[]; replacedBackup?: string; keyFile?: string }

export function restore(config: Config, order: Order) {
  const defaults = { keyFile: undefined, replacedBackup: undefined, ledgers: [], now: new Date() }
  return restoreBackup(config, { ...defaults, ...order }, silentLog)
}

/**
 * Stores a file as a site with this configuration would.
 * @returns its id
 */
export function storeIn(config: Config, content: Buffer): Promise<string> {
  return withOperatorContext(config, silentLog, (context) => store(withFiles({ context }, context), content))
}

export function readFrom(config: Config, fileId: string): Promise<Buffer> {
  return withOperatorContext(config, silentLog, (context) => read(context as never, fileId))
}
