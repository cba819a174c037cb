import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { createGzip } from 'node:zlib'
import type { Database } from '../db/open-database.ts'
import { connectPatiently, inOneState, nameState } from '../db/patient-connection.ts'
import { findProgram, type ProgramEnvironment, startProgram } from '../db/postgres-programs.ts'
import type { Files } from '../files/file-place.ts'
import { type ContentOutside, listContentsOutside } from '../files/outside-store.ts'
import { gather, inMemory } from '../files/relocate-file.ts'
import type { Log } from '../log.ts'
import { describeData, type Manifest } from './manifest.ts'
import { packBackup } from './pack-backup.ts'
import { sealBackup } from './seal-backup.ts'
import { refuseExisting, writeNewFile } from './write-file.ts'

/** A server by its address, past any pooler; or the embedded database, which is open in this process. */
export type BackupSource = { url: string; environment: ProgramEnvironment } | { database: Database }

export type BackupTarget = {
  file: string
  recipients: string[]
  now: Date
  /** Where contents of files are that are not in the database. */
  files: Files
  log: Log
}

export type BackupMade = {
  manifest: Manifest
  bytes: number
  /** Contents that are not in the database: those in the backup, and those that could not be had. */
  contents: number
  missing: number
}

/** Writes all tables, as they are at one moment, into one file. The site goes on meanwhile. */
export async function makeBackup(source: BackupSource, target: BackupTarget): Promise<BackupMade> {
  await refuseExisting(target.file)
  return 'url' in source ? backUpServer(source, target) : backUpEmbedded(source, target)
}

async function backUpServer(
  { url, environment }: { url: string; environment: ProgramEnvironment },
  target: BackupTarget,
) {
  const client = await connectPatiently(url)
  try {
    // The dump reads the very state that was counted.
    return await inOneState(client, async () => {
      const manifest = await describeData(client, 'postgresql', target.now)
      const outside = await listContentsOutside(client)
      const program = await findProgram('pg_dump', { serverVersion: manifest.serverVersion, environment })
      const parameters = [
        '--format=custom',
        '--no-owner',
        '--no-privileges',
        '--no-comments',
        '--no-unlogged-table-data',
      ]
      const state = await nameState(client)
      const dump = outputOf(() => startProgram(program, [...parameters, `--snapshot=${state}`], { url, environment }))
      return write({ manifest, dump, outside }, target)
    })
  } finally {
    await client.end()
  }
}

/** Started where it is read: a backup that is refused before that leaves no program that waits for a reader. */
async function* outputOf(start: () => { output: Readable; ended: Promise<void> }) {
  const { output, ended } = start()
  yield* output
  // A dump that broke off is none.
  await ended
}

async function backUpEmbedded({ database }: { database: Database }, target: BackupTarget) {
  const { image, ...described } = await takeImage(database, target.now)
  const bytes = Readable.fromWeb(image.stream() as NodeStream<Uint8Array>)
  return write({ ...described, dump: bytes.pipe(createGzip({ level: 1 })) }, target)
}

async function takeImage(database: Database, now: Date) {
  // Whoever has its one connection keeps everybody else from writing: the image is of what was counted.
  const client = await database.pool.connect()
  try {
    const described = await inOneState(client, async () => ({
      manifest: await describeData(client, 'embedded', now),
      outside: await listContentsOutside(client),
    }))
    const image = await database.saveImage?.()
    if (!image) throw new Error('The embedded database gave no image of itself')
    return { ...described, image }
  } finally {
    client.release()
  }
}

type Written = { manifest: Manifest; dump: AsyncIterable<Uint8Array>; outside: ContentOutside[] }

async function write({ manifest, dump, outside }: Written, target: BackupTarget): Promise<BackupMade> {
  const counted = { contents: 0, missing: 0 }
  const contents = readOutside(outside, target, (content) => {
    counted[content ? 'contents' : 'missing'] += 1
  })
  const packed = packBackup(manifest, dump, contents)
  const bytes = await writeNewFile(target.file, await sealBackup(packed, target.recipients))
  return { manifest, bytes, ...counted }
}

/**
 * One that is gone, or is not what was stored, is no reason to have no backup: most often its file was deleted since the
 * rows were read. A place that is away is one.
 */
async function* readOutside(
  outside: ContentOutside[],
  { files, log }: BackupTarget,
  count: (content?: Buffer) => void,
) {
  for (const { id, place, key, sha256 } of outside) {
    const pieces = await files.at(place).read(key)
    const found = pieces && (await gather(pieces))
    const content = found && inMemory(found).sha256 === sha256 ? found : undefined
    if (!content)
      log.warn({ file: id, place }, found ? 'a file is not what was stored' : 'the content of a file is gone')
    count(content)
    yield { id, content }
  }
}
