import { Readable } from 'node:stream'
import { afterAll, describe, expect, test, vi } from 'vitest'
import type { MemberContext } from '#platform/server/context.ts'
import { deleteOrphanedFiles } from '#platform/server/files/delete-orphaned-files.ts'
import { openFile } from '#platform/server/files/read-file.ts'
import { receiveUpload } from '#platform/server/files/receive-upload.ts'
import { deleteFiles } from '#platform/server/files/store.ts'
import { storeFile } from '#platform/server/files/store-file.ts'
import { startApp } from '../../support/app/start-app.ts'
import {
  makePdf,
  read,
  startBucketStorage,
  startDatabaseStorage,
  startFolderStorage,
  store,
  type TestStorage,
  withFiles,
} from '../../support/site/file-storages.ts'
import { hasSwift } from '../../support/site/start-swift.ts'

// OpenStack Swift starts slowly on a busy machine.
vi.setConfig({ testTimeout: 180_000 })
const app = await startApp()
afterAll(app.close)

const contextWith = (storage: TestStorage) => withFiles(app, storage)
const remove = ({ db }: MemberContext, ids: string[]) => db.transaction().execute((tx) => deleteFiles(tx, ids))
const countPendingRemovals = async () => (await app.rows('select count(*)::int as n from file_removal'))[0].n
const anHourPasses = () => app.rows("update file_removal set remove_after = remove_after - interval '1 hour'")

describe.each([
  ['in the database', startDatabaseStorage, true],
  ['in a folder', startFolderStorage, true],
  ['in a bucket', startBucketStorage, hasSwift],
] as const)('files %s', (_, openStorage, canRun) => {
  test.runIf(canRun)('are read back byte for byte', async () => {
    const storage = await sharedStorage(openStorage)
    const context = contextWith(storage)
    for (const size of [5, 262_144, 262_145, 3_000_001]) {
      const content = makePdf(size)
      const fileId = await store(context, content)
      expect((await read(context, fileId)).equals(content)).toBe(true)
      expect(await countPendingRemovals()).toBe(0)
      await remove(context, [fileId])
      await deleteOrphanedFiles(context)
    }
  })

  test.runIf(canRun)('are removed completely once deleted, and other files stay', async () => {
    const storage = await sharedStorage(openStorage)
    const context = contextWith(storage)
    const [deletedId, keptId] = [await store(context, makePdf(9_000)), await store(context, makePdf(9_000))]
    await remove(context, [deletedId])
    await deleteOrphanedFiles(context)
    await expect(openFile(context, deletedId)).rejects.toThrow('is missing')
    expect(await read(context, keptId)).toHaveLength(9_000)
    if (storage.store) expect(await storage.store.names()).toHaveLength(1)
    await remove(context, [keptId])
    await deleteOrphanedFiles(context)
    expect([await countPendingRemovals(), (await storage.store?.names()) ?? []]).toEqual([0, []])
    expect(await app.rows('select 1 from file_piece')).toEqual([])
  })

  test.runIf(canRun)('that belong to no row are deleted after an hour, but no earlier', async () => {
    const storage = await sharedStorage(openStorage)
    const context = contextWith(storage)
    await (await receiveUpload(context, Readable.from([makePdf(9_000)]), 'report.pdf'))[Symbol.asyncDispose]()
    await deleteOrphanedFiles(context)
    const pendingUploads = storage.store ? 1 : 0
    expect([await countPendingRemovals(), (await storage.store?.names()) ?? []]).toEqual([
      pendingUploads,
      expect.objectContaining({ length: pendingUploads }),
    ])
    await anHourPasses()
    await deleteOrphanedFiles(context)
    expect([await countPendingRemovals(), (await storage.store?.names()) ?? []]).toEqual([0, []])
  })

  test.runIf(canRun)('cannot be stored by a transaction shortly before they are deleted', async () => {
    const context = contextWith(await sharedStorage(openStorage))
    await using file = await receiveUpload(context, Readable.from([makePdf(9_000)]), 'report.pdf')
    await app.rows("update file_removal set remove_after = now() + interval '20 minutes'")
    const storing = context.db.transaction().execute((tx) => storeFile(tx, file, context.now()))
    if (context.files.place) await expect(storing).rejects.toThrow('came so late')
    else await remove(context, [await storing])
    await anHourPasses()
    await deleteOrphanedFiles(context)
  })

  // The database is left out, because nothing else works while it is unavailable.
  if (openStorage === startDatabaseStorage) return
  test.runIf(canRun)('are reported unavailable during an outage, and pending deletions are kept', async () => {
    const storage = await sharedStorage(openStorage)
    const context = contextWith(storage)
    const [keptId, deletedId] = [await store(context, makePdf(9_000)), await store(context, makePdf(9_000))]
    const unavailable = { status: 503, code: 'files-unavailable', retryAfter: 60 }
    await storage.store?.goAway()
    await expect(read(context, keptId)).rejects.toMatchObject(unavailable)
    await expect(store(context, makePdf(9_000))).rejects.toMatchObject(unavailable)
    await remove(context, [deletedId])
    await deleteOrphanedFiles(context)
    expect(await countPendingRemovals()).toBe(2)
    expect(storage.failures).toEqual(['read', 'put', 'remove'])

    await storage.store?.comeBack()
    expect(await read(context, keptId)).toHaveLength(9_000)
    await anHourPasses()
    await deleteOrphanedFiles(context)
    expect([await countPendingRemovals(), await storage.store?.names()]).toEqual([0, [expect.anything()]])
    await remove(context, [keptId])
    await deleteOrphanedFiles(context)
  })
})

async function sharedStorage(openStorage: () => Promise<TestStorage>): Promise<TestStorage> {
  const storage = await (storages.get(openStorage) ?? storages.set(openStorage, openStorage()).get(openStorage))
  if (!storage) throw new Error('There is no such place')
  return storage
}

/** Each storage is opened once for all tests. */
const storages = new Map<() => Promise<TestStorage>, Promise<TestStorage>>()
afterAll(async () => {
  for (const storage of storages.values()) await (await storage).remove()
})
