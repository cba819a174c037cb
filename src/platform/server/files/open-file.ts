import type { LargeFileAnswer } from '#platform/shared/file-answer.ts'
import type { Db } from '../db/tables.ts'
import { findFile, findPiece } from './store.ts'

/**
 * A kept file, to be sent piece by piece. Whoever calls has checked that it may be read.
 * The name is a plain one for headers; the browser knows the real one.
 */
export async function openFile(db: Db, fileId: string): Promise<LargeFileAnswer> {
  const file = await findFile(db, fileId)
  if (!file) throw new Error(`File ${fileId} is missing`)
  const { name, size } = file
  return { name: name.replaceAll(/[^\w.-]+/g, '-'), size, content: readPieces(db, fileId, size) }
}

async function* readPieces(db: Db, fileId: string, size: number): AsyncIterable<Uint8Array> {
  let sent = 0
  for (let number = 0; sent < size; number++) {
    const piece = await findPiece(db, fileId, number)
    if (!piece) throw new Error(`Piece ${number} of file ${fileId} is missing`)
    sent += piece.length
    yield piece
  }
}
