import { Readable } from 'node:stream'
import { afterAll, describe, expect, test, vi } from 'vitest'
import {
  openBucketPlace,
  openDatabasePlace,
  openFolderPlace,
  pdfOf,
  read,
  store,
  type TestPlace,
  withFiles,
} from '../../../../tests/support/file-places.ts'
import { startApp } from '../../../../tests/support/start-app.ts'
import { hasSwift } from '../../../../tests/support/start-swift.ts'
import type { MemberContext } from '../context.ts'
import { openFile } from './open-file.ts'
import { receiveFile } from './receive-file.ts'
import { removeContents } from './remove-contents.ts'
import { deleteFiles } from './store.ts'
import { storeFile } from './store-file.ts'

// The store's own programs take a while to start on a busy machine.
vi.setConfig({ testTimeout: 180_000 })
const app = await startApp()
afterAll(app.close)

const contextWith = (place: TestPlace) => withFiles(app, place)
const remove = ({ db }: MemberContext, ids: string[]) => db.transaction().execute((tx) => deleteFiles(tx, ids))
const waiting = async () => (await app.rows('select count(*)::int as n from file_removal'))[0].n
const anHourPasses = () => app.rows("update file_removal set remove_after = remove_after - interval '1 hour'")

describe.each([
  ['in the database', openDatabasePlace, true],
  ['in a folder', openFolderPlace, true],
  ['in a bucket', openBucketPlace, hasSwift],
] as const)('files %s', (_, open, canRun) => {
  test.runIf(canRun)('come back as they were sent, byte by byte', async () => {
    const place = await given(open)
    const context = contextWith(place)
    for (const size of [5, 262_144, 262_145, 3_000_001]) {
      const content = pdfOf(size)
      const fileId = await store(context, content)
      expect((await read(context, fileId)).equals(content)).toBe(true)
      expect(await waiting()).toBe(0)
      await remove(context, [fileId])
      await removeContents(context)
    }
  })

  test.runIf(canRun)('that are deleted leave nothing behind, and those beside them stay', async () => {
    const place = await given(open)
    const context = contextWith(place)
    const [gone, kept] = [await store(context, pdfOf(9_000)), await store(context, pdfOf(9_000))]
    await remove(context, [gone])
    await removeContents(context)
    await expect(openFile(context, gone)).rejects.toThrow('is missing')
    expect(await read(context, kept)).toHaveLength(9_000)
    if (place.store) expect(await place.store.names()).toHaveLength(1)
    await remove(context, [kept])
    await removeContents(context)
    expect([await waiting(), (await place.store?.names()) ?? []]).toEqual([0, []])
    expect(await app.rows('select 1 from file_piece')).toEqual([])
  })

  test.runIf(canRun)('to which no row came are gone an hour later, and not before', async () => {
    const place = await given(open)
    const context = contextWith(place)
    await (await receiveFile(context, Readable.from([pdfOf(9_000)]), 'report.pdf'))[Symbol.asyncDispose]()
    await removeContents(context)
    const outside = place.store ? 1 : 0
    expect([await waiting(), (await place.store?.names()) ?? []]).toEqual([
      outside,
      expect.objectContaining({ length: outside }),
    ])
    await anHourPasses()
    await removeContents(context)
    expect([await waiting(), (await place.store?.names()) ?? []]).toEqual([0, []])
  })

  test.runIf(canRun)('are not kept by a transaction that comes when they may be on their way out', async () => {
    const context = contextWith(await given(open))
    await using file = await receiveFile(context, Readable.from([pdfOf(9_000)]), 'report.pdf')
    await app.rows("update file_removal set remove_after = now() + interval '20 minutes'")
    const storing = context.db.transaction().execute((tx) => storeFile(tx, file, context.now()))
    if (context.files.place) await expect(storing).rejects.toThrow('came so late')
    else await remove(context, [await storing])
    await anHourPasses()
    await removeContents(context)
  })

  // The database itself is away with everything else.
  if (open === openDatabasePlace) return
  test.runIf(canRun)('are said to be away while they are, and nothing is forgotten meanwhile', async () => {
    const place = await given(open)
    const context = contextWith(place)
    const [kept, gone] = [await store(context, pdfOf(9_000)), await store(context, pdfOf(9_000))]
    const away = { status: 503, code: 'files-away', retryAfter: 60 }
    await place.store?.goAway()
    await expect(read(context, kept)).rejects.toMatchObject(away)
    await expect(store(context, pdfOf(9_000))).rejects.toMatchObject(away)
    await remove(context, [gone])
    await removeContents(context)
    expect(await waiting()).toBe(2)
    expect(place.failures).toEqual(['read', 'put', 'remove'])

    await place.store?.comeBack()
    expect(await read(context, kept)).toHaveLength(9_000)
    await anHourPasses()
    await removeContents(context)
    expect([await waiting(), await place.store?.names()]).toEqual([0, [expect.anything()]])
    await remove(context, [kept])
    await removeContents(context)
  })
})

async function given(open: () => Promise<TestPlace>): Promise<TestPlace> {
  const place = await (places.get(open) ?? places.set(open, open()).get(open))
  if (!place) throw new Error('There is no such place')
  return place
}

/** Each is opened once for all tests. */
const places = new Map<() => Promise<TestPlace>, Promise<TestPlace>>()
afterAll(async () => {
  for (const place of places.values()) await (await place).remove()
})
