import { createHash } from 'node:crypto'
import type { Context } from '../context.ts'
import type { Content, Files } from './file-place.ts'
import { readContent } from './read-content.ts'
import { removeInAnHour, takeArrived } from './removal-store.ts'
import { replaceContent } from './replacement-store.ts'
import { sendAway } from './send-away.ts'
import type { LocatedFile } from './store.ts'

type Places = Pick<Context, 'db' | 'files'>

/** `found`: it was there already. `gone`: somebody deleted it meanwhile, or another has moved it. */
export type Relocated = 'moved' | 'found' | 'gone'

/**
 * Brings the content of a file to where files are kept now, compared by its SHA-256 before anything of the old is given
 * up. What stands there already under its key, since somebody copied it by other means, is only noted.
 * @throws where it cannot be read or written, or is not what was stored
 */
export async function relocateFile({ db, files }: Places, file: LocatedFile): Promise<Relocated> {
  const found = await findCopy(files, file)
  if (found) {
    const replacement = { ...found, isOldRemoved: false }
    return (await db.transaction().execute((tx) => replaceContent(tx, file, replacement))) ? 'found' : 'gone'
  }
  const content = inMemory(await gather(await readContent({ db, files }, file.id, file)))
  requireSame(file, content)
  return (await placeContent({ db, files }, file, content, { isOldRemoved: true })) ? 'moved' : 'gone'
}

/**
 * Puts a content where files are kept now, and notes it in the row.
 * @returns false where the row is not the one that was read any more
 */
export async function placeContent(
  { db, files }: Places,
  file: LocatedFile,
  content: Content,
  { isOldRemoved }: { isOldRemoved: boolean },
): Promise<boolean> {
  const away = await sendAway(db, files, content)
  return db.transaction().execute(async (tx) => {
    if (away && !(await takeArrived(tx, away))) throw new Error('A file took so long that it may be gone already')
    const isReplaced = await replaceContent(tx, file, { content, away, isOldRemoved })
    if (!isReplaced && away) await removeInAnHour(tx, away)
    return isReplaced
  })
}

/** @throws where a content is not the one that was stored */
export function requireSame({ id, size, sha256 }: LocatedFile, content: Content): void {
  if (content.size === size && (sha256 === null || content.sha256 === sha256)) return
  throw new Error(`The content of file ${id} is not what was stored`)
}

export async function gather(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}

/** As the table takes them. */
const PIECE_BYTES = 262_144

/** A content that is held whole: 25 MB at most, one at a time. */
export function inMemory(bytes: Buffer): Content {
  return {
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    pieces: async function* () {
      for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES)
    },
  }
}

async function findCopy({ place, at }: Files, { key, sha256 }: LocatedFile) {
  if (place === undefined || key === null) return undefined
  const found = await at(place).read(key)
  const content = found && inMemory(await gather(found))
  return content?.sha256 === sha256 && content && { content, away: { place, key } }
}
