import { createHash } from 'node:crypto'
import type { Context } from '../context.ts'
import type { Db } from '../db/tables.ts'
import { findPiece, type LocatedFile } from './store.ts'

type Located = Pick<LocatedFile, 'size' | 'place' | 'key' | 'sha256'>

/** The content of a file, wherever it is. @throws where it is missing, or is not what was stored: before its end */
export async function readContent(
  { db, files }: Pick<Context, 'db' | 'files'>,
  fileId: string,
  { size, place, key, sha256 }: Located,
): Promise<AsyncIterable<Buffer>> {
  if (place === null || key === null) return readPieces(db, fileId, size)
  const content = await files.at(place).read(key)
  if (!content) throw new Error(`The content of file ${fileId} is missing in ${place}`)
  return compare(content, (found) => {
    if (found !== sha256) throw new Error(`The content of file ${fileId} in ${place} is not what was stored`)
  })
}

/** The last piece is held back until all are known: what ends well is what was stored. */
async function* compare(content: AsyncIterable<Buffer>, require: (sha256: string) => void): AsyncIterable<Buffer> {
  const hash = createHash('sha256')
  let last: Buffer | undefined
  for await (const piece of content) {
    if (last) yield last
    hash.update(piece)
    last = piece
  }
  require(hash.digest('hex'))
  if (last) yield last
}

async function* readPieces(db: Db, fileId: string, size: number): AsyncIterable<Buffer> {
  let sent = 0
  for (let number = 0; sent < size; number++) {
    const piece = await findPiece(db, fileId, number)
    if (!piece) throw new Error(`Piece ${number} of file ${fileId} is missing`)
    sent += piece.length
    yield piece
  }
}
