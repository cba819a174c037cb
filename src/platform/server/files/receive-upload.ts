import { createHash } from 'node:crypto'
import { type FileHandle, mkdtemp, open, rmdir, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Refused } from '../../shared/refused.ts'
import { type FileUpload, fileRefusals, MAX_FILE_BYTES } from '../../shared/upload-rules.ts'
import type { MemberContext } from '../context.ts'
import { serviceUnavailable } from '../http/http-error.ts'
import { openParser } from '../parser/open-parser.ts'
import type { RateLimit } from '../rate-limit/rate-limits.ts'
import type { detectFileType } from './detect-file-type.ts'
import { sanitiseFileName } from './file-name.ts'
import { putInStorage, type ReceivedFile } from './store-file.ts'

/** More than any person uploads by hand in an hour. */
const uploadLimit: RateLimit = { name: 'upload', attempts: 120, seconds: 3_600 }

const detectInParser = openParser<typeof detectFileType>({
  inputKind: 'file',
  module: new URL('./detect-file-type.ts', import.meta.url),
  functionName: 'detectFileType',
  timeLimitMs: 10_000,
  maxWaiting: 20,
  onFull: serviceUnavailable,
})

/** The size of a chunk in the database. */
const CHUNK_BYTES = 262_144

/**
 * Receives the file for an endpoint with `upload`. Use it with `await using`, and store it in the transaction that
 * writes its owner's row; if anything fails, nothing is kept.
 * @throws Refused with a reason from `fileRefusals`
 */
export async function receiveUpload(
  { db, files, limits, log, actor }: Pick<MemberContext, 'db' | 'files' | 'limits' | 'log' | 'actor'>,
  upload: FileUpload,
  sentName: string,
): Promise<ReceivedFile> {
  if (!(upload instanceof Readable)) throw new Error('The upload is not a request stream')
  await using resources = new AsyncDisposableStack()
  try {
    resources.defer(reserveUploadSlot(actor.memberId))
    const handle = resources.adopt(await openUnnamedFile(), (opened) => opened.close())
    await limits.count(uploadLimit, actor.memberId)
    const { size, sha256 } = await writeToDisk(upload, handle)
    // Loaded into memory only when its turn comes, because files are large and many may wait.
    const detected = await detectInParser(log, async () => ({
      content: await readPart(handle, 0, size),
      name: sentName,
    }))
    if (!detected.ok) throw new Refused(detected.reason in fileRefusals ? detected.reason : 'file-unsafe')
    const type = detected.value
    const content = { size, sha256, pieces: () => readChunks(handle, size) }
    const location = await putInStorage(db, files, content)
    const keptResources = resources.move()
    return {
      name: sanitiseFileName(sentName, type),
      type,
      ...content,
      location,
      [Symbol.asyncDispose]: () => keptResources.disposeAsync(),
    }
  } catch (problem) {
    // Reads and discards the remaining data, because the sender would otherwise not see the response.
    upload.resume()
    throw problem
  }
}

/**
 * Buffers the upload on disk, because a transaction must not wait for the sender. It has no name, so a crash leaves
 * nothing behind.
 */
async function openUnnamedFile(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'upload-'))
  const path = join(folder, 'file')
  const handle = await open(path, 'wx+', 0o600)
  await unlink(path)
  await rmdir(folder)
  return handle
}

async function writeToDisk(upload: Readable, handle: FileHandle) {
  const hash = createHash('sha256')
  let size = 0
  // Leaving the loop must not end the request, which still needs a response.
  for await (const chunk of upload.iterator({ destroyOnReturn: false })) {
    const bytes: Buffer = chunk
    if (size + bytes.length > MAX_FILE_BYTES) throw new Refused('file-too-large')
    await writeWhole(handle, bytes, size)
    hash.update(bytes)
    size += bytes.length
  }
  return { size, sha256: hash.digest('hex') }
}

/** A nearly full disk writes only part of the data, and reports the error at the next write. */
async function writeWhole(handle: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, position + written)
    written += bytesWritten
  }
}

async function readPart(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

async function* readChunks(handle: FileHandle, size: number): AsyncIterable<Buffer> {
  for (let position = 0; position < size; position += CHUNK_BYTES) {
    const length = Math.min(CHUNK_BYTES, size - position)
    const piece = await readPart(handle, position, length)
    if (piece.length < length) throw new Error('The buffered upload is shorter than the received bytes')
    yield piece
  }
}

/** Two are enough, because a browser uploads one file at a time. */
const MAX_PER_MEMBER = 2

/** The limit for this process, because each upload takes up to 25 MB of disk and a connection until it is stored. */
const MAX_CONCURRENT = 20

const uploadsByMember = new Map<string, number>()

/**
 * Reserves a slot for an upload.
 * @returns a function that releases it
 * @throws Refused with a reason from `fileRefusals`
 */
function reserveUploadSlot(memberId: string): () => void {
  const memberUploads = uploadsByMember.get(memberId) ?? 0
  if (memberUploads >= MAX_PER_MEMBER) throw new Refused('uploads-in-progress')
  if (sum(uploadsByMember.values()) >= MAX_CONCURRENT) throw new Refused('too-many-uploads')
  uploadsByMember.set(memberId, memberUploads + 1)
  return () => releaseUploadSlot(memberId)
}

function releaseUploadSlot(memberId: string): void {
  const remaining = (uploadsByMember.get(memberId) ?? 0) - 1
  if (remaining > 0) uploadsByMember.set(memberId, remaining)
  else uploadsByMember.delete(memberId)
}

function sum(counts: Iterable<number>): number {
  return [...counts].reduce((total, count) => total + count, 0)
}
