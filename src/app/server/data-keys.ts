import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listKeyIdsOfSecrets } from '#features/accounts/server/public.ts'
import { listKeyIdsOfAddresses } from '#features/bookings/server/public.ts'
import { type DataKeys, KEY_BYTES, openDataKeys, parseDataKey } from '#platform/server/data-keys.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { StartRefused } from '#platform/server/operator-errors.ts'
import type { Config } from '../config/config.ts'

/**
 * Returns the keys in DATA_KEYS. If it is not set, the first start creates a key file in DATA_DIR. Data encrypted with
 * that file's key stays readable after DATA_KEYS is set, as long as the file exists.
 */
export function readDataKeys({ dataKeys, dataDirectory }: Pick<Config, 'dataKeys' | 'dataDirectory'>): DataKeys {
  if (dataKeys.length === 0) createKeyFile(dataDirectory, keyFilePath(dataDirectory))
  return openDataKeys(listKeys({ dataKeys, dataDirectory }))
}

/**
 * Returns the keys for verifying backups. @throws StartRefused if there are none, because a new key has signed nothing
 */
export function readTrustedKeys(
  config: Pick<Config, 'dataKeys' | 'dataDirectory'>,
  isUnsigned = false,
): DataKeys | 'unsigned' {
  if (isUnsigned) return 'unsigned'
  const keys = listKeys(config)
  if (keys.length > 0) return openDataKeys(keys)
  throw new StartRefused(
    `The key that signed this backup isn’t here. Set DATA_KEYS, or copy data.key from where the backup was made to ${config.dataDirectory}. You can’t use the data without it either.`,
  )
}

function listKeys({ dataKeys, dataDirectory }: Pick<Config, 'dataKeys' | 'dataDirectory'>): Buffer[] {
  const file = keyFilePath(dataDirectory)
  return [...dataKeys, ...(existsSync(file) ? [readKeyFile(file)] : [])]
}

function keyFilePath(directory: string): string {
  return join(directory, 'data.key')
}

/** Creates the file atomically. If two processes start at the same time, the first one's key wins. */
function createKeyFile(directory: string, file: string): void {
  if (existsSync(file)) return
  mkdirSync(directory, { recursive: true })
  const temporaryFile = `${file}.${process.pid}`
  writeFileSync(temporaryFile, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600 })
  try {
    linkSync(temporaryFile, file)
  } catch (error) {
    if (!existsSync(file)) throw error
  } finally {
    rmSync(temporaryFile)
  }
}

function readKeyFile(file: string): Buffer {
  const key = parseDataKey(readFileSync(file, 'utf8').trim())
  if (!key) throw new StartRefused(`${file} has no key in it. Restore the original file, or the data it belongs to.`)
  return key
}

/** @throws StartRefused if data is encrypted with an unknown key, because its owners could not log in */
export async function requireKnownKeys(db: Db, dataKeys: DataKeys): Promise<void> {
  const usedKeyIds = [...(await listKeyIdsOfSecrets(db)), ...(await listKeyIdsOfAddresses(db))]
  const unknownKeyId = usedKeyIds.find((id) => !dataKeys.has(id))
  if (!unknownKeyId) return
  throw new StartRefused(
    `Data is sealed with a key (${unknownKeyId.toString('hex')}) that is neither in DATA_KEYS nor in data.key in DATA_DIR. Add it to DATA_KEYS. If it’s lost for good, see docs/operations/secrets.md.`,
  )
}
