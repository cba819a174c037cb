import { Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import { Refused } from '#platform/shared/refused.ts'
import { MOST_FILE_BYTES } from '#platform/shared/stored-file.ts'
import { serviceAway } from '../http/problem.ts'
import { openQueue } from '../work-queue.ts'
import { isZip, listParts, type Part } from './list-parts.ts'
import type { Spooled } from './recognize-file.ts'

/** No document of an office has so many parts, with those of the documents within it. */
const MOST_PARTS = 5_000

/** Bytes that it may unpack to, with what is packed within it: eight times the largest that we take. */
const MOST_UNPACKED = 200 * 1_048_576

/** As large as this anything may become; of what becomes larger, nothing that says but one thing again and again. */
const ANY_UNPACKED = 10 * 1_048_576
const MOST_TIMES = 100

/** A sheet within a letter, and nothing within that. */
const DEEPEST = 1

/** Read and unpacked at a time. */
const PIECE_BYTES = 262_144

/** What may still come of a document. */
type Allowance = { parts: number; bytes: number }

/** A second's work of another thread each; an archive within an archive is held in memory. */
const inTurn = openQueue({ atOnce: 2, waiting: 100, onFull: serviceAway })

/**
 * Unpacks a zip and throws away what comes, to know what comes: what it says of itself is no more than said. Piece by
 * piece, so that it costs neither memory nor the time of others. @throws Refused
 */
export async function unpackParts(file: Spooled): Promise<Part[]> {
  const bytes = Math.min(MOST_UNPACKED, Math.max(ANY_UNPACKED, MOST_TIMES * file.size))
  return inTurn(() => unpackAll(file, { parts: MOST_PARTS, bytes }, 0))
}

async function unpackAll(file: Spooled, left: Allowance, depth: number): Promise<Part[]> {
  const parts = await listParts(file, left.parts)
  left.parts -= parts.length
  // By its own word already too much: nothing of it has to be unpacked.
  if (parts.reduce((sum, { unpacked }) => sum + unpacked, 0) > left.bytes) throw new Refused('file-unsafe')
  for (const part of parts) {
    const archive = await unpack(file, part, left)
    if (!archive) continue
    if (depth === DEEPEST) throw new Refused('file-unsafe')
    await unpackAll(inMemory(archive), left, depth + 1)
  }
  return parts
}

/** @returns the content, where it is an archive itself */
async function unpack(file: Spooled, part: Part, left: Allowance): Promise<Buffer | undefined> {
  const archive: Buffer[] = []
  let size = 0
  for await (const bytes of contentOf(file, part)) {
    if (archive.length > 0 || (size === 0 && isZip(bytes))) archive.push(bytes)
    size += bytes.length
    const most = Math.min(part.unpacked, left.bytes, archive.length > 0 ? MOST_FILE_BYTES : MOST_UNPACKED)
    if (size > most) throw new Refused('file-unsafe')
  }
  if (size < part.unpacked) throw new Refused('file-damaged')
  left.bytes -= size
  return archive.length > 0 ? Buffer.concat(archive) : undefined
}

async function* contentOf(file: Spooled, part: Part): AsyncIterable<Buffer> {
  const packed = Readable.from(readPacked(file, part))
  if (!part.isPacked || part.packed === 0) return yield* packed
  // No larger than what is to come: thousands of small parts would need as many large buffers.
  const inflating = createInflateRaw({ chunkSize: Math.min(PIECE_BYTES, Math.max(1_024, part.unpacked)) })
  packed.once('error', (problem) => inflating.destroy(problem))
  try {
    yield* packed.pipe(inflating)
  } catch (problem) {
    throw isOfContent(problem) ? new Refused('file-damaged') : problem
  } finally {
    packed.destroy()
  }
}

async function* readPacked(file: Spooled, { from, packed }: Part): AsyncIterable<Buffer> {
  for (let at = 0; at < packed; at += PIECE_BYTES) yield await file.read(from + at, Math.min(PIECE_BYTES, packed - at))
}

/** Zlib's own word for bytes that are none of its. */
function isOfContent(problem: unknown): boolean {
  return problem instanceof Error && 'code' in problem && String(problem.code).startsWith('Z_')
}

function inMemory(content: Buffer): Spooled {
  return { size: content.length, isText: false, read: async (from, length) => content.subarray(from, from + length) }
}
