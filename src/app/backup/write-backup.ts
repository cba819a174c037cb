import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { createGzip } from 'node:zlib'
import type { DataKeys } from '#platform/server/data-keys.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import { findProgram, type ProgramEnvironment, startProgram } from '#platform/server/db/postgres-programs.ts'
import { type ExternalContent, listExternalContents } from '#platform/server/files/external-store.ts'
import { contentInMemory } from '#platform/server/files/move-files.ts'
import type { Files } from '#platform/server/files/storage.ts'
import type { Log } from '#platform/server/log.ts'
import { packBackup } from './archive.ts'
import { requireNewFile, writeNewFile } from './durable-file.ts'
import { encryptBackup } from './encryption.ts'
import { createManifest, type Manifest } from './manifest.ts'
import { exportSnapshot, openOperatorConnection, withSnapshot } from './operator-connection.ts'

/** A server's direct address, bypassing any pooler, or this process's embedded database. */
export type BackupSource = { url: string; environment: ProgramEnvironment } | { database: Database }

export type BackupTarget = {
  file: string
  recipients: string[]
  /** The first key signs the backup. */
  dataKeys: DataKeys
  now: Date
  /** Storage for file contents outside the database. */
  files: Files
  log: Log
}

export type WrittenBackup = {
  manifest: Manifest
  bytes: number
  /** Counts of file contents stored outside the database. */
  contents: number
  missing: number
}

/** Writes one consistent snapshot of all tables into a file while the site keeps running. */
export async function writeBackup(source: BackupSource, target: BackupTarget): Promise<WrittenBackup> {
  await requireNewFile(target.file)
  return 'url' in source ? backUpServer(source, target) : backUpEmbedded(source, target)
}

async function backUpServer(
  { url, environment }: { url: string; environment: ProgramEnvironment },
  target: BackupTarget,
) {
  const client = await openOperatorConnection(url)
  try {
    // pg_dump reads the same snapshot that the manifest counted.
    return await withSnapshot(client, async () => {
      const manifest = await createManifest(client, 'postgresql', target.now)
      const externalContents = await listExternalContents(client)
      const program = await findProgram('pg_dump', { serverVersion: manifest.serverVersion, environment })
      const parameters = [
        '--format=custom',
        '--no-owner',
        '--no-privileges',
        '--no-comments',
        '--no-unlogged-table-data',
      ]
      const snapshotName = await exportSnapshot(client)
      const dump = startOnRead(() =>
        startProgram(program, [...parameters, `--snapshot=${snapshotName}`], { url, environment }),
      )
      return writeArchive({ manifest, dump, externalContents }, target)
    })
  } finally {
    await client.end()
  }
}

/**
 * Starts the dump on first read. If it started earlier and the backup were refused, the program would wait for a
 * reader.
 */
async function* startOnRead(start: () => { output: Readable; ended: Promise<void> }) {
  const { output, ended } = start()
  yield* output
  // Throws if the dump failed, because an incomplete dump is useless.
  await ended
}

async function backUpEmbedded({ database }: { database: Database }, target: BackupTarget) {
  const { image, ...snapshot } = await dumpEmbeddedImage(database, target.now)
  const bytes = Readable.fromWeb(image.stream() as NodeStream<Uint8Array>)
  return writeArchive({ ...snapshot, dump: bytes.pipe(createGzip({ level: 1 })) }, target)
}

async function dumpEmbeddedImage(database: Database, now: Date) {
  // Holding the only connection blocks all writes, so the image matches the manifest.
  const client = await database.pool.connect()
  try {
    const snapshot = await withSnapshot(client, async () => ({
      manifest: await createManifest(client, 'embedded', now),
      externalContents: await listExternalContents(client),
    }))
    const image = await database.saveImage?.()
    if (!image) throw new Error('The embedded database returned no image')
    return { ...snapshot, image }
  } finally {
    client.release()
  }
}

type BackupContent = { manifest: Manifest; dump: AsyncIterable<Uint8Array>; externalContents: ExternalContent[] }

async function writeArchive(
  { manifest, dump, externalContents }: BackupContent,
  target: BackupTarget,
): Promise<WrittenBackup> {
  const counts = { contents: 0, missing: 0 }
  const contents = readExternalContents(externalContents, target, (content) => {
    counts[content ? 'contents' : 'missing'] += 1
  })
  const packed = packBackup(target.dataKeys, manifest, dump, contents)
  const bytes = await writeNewFile(target.file, await encryptBackup(packed, target.recipients))
  return { manifest, bytes, ...counts }
}

/**
 * Continues if a file's content is missing or altered, because the file was usually deleted after the rows were read.
 * If the storage is unreachable, the backup fails.
 */
async function* readExternalContents(
  externalContents: ExternalContent[],
  { files, log }: BackupTarget,
  count: (content?: Buffer) => void,
) {
  for (const { id, place, key, sha256 } of externalContents) {
    const pieces = await files.storageAt(place).read(key)
    const stored = pieces && (await buffer(pieces))
    const content = stored && contentInMemory(stored).sha256 === sha256 ? stored : undefined
    if (!content)
      log.warn(
        { file: id, place },
        stored ? 'the content of a file does not match its hash' : 'the content of a file is missing',
      )
    count(content)
    yield { id, content }
  }
}
