import { fileURLToPath } from 'node:url'
import { errorCode } from '../error-code.ts'
import { HttpError, storageUnavailable } from '../http/http-error.ts'
import type { Log } from '../log.ts'
import { type BucketAccess, openBucketStorage } from './bucket-storage.ts'
import { openFolderStorage } from './folder-storage.ts'
import { type FileStorage, type Files, isDiskFull } from './storage.ts'

export type FilesSettings = {
  /** If undefined, the database. */
  place: string | undefined
  /** If undefined, no bucket can be opened. */
  bucketAccess: BucketAccess | undefined
}

type Operation = keyof FileStorage

type Observer = { log: Log; onFailure?: (operation: Operation) => void }

/** For a site whose files are only in the database. */
export const databaseOnly: Files = {
  place: undefined,
  storageAt: (place) => {
    throw new Error(`The file storage ${place} is not open here`)
  },
}

/** Opens each storage on first use, including storages that older rows name from before FILES_STORE changed. */
export function openStorage({ place, bucketAccess }: FilesSettings, observer: Observer): Files {
  const storages = new Map<string, FileStorage>()
  return {
    place,
    storageAt(address) {
      const existing = storages.get(address)
      if (existing) return existing
      const storage = reportFailures(address, openStorageAt(address, bucketAccess), observer)
      storages.set(address, storage)
      return storage
    },
  }
}

function openStorageAt(address: string, access: BucketAccess | undefined): FileStorage | undefined {
  const url = new URL(address)
  if (url.protocol === 'file:') return openFolderStorage(fileURLToPath(url))
  return access && openBucketStorage(access, { bucket: url.hostname, prefix: url.pathname.slice(1) })
}

/** Logs any storage error; users are only told to try again. */
function reportFailures(address: string, storage: FileStorage | undefined, { log, onFailure }: Observer): FileStorage {
  const fail = (operation: Operation, problem: unknown): never => {
    onFailure?.(operation)
    if (isDiskFull(problem)) throw problem
    const { code, name, message } = describeProblem(problem)
    log.error(
      { place: address, operation, code: code ?? name, error: message },
      'an operation on the file storage failed',
    )
    throw storageUnavailable()
  }
  const attempt = async <Result>(operation: Operation, work: (opened: FileStorage) => Promise<Result>) => {
    try {
      if (!storage) throw new Error('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are not set')
      return await work(storage)
    } catch (problem) {
      return fail(operation, problem)
    }
  }
  return {
    put: (key, content) => attempt('put', (opened) => opened.put(key, content)),
    read: (key) =>
      attempt('read', async (opened) => {
        const stored = await opened.read(key)
        return stored && watchContent(stored, (problem) => fail('read', problem))
      }),
    remove: (key) => attempt('remove', (opened) => opened.remove(key)),
    isEmpty: () => attempt('isEmpty', (opened) => opened.isEmpty()),
  }
}

/** Reports an error during reading in the same way. */
function watchContent(content: AsyncIterable<Buffer>, fail: (problem: unknown) => never): AsyncIterable<Buffer> {
  return {
    [Symbol.asyncIterator]() {
      const chunks = content[Symbol.asyncIterator]()
      return {
        next: () => chunks.next().catch(fail),
        return: async () => (await chunks.return?.()) ?? { done: true, value: undefined },
      }
    },
  }
}

function describeProblem(problem: unknown): { code?: string; name: string; message: string } {
  if (!(problem instanceof Error)) return { name: 'unknown', message: String(problem) }
  const code = errorCode(problem)
  return { ...(code && { code }), name: problem.name, message: problem.message }
}

/** True if a file storage failed. */
export function isStorageUnavailable(error: unknown): boolean {
  return error instanceof HttpError && error.code === 'files-unavailable'
}
