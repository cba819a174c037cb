import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { z } from 'zod'
import type { DataKeys } from '#platform/server/data-keys.ts'
import { CommandRefused } from '#platform/server/operator-errors.ts'
import { decryptBackup } from './encryption.ts'
import { Manifest } from './manifest.ts'
import { SIGNATURE_FILE, signBackup, verifySignature } from './signature.ts'
import { readTar, tarEnd, tarPart } from './tar.ts'

/** The dump is split into parts of about this size, because its total length is unknown until it ends. */
const CHUNK_BYTES = 4 * 1024 * 1024

const ArchiveEnd = z.object({ bytes: z.number(), sha256: z.string() })
const ContentsEnd = z.object({ count: z.number(), sha256: z.string(), missing: z.array(z.string()) })

/**
 * Packs a tar: `manifest.json`, the database dump as `database/00000001` and so on, then `end.json` with its length and
 * hash. Contents stored outside the database follow as `files/<file id>`, then `files.json`. `signature.json` comes
 * last and signs everything before it.
 */
export async function* packBackup(
  keys: DataKeys,
  manifest: Manifest,
  dump: AsyncIterable<Uint8Array>,
  contents: AsyncIterable<PackedContent> = noContents(),
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  for await (const bytes of packParts(manifest, dump, contents)) {
    hash.update(bytes)
    yield bytes
  }
  yield* tarPart(SIGNATURE_FILE, signBackup(keys, hash.digest()), new Date(manifest.takenAt))
  yield tarEnd
}

async function* packParts(
  manifest: Manifest,
  dump: AsyncIterable<Uint8Array>,
  contents: AsyncIterable<PackedContent>,
): AsyncGenerator<Uint8Array> {
  const writtenAt = new Date(manifest.takenAt)
  const hash = createHash('sha256')
  let bytes = 0
  let count = 0
  let pendingChunks: Uint8Array[] = []
  const part = (name: string, content: Uint8Array) => tarPart(name, content, writtenAt)
  const nextDumpPart = () => {
    const content = Buffer.concat(pendingChunks)
    pendingChunks = []
    count += 1
    return part(`database/${String(count).padStart(8, '0')}`, content)
  }

  yield* part('manifest.json', Buffer.from(JSON.stringify(manifest, null, 2)))
  let pendingBytes = 0
  for await (const chunk of dump) {
    hash.update(chunk)
    pendingChunks.push(chunk)
    bytes += chunk.length
    pendingBytes += chunk.length
    if (pendingBytes < CHUNK_BYTES) continue
    pendingBytes = 0
    yield* nextDumpPart()
  }
  yield* nextDumpPart()
  yield* part('end.json', Buffer.from(JSON.stringify({ bytes, sha256: hash.digest('hex') })))
  if (manifest.format === 2) yield* packContents(contents, part)
}

/** `content` is undefined if the content could not be read. */
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

async function* noContents() {}

/** Read `dump` to its end before `contents`. */
export type OpenBackup = {
  manifest: Manifest
  dump: AsyncGenerator<Buffer>
  /** Contents missing from the backup are listed last. */
  contents: AsyncGenerator<PackedContent>
}

export type OpenOptions = {
  /** The file with the private key for an encrypted backup. */
  keyFile?: string | undefined
  /** The keys whose signatures are trusted, or `unsigned` if the operator vouches for an unsigned backup. */
  trust: DataKeys | 'unsigned'
}

/**
 * Opens a backup. Reading it to the end proves that it is complete and matches its signature.
 * @throws CommandRefused if it is not a backup, is damaged or altered, or needs another key; `dump` and `contents`
 * throw it too
 */
