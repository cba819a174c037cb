import { fileURLToPath } from 'node:url'
import { filesAway, HttpProblem } from '../http/problem.ts'
import type { Log } from '../log.ts'
import { isDiskFull } from './disk-full.ts'
import type { FilePlace, Files } from './file-place.ts'
import { type BucketAccess, openBucket } from './open-bucket.ts'
import { openFolder } from './open-folder.ts'

export type FilesSettings = {
  /** Undefined: the database. */
  place: string | undefined
  /** Undefined: no bucket can be opened. */
  bucketAccess: BucketAccess | undefined
}

type Operation = keyof FilePlace

type Observer = { log: Log; onFailure?: (operation: Operation) => void }

/** No place but the database. */
export const onlyInDatabase: Files = {
  place: undefined,
  at: (place) => {
    throw new Error(`Files are in ${place}, which is not open here`)
  },
}

/** Opens each place when a file of it is first asked for; those of rows from before FILES_STORE was changed as well. */
export function openFiles({ place, bucketAccess }: FilesSettings, observer: Observer): Files {
  const opened = new Map<string, FilePlace>()
  return {
    place,
    at(address) {
      const known = opened.get(address)
      if (known) return known
      const made = sayAway(address, openPlace(address, bucketAccess), observer)
      opened.set(address, made)
      return made
    },
  }
}

function openPlace(address: string, access: BucketAccess | undefined): FilePlace | undefined {
  const url = new URL(address)
  if (url.protocol === 'file:') return openFolder(fileURLToPath(url))
  return access && openBucket(access, { bucket: url.hostname, prefix: url.pathname.slice(1) })
}

/** Whatever a place fails with is for the log: people are told that they may try again. */
function sayAway(address: string, place: FilePlace | undefined, { log, onFailure }: Observer): FilePlace {
  const fail = (operation: Operation, problem: unknown): never => {
    onFailure?.(operation)
    if (isDiskFull(problem)) throw problem
    const { code, name, message } = wordsOf(problem)
    log.error({ place: address, operation, code: code ?? name, error: message }, 'a store of files did not do its work')
    throw filesAway()
  }
  const attempt = async <Result>(operation: Operation, work: (of: FilePlace) => Promise<Result>) => {
    try {
      if (!place) throw new Error('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are not set')
      return await work(place)
    } catch (problem) {
      return fail(operation, problem)
    }
  }
  return {
    put: (key, content) => attempt('put', (of) => of.put(key, content)),
    read: (key) =>
      attempt('read', async (of) => {
        const found = await of.read(key)
        return found && watch(found, (problem) => fail('read', problem))
      }),
    remove: (key) => attempt('remove', (of) => of.remove(key)),
    isEmpty: () => attempt('isEmpty', (of) => of.isEmpty()),
  }
}

/** What breaks off while it is read is told in the same way. */
function watch(content: AsyncIterable<Buffer>, fail: (problem: unknown) => never): AsyncIterable<Buffer> {
  return {
    [Symbol.asyncIterator]() {
      const pieces = content[Symbol.asyncIterator]()
      return {
        next: () => pieces.next().catch(fail),
        return: async () => (await pieces.return?.()) ?? { done: true, value: undefined },
      }
    },
  }
}

function wordsOf(problem: unknown): { code?: string; name: string; message: string } {
  if (!(problem instanceof Error)) return { name: 'unknown', message: String(problem) }
  const code = 'code' in problem && typeof problem.code === 'string' ? problem.code : undefined
  return { ...(code && { code }), name: problem.name, message: problem.message }
}

/** True where a place of files is what did not do its work. */
export function isFilesAway(error: unknown): boolean {
  return error instanceof HttpProblem && error.code === 'files-away'
}
