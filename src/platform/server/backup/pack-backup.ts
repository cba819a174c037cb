import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { z } from 'zod'
import { CommandRefused } from '../command-refused.ts'
import { Manifest } from './manifest.ts'
import { openSeal } from './seal-backup.ts'
import { readTar, tarEnd, tarPart } from './tar.ts'

/** The dump leaves in pieces of about this size, since nobody knows its length before its end. */
const PIECE_BYTES = 4 * 1024 * 1024

const End = z.object({ bytes: z.number(), sha256: z.string() })
const ContentsEnd = z.object({ count: z.number(), sha256: z.string(), missing: z.array(z.string()) })

/**
 * A tar: `manifest.json`, the dump of the database in `database/00000001` and so on, and `end.json` with its length and
 * hash. Contents that do not stand in the database follow, each in `files/` under the id of its file, and `files.json`.
 */
export async function* packBackup(
  manifest: Manifest,
  dump: AsyncIterable<Uint8Array>,
  contents: AsyncIterable<PackedContent> = nothing(),
): AsyncGenerator<Uint8Array> {
  const writtenAt = new Date(manifest.takenAt)
  const hash = createHash('sha256')
  let bytes = 0
  let count = 0
  let waiting: Uint8Array[] = []
  const part = (name: string, content: Uint8Array) => tarPart(name, content, writtenAt)
  const piece = () => {
    const content = Buffer.concat(waiting)
    waiting = []
    count += 1
    return part(`database/${String(count).padStart(8, '0')}`, content)
  }

  yield* part('manifest.json', Buffer.from(JSON.stringify(manifest, null, 2)))
  let size = 0
  for await (const chunk of dump) {
    hash.update(chunk)
    waiting.push(chunk)
    bytes += chunk.length
    size += chunk.length
    if (size < PIECE_BYTES) continue
    size = 0
    yield* piece()
  }
  yield* piece()
  yield* part('end.json', Buffer.from(JSON.stringify({ bytes, sha256: hash.digest('hex') })))
  if (manifest.format === 2) yield* packContents(contents, part)
  yield tarEnd
}

/** `content` is undefined where there was none to be had. */
export type PackedContent = { id: string; content: Buffer | undefined }

type MakePart = (name: string, content: Uint8Array) => Uint8Array[]

async function* packContents(contents: AsyncIterable<PackedContent>, part: MakePart): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  const missing: string[] = []
  let count = 0
  for await (const { id, content } of contents) {
    if (!content) missing.push(id)
    else {
      hash.update(content)
      count += 1
      yield* part(`files/${id}`, content)
    }
  }
  yield* part('files.json', Buffer.from(JSON.stringify({ count, sha256: hash.digest('hex'), missing })))
}

async function* nothing() {}

/** Read `dump` to its end, and then `contents`. */
export type OpenBackup = {
  manifest: Manifest
  dump: AsyncGenerator<Buffer>
  /** Those that the backup was made without come last. */
  contents: AsyncGenerator<PackedContent>
}

/**
 * Opens a backup. Reading its dump to the end shows that it is whole.
 * @throws CommandRefused where it is none, is damaged or was altered, or its key is another one; so does `dump`
 */
export async function openBackup(
  file: string,
  { keyFile }: { keyFile?: string | undefined } = {},
): Promise<OpenBackup> {
  const damaged = (error: unknown) => (error instanceof CommandRefused ? error : sayDamage(file, error))
  try {
    const parts = readTar(await openSeal(createReadStream(file), { file, keyFile }))
    const first = await parts.next()
    if (first.done || first.value.name !== 'manifest.json') throw new Error('it does not begin like one')
    const manifest = Manifest.parse(JSON.parse(first.value.content.toString()))
    const contents = manifest.format === 2 ? readContents(parts, damaged) : nothing()
    return { manifest, dump: readDump(parts, damaged), contents }
  } catch (error) {
    throw damaged(error)
  }
}

async function* readDump(parts: ReturnType<typeof readTar>, damaged: (error: unknown) => Error) {
  const hash = createHash('sha256')
  let bytes = 0
  try {
    // What follows the dump is read by another.
    for await (const { name, content } of withoutEnding(parts)) {
      if (name === 'end.json') {
        const end = End.parse(JSON.parse(content.toString()))
        if (end.bytes === bytes && end.sha256 === hash.digest('hex')) return
        throw new Error('its dump is not the one that was written')
      }
      hash.update(content)
      bytes += content.length
      yield content
    }
    throw new Error('it ends too early')
  } catch (error) {
    throw damaged(error)
  }
}

async function* readContents(
  parts: ReturnType<typeof readTar>,
  damaged: (error: unknown) => Error,
): AsyncGenerator<PackedContent> {
  const hash = createHash('sha256')
  let count = 0
  try {
    for await (const { name, content } of parts) {
      if (name === 'files.json') {
        const end = ContentsEnd.parse(JSON.parse(content.toString()))
        if (end.count !== count || end.sha256 !== hash.digest('hex'))
          throw new Error('its files are not those that were written')
        for (const id of end.missing) yield { id, content: undefined }
        return
      }
      hash.update(content)
      count += 1
      yield { id: name.replace('files/', ''), content }
    }
    throw new Error('it ends too early')
  } catch (error) {
    throw damaged(error)
  }
}

function withoutEnding(parts: ReturnType<typeof readTar>): AsyncIterable<{ name: string; content: Buffer }> {
  return { [Symbol.asyncIterator]: () => ({ next: () => parts.next() }) }
}

/** Reads all of it once, so that nothing is begun with a backup that cannot be finished. */
export async function verifyBackup(file: string, options: { keyFile?: string | undefined } = {}): Promise<Manifest> {
  const { manifest, dump, contents } = await openBackup(file, options)
  for await (const _ of dump);
  for await (const _ of contents);
  return manifest
}

function sayDamage(file: string, error: unknown): CommandRefused {
  if (error instanceof Error && 'syscall' in error && 'code' in error)
    return new CommandRefused(`The backup ${file} cannot be read (${error.code}).`)
  const reason =
    error instanceof z.ZodError || !(error instanceof Error) ? 'its manifest is not readable' : error.message
  return new CommandRefused(`The file ${file} is no backup, or it is damaged or was altered: ${reason}.`)
}