export async function openBackup(file: string, { keyFile, trust }: OpenOptions): Promise<OpenBackup> {
  const toCommandError = (error: unknown) => (error instanceof CommandRefused ? error : damagedBackup(file, error))
  try {
    const parts = readTar(await decryptBackup(createReadStream(file), { file, keyFile }))
    const firstPart = await parts.next()
    if (firstPart.done || firstPart.value.name !== 'manifest.json') throw new Error('it does not begin with a manifest')
    const manifest = Manifest.parse(JSON.parse(firstPart.value.content.toString()))
    const requireEnd = () => requireSignature(parts, file, trust)
    if (manifest.format === 1)
      return { manifest, dump: readDump(parts, toCommandError, requireEnd), contents: noContents() }
    return {
      manifest,
      dump: readDump(parts, toCommandError),
      contents: readContents(parts, toCommandError, requireEnd),
    }
  } catch (error) {
    throw toCommandError(error)
  }
}

/** @throws CommandRefused if the signature is missing or its key unknown, and Error if it does not match */
async function requireSignature(parts: ReturnType<typeof readTar>, file: string, trust: OpenOptions['trust']) {
  if (trust === 'unsigned') return
  const signaturePart = await parts.next()
  if (signaturePart.done || signaturePart.value.name !== SIGNATURE_FILE)
    throw new CommandRefused(
      `The backup ${file} isn’t signed. If it’s from a version that didn’t sign backups, and you know where it’s been since, use --unsigned.`,
    )
  const verdict = verifySignature(trust, signaturePart.value.content, signaturePart.value.precedingHash.digest())
  if (verdict === true) return
  if (verdict === false) throw new Error('the signature does not match its content')
  throw new CommandRefused(
    `The backup ${file} is signed with a key (${verdict.unknownKey}) that isn’t here. Add it to DATA_KEYS. You can’t use the data without it either.`,
  )
}

async function* readDump(
  parts: ReturnType<typeof readTar>,
  toCommandError: (error: unknown) => Error,
  requireEnd: () => Promise<void> = async () => {},
) {
  const hash = createHash('sha256')
  let bytes = 0
  try {
    // The caller reads the parts after the dump, so this loop must not close the iterator.
    for await (const { name, content } of keepOpen(parts)) {
      if (name === 'end.json') {
        const end = ArchiveEnd.parse(JSON.parse(content.toString()))
        if (end.bytes !== bytes || end.sha256 !== hash.digest('hex'))
          throw new Error('its dump does not match its hash')
        return await requireEnd()
      }
      hash.update(content)
      bytes += content.length
      yield content
    }
    throw new Error('it ends too early')
  } catch (error) {
    throw toCommandError(error)
  }
}

async function* readContents(
  parts: ReturnType<typeof readTar>,
  toCommandError: (error: unknown) => Error,
  requireEnd: () => Promise<void>,
): AsyncGenerator<PackedContent> {
  const hash = createHash('sha256')
  let count = 0
  try {
    for await (const { name, content } of parts) {
      if (name === 'files.json') {
        const end = ContentsEnd.parse(JSON.parse(content.toString()))
        if (end.count !== count || end.sha256 !== hash.digest('hex'))
          throw new Error('its files do not match their hash')
        await requireEnd()
        for (const id of end.missing) yield { id, content: undefined }
        return
      }
      hash.update(content)
      count += 1
      yield { id: name.replace('files/', ''), content }
    }
    throw new Error('it ends too early')
  } catch (error) {
    throw toCommandError(error)
  }
}

function keepOpen(parts: ReturnType<typeof readTar>): AsyncIterable<{ name: string; content: Buffer }> {
  return { [Symbol.asyncIterator]: () => ({ next: () => parts.next() }) }
}

/** Reads the whole backup once, so that a restore never starts with a backup that it cannot finish. */
export async function verifyBackup(file: string, options: OpenOptions): Promise<Manifest> {
  const { manifest, dump, contents } = await openBackup(file, options)
  for await (const _ of dump);
  for await (const _ of contents);
  return manifest
}

function damagedBackup(file: string, error: unknown): CommandRefused {
  if (error instanceof Error && 'syscall' in error && 'code' in error)
    return new CommandRefused(`The backup ${file} can’t be read (${error.code}).`)
  const reason = error instanceof z.ZodError || !(error instanceof Error) ? 'its manifest can’t be read' : error.message
  return new CommandRefused(`The file ${file} isn’t a backup, or it’s been damaged or changed: ${reason}.`)
}
