import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { attemptLogged } from '../jobs/process-batch.ts'
import { CommandRefused } from '../operator-errors.ts'
import { readContent } from './read-file.ts'
import { cancelRemoval, scheduleRemoval } from './removal-store.ts'
import { countRemovals, deleteRemovalsIn, listFilesElsewhere, replaceContent } from './replacement-store.ts'
import type { Content, Files } from './storage.ts'
import type { LocatedFile } from './store.ts'
import { putInStorage } from './store-file.ts'

export const MoveFilesRequest = z.strictObject({
  /** A storage that is lost for good. Its pending removals are dropped. */
  forget: z.string().min(1).optional(),
})

export type MoveFilesResult = Record<MoveOutcome | 'failed', number> & {
  place: string | null
  waiting: { place: string; contents: number }[]
}

const BATCH_SIZE = 100

/** After this many failures in a row, the storage must be at fault rather than the files. */
const GIVE_UP_AFTER = 5

/**
 * Moves all file contents to the configured storage, one by one. An interrupted run can be repeated and continues with
 * the remaining files. The site may run in the meantime.
 */
export async function moveFiles(
  context: Context,
  { forget }: z.infer<typeof MoveFilesRequest>,
): Promise<MoveFilesResult> {
  const { db, files } = context
  const place = files.place ?? null
  if (forget) await forgetStorage(context, forget)
  const counts = { moved: 0, found: 0, gone: 0, failed: 0 }
  let failedInARow = 0
  const listNextBatch = (after: string | undefined) => listFilesElsewhere(db, place, { after, limit: BATCH_SIZE })
  for (let batch = await listNextBatch(undefined); batch.length > 0; batch = await listNextBatch(batch.at(-1)?.id)) {
    for (const file of batch) {
      const outcome = await tryToMove(context, file)
      counts[outcome] += 1
      failedInARow = outcome === 'failed' ? failedInARow + 1 : 0
      if (failedInARow === GIVE_UP_AFTER) throw tooManyFailures(counts)
    }
  }
  return { ...counts, place, waiting: await countRemovals(db) }
}

async function forgetStorage({ db, files }: Context, place: string) {
  if (place === files.place)
    throw new CommandRefused(`The site keeps its files in ${place}, so you can’t forget that place.`)
  await deleteRemovalsIn(db, place)
}

async function tryToMove(context: Context, file: LocatedFile): Promise<MoveOutcome | 'failed'> {
  const logFields = { file: file.id, place: file.place }
  return (
    (await attemptLogged(context.log, logFields, 'a file was not moved', () => moveFile(context, file))) ?? 'failed'
  )
}

function tooManyFailures({ moved, found }: { moved: number; found: number }) {
  return new CommandRefused(
    `Stopped after ${GIVE_UP_AFTER} files in a row that couldn’t be moved; ${moved + found} were moved before that. The log says why. Run the command again to move the rest.`,
  )
}

type MoveContext = Pick<Context, 'db' | 'files'>

/** `found`: a copy was already there. `gone`: the file was deleted or moved in the meantime. */
type MoveOutcome = 'moved' | 'found' | 'gone'

/**
 * Moves one file's content and verifies its SHA-256 before the old content is removed. A copy that already exists under
 * its key, made by other means, is only recorded.
 * @throws Error if it cannot be read or written, or does not match its hash
 */
async function moveFile({ db, files }: MoveContext, file: LocatedFile): Promise<MoveOutcome> {
  const copy = await findCopy(files, file)
  if (copy) {
    const replacement = { ...copy, isOldRemoved: false }
    return (await db.transaction().execute((tx) => replaceContent(tx, file, replacement))) ? 'found' : 'gone'
  }
  const content = contentInMemory(await buffer(await readContent({ db, files }, file.id, file)))
  requireSameContent(file, content)
  return (await replaceFileContent({ db, files }, file, content, { isOldRemoved: true })) ? 'moved' : 'gone'
}

/**
 * Stores content in the configured storage and records it in the row. @returns false if the row has changed in the
 * meantime
 */
export async function replaceFileContent(
  { db, files }: MoveContext,
  file: LocatedFile,
  content: Content,
  { isOldRemoved }: { isOldRemoved: boolean },
): Promise<boolean> {
  const location = await putInStorage(db, files, content)
  return db.transaction().execute(async (tx) => {
    if (location && !(await cancelRemoval(tx, location)))
      throw new Error('Storing the file took so long that its content may already be deleted')
    const isReplaced = await replaceContent(tx, file, { content, location, isOldRemoved })
    if (!isReplaced && location) await scheduleRemoval(tx, location)
    return isReplaced
  })
}

/** @throws Error if the content does not match its hash */
export function requireSameContent({ id, size, sha256 }: LocatedFile, content: Content): void {
  if (content.size === size && (sha256 === null || content.sha256 === sha256)) return
  throw new Error(`The content of file ${id} does not match its hash`)
}

/** The chunk size used in the database. */
const CHUNK_BYTES = 262_144

/** Content held in memory, at most 25 MB; hold only one at a time. */
export function contentInMemory(bytes: Buffer): Content {
  return {
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    pieces: async function* () {
      for (let offset = 0; offset < bytes.length; offset += CHUNK_BYTES)
        yield bytes.subarray(offset, offset + CHUNK_BYTES)
    },
  }
}

async function findCopy({ place, storageAt }: Files, { key, sha256 }: LocatedFile) {
  if (place === undefined || key === null) return undefined
  const stored = await storageAt(place).read(key)
  const content = stored && contentInMemory(await buffer(stored))
  return content?.sha256 === sha256 && content && { content, location: { place, key } }
}
