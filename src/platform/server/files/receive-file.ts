import { createHash } from 'node:crypto'
import { type FileHandle, mkdtemp, open, rmdir, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Refused } from '#platform/shared/refused.ts'
import { type FileUpload, MOST_FILE_BYTES, type StoredFile } from '#platform/shared/stored-file.ts'
import type { MemberContext } from '../context.ts'
import type { Limit } from '../limits.ts'
import type { Content } from './file-place.ts'
import { nameFile } from './name-file.ts'
import { recognizeFile } from './recognize-file.ts'
import type { Away } from './removal-store.ts'
import { sendAway } from './send-away.ts'
import { takePlace } from './take-place.ts'

/** More than anybody sends by hand in an hour. */
const uploads: Limit = { name: 'upload', attempts: 120, seconds: 3_600 }

/** As the table takes them. */
const PIECE_BYTES = 262_144

/**
 * A file that has arrived whole and was looked at, outside of any transaction. It is gone once it is disposed of. Where
 * files are kept elsewhere than in the database, its content is there already, and removed again should no row follow.
 */
export type ReceivedFile = StoredFile & AsyncDisposable & Content & { away: Away | undefined }

/**
 * Takes in what is sent to an endpoint with `upload`. Use it with `await using`, and store it in the transaction of what
 * it belongs to: whatever fails, nothing is kept.
 * @throws Refused with a reason of `fileRefusals`
 */
export async function receiveFile(
  { db, files, limits, actor }: Pick<MemberContext, 'db' | 'files' | 'limits' | 'actor'>,
  upload: FileUpload,
  sentName: string,
): Promise<ReceivedFile> {
  if (!(upload instanceof Readable)) throw new Error('Only a request brings a file')
  await using arriving = new AsyncDisposableStack()
  try {
    arriving.defer(takePlace(actor.memberId))
    const handle = arriving.adopt(await openNameless(), (opened) => opened.close())
    await limits.count(uploads, actor.memberId)
    const { size, isText, sha256 } = await spool(upload, handle)
    const type = await recognizeFile({ size, isText, read: (from, length) => readPart(handle, from, length) }, sentName)
    const content = { size, sha256, pieces: () => readPieces(handle, size) }
    const away = await sendAway(db, files, content)
    const received = arriving.move()
    return {
      name: nameFile(sentName, type),
      type,
      ...content,
      away,
      [Symbol.asyncDispose]: () => received.disposeAsync(),
    }
  } catch (problem) {
    // What is left of it is read and forgotten, so that whoever sends it hears the answer.
    upload.resume()
    throw problem
  }
}

/** On disk, since a transaction must not wait for a slow line; without a name, so that nothing is left after a crash. */
async function openNameless(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'upload-'))
  const path = join(folder, 'file')
  const handle = await open(path, 'wx+', 0o600)
  await unlink(path)
  await rmdir(folder)
  return handle
}

async function spool(upload: Readable, handle: FileHandle) {
  const hash = createHash('sha256')
  let size = 0
  let isText = true
  // Leaving the loop must not end the request: it still has to be answered.
  for await (const chunk of upload.iterator({ destroyOnReturn: false })) {
    const bytes: Buffer = chunk
    if (size + bytes.length > MOST_FILE_BYTES) throw new Refused('file-too-large')
    await writeWhole(handle, bytes, size)
    hash.update(bytes)
    size += bytes.length
    isText &&= bytes.every(isOfText)
  }
  return { size, isText, sha256: hash.digest('hex') }
}

/** A disk that is nearly full takes a part, and says what is wrong only when it is asked to take the rest. */
async function writeWhole(handle: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, position + written)
    written += bytesWritten
  }
}

/** Tabs, ends of lines and pages, and all that is no control character, in whichever encoding. */
function isOfText(byte: number): boolean {
  return byte >= 0x20 ? byte !== 0x7f : byte === 0x09 || byte === 0x0a || byte === 0x0c || byte === 0x0d
}

async function readPart(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

async function* readPieces(handle: FileHandle, size: number): AsyncIterable<Buffer> {
  for (let position = 0; position < size; position += PIECE_BYTES) {
    const length = Math.min(PIECE_BYTES, size - position)
    const piece = await readPart(handle, position, length)
    if (piece.length < length) throw new Error('A file is shorter than what was received of it')
    yield piece
  }
}
