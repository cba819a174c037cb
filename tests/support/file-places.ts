import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { MemberContext } from '#platform/server/context.ts'
import type { Files } from '#platform/server/files/file-place.ts'
import { openFile } from '#platform/server/files/open-file.ts'
import { onlyInDatabase, openFiles } from '#platform/server/files/open-files.ts'
import { receiveFile } from '#platform/server/files/receive-file.ts'
import { storeFile } from '#platform/server/files/store-file.ts'
import type { Log } from '#platform/server/log.ts'
import type { TestApp } from './start-app.ts'
import { startSwift } from './start-swift.ts'

/** A place of files as a test needs it, with a look past the site at what it holds. */
export type TestPlace = {
  files: Files
  /** Undefined for the database, which cannot be away alone. */
  store: { names: () => Promise<string[]>; goAway: () => Promise<void>; comeBack: () => Promise<void> } | undefined
  /** What did not do its work, as it is counted. */
  failures: string[]
  remove: () => Promise<void>
}

const log: Log = { info() {}, warn() {}, error() {} }

export async function openDatabasePlace(): Promise<TestPlace> {
  return { files: onlyInDatabase, store: undefined, failures: [], remove: async () => {} }
}

export async function openFolderPlace(): Promise<TestPlace & { folder: string }> {
  const { failures, onFailure } = countFailures()
  const root = await mkdtemp(join(tmpdir(), 'futureworld-files-'))
  const folder = join(root, 'files')
  await rename(await mkdtemp(join(root, 'new-')), folder)
  const away = join(root, 'away')
  const namesIn = async (path: string) =>
    (await readdir(path, { recursive: true, withFileTypes: true })).filter((one) => one.isFile())
  return {
    folder,
    files: openFiles({ place: `file://${folder}`, bucketAccess: undefined }, { log, onFailure }),
    failures,
    store: {
      names: async () => (await namesIn(folder)).map(({ name }) => name),
      goAway: () => rename(folder, away),
      comeBack: () => rename(away, folder),
    },
    remove: () => rm(root, { recursive: true, force: true }),
  }
}

export async function openBucketPlace(): Promise<TestPlace> {
  const { failures, onFailure } = countFailures()
  const swift = await startSwift()
  const place = `s3://${swift.bucket}/uploads/`
  return {
    files: openFiles({ place, bucketAccess: swift.access }, { log, onFailure }),
    failures,
    store: swift,
    remove: swift.stop,
  }
}

function countFailures() {
  const failures: string[] = []
  return { failures, onFailure: (operation: string) => void failures.push(operation) }
}

/** The context of somebody who sends as many files as they like. */
export function withFiles(app: Pick<TestApp, 'context'>, { files }: Pick<TestPlace, 'files'>): MemberContext {
  const actor = { memberId: 'ada', role: 'member' }
  return { ...app.context, files, limits: { count: async () => {} }, actor } as unknown as MemberContext
}

export function pdfOf(length: number): Buffer {
  return Buffer.concat([Buffer.from('%PDF-'), randomBytes(length - 5)])
}

export async function store(context: MemberContext, content: Buffer): Promise<string> {
  await using file = await receiveFile(context, Readable.from([content]), 'report.pdf')
  return await context.db.transaction().execute((tx) => storeFile(tx, file, context.now()))
}

export async function read(context: MemberContext, fileId: string): Promise<Buffer> {
  const { content } = await openFile(context, fileId)
  const pieces: Uint8Array[] = []
  for await (const piece of content as AsyncIterable<Uint8Array>) pieces.push(piece)
  return Buffer.concat(pieces)
}
