import { createHash } from 'node:crypto'
import type { LargeFileResponse } from '../../shared/file-response.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/tables.ts'
import { findChunk, findFile, type LocatedFile } from './store.ts'

/**
 * Opens a stored file for download. The caller has checked the permission. The name is plain ASCII for the header; the
 * page knows the original one. @throws HttpError 503 before the first byte if the content cannot be reached
 */
export async function openFile(
  { db, files }: Pick<Context, 'db' | 'files'>,
  fileId: string,
): Promise<LargeFileResponse> {
  const file = await findFile(db, fileId)
  if (!file) throw new Error(`File ${fileId} is missing`)
  const { name, size } = file
  const content = await readFirstChunk(await readContent({ db, files }, fileId, file))
  return { name: name.replaceAll(/[^\w.-]+/g, '-'), size, content }
}

/** Reads the first chunk now, so that an error still becomes an error response. */
async function readFirstChunk(content: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  const chunks = content[Symbol.asyncIterator]()
  let firstResult: Promise<IteratorResult<Uint8Array>> | undefined = Promise.resolve(await chunks.next())
  const next = () => {
    const result = firstResult ?? chunks.next()
    firstResult = undefined
    return result
  }
  // Closes the source if the download is cancelled.
  const end = async () => (await chunks.return?.()) ?? { done: true as const, value: undefined }
  return { [Symbol.asyncIterator]: () => ({ next, return: end }) }
}

type Located = Pick<LocatedFile, 'size' | 'place' | 'key' | 'sha256'>

/** Reads a file's content from its storage. @throws Error before the end if it is missing or does not match its hash */
export async function readContent(
  { db, files }: Pick<Context, 'db' | 'files'>,
  fileId: string,
  { size, place, key, sha256 }: Located,
): Promise<AsyncIterable<Buffer>> {
  if (place === null || key === null) return readChunks(db, fileId, size)
  const content = await files.storageAt(place).read(key)
  if (!content) throw new Error(`The content of file ${fileId} is missing in ${place}`)
  return verifyContent(content, (actualHash) => {
    if (actualHash !== sha256) throw new Error(`The content of file ${fileId} in ${place} does not match its hash`)
  })
}

/** Holds back the last piece until the hash is verified, so that a download of altered content never completes. */
async function* verifyContent(
  content: AsyncIterable<Buffer>,
  require: (sha256: string) => void,
): AsyncIterable<Buffer> {
  const hash = createHash('sha256')
  let heldBack: Buffer | undefined
  for await (const piece of content) {
    if (heldBack) yield heldBack
    hash.update(piece)
    heldBack = piece
  }
  require(hash.digest('hex'))
  if (heldBack) yield heldBack
}

async function* readChunks(db: Db, fileId: string, size: number): AsyncIterable<Buffer> {
  let position = 0
  for (let number = 0; position < size; number++) {
    const chunk = await findChunk(db, fileId, number)
    if (!chunk) throw new Error(`Piece ${number} of file ${fileId} is missing`)
    position += chunk.length
    yield chunk
  }
}
