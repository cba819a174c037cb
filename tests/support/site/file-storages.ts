import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { MemberContext } from '#platform/server/context.ts'
import { databaseOnly, openStorage } from '#platform/server/files/open-storage.ts'
import { openFile } from '#platform/server/files/read-file.ts'
import { receiveUpload } from '#platform/server/files/receive-upload.ts'
import type { Files } from '#platform/server/files/storage.ts'
import { storeFile } from '#platform/server/files/store-file.ts'
import { silentLog as log } from '../app/silent-log.ts'
import type { TestApp } from '../app/start-app.ts'
import { startSwift } from './start-swift.ts'

/** A file storage for tests, with direct access to what is stored. */
export type TestStorage = {
  files: Files
  /** Undefined for the database, which cannot be unavailable on its own. */
  store: { names: () => Promise<string[]>; goAway: () => Promise<void>; comeBack: () => Promise<void> } | undefined
  /** The failed operations, as the metrics count them. */
  failures: string[]
  remove: () => Promise<void>
}

export async function startDatabaseStorage(): Promise<TestStorage> {
  return { files: databaseOnly, store: undefined, failures: [], remove: async () => {} }
}

export async function startFolderStorage(): Promise<TestStorage & { folder: string }> {
  const { failures, onFailure } = countFailures()
  const root = await mkdtemp(join(tmpdir(), 'futureworld-files-'))
  const folder = join(root, 'files')
  await rename(await mkdtemp(join(root, 'new-')), folder)
  const awayFolder = join(root, 'away')
  const listFilesIn = async (path: string) =>
    (await readdir(path, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  return {
    folder,
    files: openStorage({ place: `file://${folder}`, bucketAccess: undefined }, { log, onFailure }),
    failures,
    store: {
      names: async () => (await listFilesIn(folder)).map(({ name }) => name),
      goAway: () => rename(folder, awayFolder),
      comeBack: () => rename(awayFolder, folder),
    },
    remove: () => rm(root, { recursive: true, force: true }),
  }
}

export async function startBucketStorage(): Promise<TestStorage> {
  const { failures, onFailure } = countFailures()
  const swift = await startSwift()
  const place = `s3://${swift.bucket}/uploads/`
  return {
    files: openStorage({ place, bucketAccess: swift.access }, { log, onFailure }),
    failures,
    store: swift,
    remove: swift.stop,
  }
}

function countFailures() {
  const failures: string[] = []
  return { failures, onFailure: (operation: string) => void failures.push(operation) }
}

/** A member's context without rate limits for files. */
export function withFiles(app: Pick<TestApp, 'context'>, { files }: Pick<TestStorage, 'files'>): MemberContext {
  const actor = { memberId: 'ada', role: 'member' }
  return { ...app.context, files, limits: { count: async () => {} }, actor } as unknown as MemberContext
}

export function makePdf(length: number): Buffer {
  return Buffer.concat([Buffer.from('%PDF-'), randomBytes(length - 5)])
}

export async function store(context: MemberContext, content: Buffer): Promise<string> {
  await using file = await receiveUpload(context, Readable.from([content]), 'report.pdf')
  return await context.db.transaction().execute((tx) => storeFile(tx, file, context.now()))
}

export async function read(context: MemberContext, fileId: string): Promise<Buffer> {
  const { content } = await openFile(context, fileId)
  const chunks: Uint8Array[] = []
  for await (const chunk of content as AsyncIterable<Uint8Array>) chunks.push(chunk)
  return Buffer.concat(chunks)
}
