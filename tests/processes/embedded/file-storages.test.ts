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
  pdfOf,
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

const contextWith = (place: TestStorage) => withFiles(app, place)
const remove = ({ db }: MemberContext, ids: string[]) => db.transaction().execute((tx) => deleteFiles(tx, ids))
const waiting = async () => (await app.rows('select count(*)::int as n from file_removal'))[0].n
const anHourPasses = () => app.rows("update file_removal set remove_after = remove_after - interval '1 hour'")

describe.each([
  ['in the database', startDatabaseStorage, true],
  ['in a folder', startFolderStorage, true],
  ['in a bucket', startBucketStorage, hasSwift],
] as const)('files %s', (_, open, canRun) => {
  test.runIf(canRun)('are read back byte for byte', async () => {
    const place = await given(open)
    const context = contextWith(place)
    for (const size of [5, 262_144, 262_145, 3_000_001]) {
      const content = pdfOf(size)
      const fileId = await store(context, content)
      expect((await read(context, fileId)).equals(content)).toBe(true)
      expect(await waiting()).toBe(0)
      await remove(context, [fileId])
      await deleteOrphanedFiles(context)
    }
  })

  test.runIf(canRun)('are removed completely once deleted, and other files stay', async () => {
    const place = await given(open)
    const context = contextWith(place)
    const [gone, kept] = [await store(context, pdfOf(9_000)), await store(context, pdfOf(9_000))]
    await remove(context, [gone])
    await deleteOrphanedFiles(context)
    await expect(openFile(context, gone)).rejects.toThrow('is missing')
    expect(await read(context, kept)).toHaveLength(9_000)
    if (place.store) expect(await place.store.names()).toHaveLength(1)
    await remove(context, [kept])
    await deleteOrphanedFiles(context)
    expect([await waiting(), (await place.store?.names()) ?? []]).toEqual([0, []])
    expect(await app.rows('select 1 from file_piece')).toEqual([])
  })

  test.runIf(canRun)('without a row are deleted an hour later, and not before', async () => {
    const place = await given(open)
    const context = contextWith(place)
    await (await receiveUpload(context, Readable.from([pdfOf(9_000)]), 'report.pdf'))[Symbol.asyncDispose]()
    await deleteOrphanedFiles(context)
    const outside = place.store ? 1 : 0
    expect([await waiting(), (await place.store?.names()) ?? []]).toEqual([
      outside,
      expect.objectContaining({ length: outside }),
    ])
    await anHourPasses()
    await deleteOrphanedFiles(context)
    expect([await waiting(), (await place.store?.names()) ?? []]).toEqual([0, []])
  })

  test.runIf(canRun)('cannot be stored by a transaction that comes close to their deletion', async () => {
    const context = contextWith(await given(open))
    await using file = await receiveUpload(context, Readable.from([pdfOf(9_000)]), 'report.pdf')
    await app.rows("update file_removal set remove_after = now() + interval '20 minutes'")
    const storing = context.db.transaction().execute((tx) => storeFile(tx, file, context.now()))
    if (context.files.place) await expect(storing).rejects.toThrow('came so late')
    else await remove(context, [await storing])
    await anHourPasses()
    await deleteOrphanedFiles(context)
  })

  // Without the database nothing else works either.
  if (open === startDatabaseStorage) return
  test.runIf(canRun)('are reported unavailable during an outage, and pending deletions are kept', async () => {
    const place = await given(open)
    const context = contextWith(place)
    const [kept, gone] = [await store(context, pdfOf(9_000)), await store(context, pdfOf(9_000))]
    const away = { status: 503, code: 'files-unavailable', retryAfter: 60 }
    await place.store?.goAway()
    await expect(read(context, kept)).rejects.toMatchObject(away)
    await expect(store(context, pdfOf(9_000))).rejects.toMatchObject(away)
    await remove(context, [gone])
    await deleteOrphanedFiles(context)
    expect(await waiting()).toBe(2)
    expect(place.failures).toEqual(['read', 'put', 'remove'])

    await place.store?.comeBack()
    expect(await read(context, kept)).toHaveLength(9_000)
    await anHourPasses()
    await deleteOrphanedFiles(context)
    expect([await waiting(), await place.store?.names()]).toEqual([0, [expect.anything()]])
    await remove(context, [kept])
    await deleteOrphanedFiles(context)
  })
})

async function given(open: () => Promise<TestStorage>): Promise<TestStorage> {
  const place = await (places.get(open) ?? places.set(open, open()).get(open))
  if (!place) throw new Error('There is no such place')
  return place
}

/** Each storage is opened once for all tests. */
const places = new Map<() => Promise<TestStorage>, Promise<TestStorage>>()
afterAll(async () => {
  for (const place of places.values()) await (await place).remove()
})
