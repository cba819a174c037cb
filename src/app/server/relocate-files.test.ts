import { cp, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { onlyInDatabase, openFiles } from '#platform/server/files/open-files.ts'
import { removeContents } from '#platform/server/files/remove-contents.ts'
import { deleteFiles } from '#platform/server/files/store.ts'
import { openFolderPlace, pdfOf, read, store, type TestPlace, withFiles } from '../../../tests/support/file-places.ts'
import { pdf } from '../../../tests/support/files.ts'
import { startApp } from '../../../tests/support/start-app.ts'
import { hasSwift, startSwift } from '../../../tests/support/start-swift.ts'
import { relocateFiles } from './relocate-files.ts'

// The store's own programs take a while to start on a busy machine.
vi.setConfig({ testTimeout: 180_000 })
const app = await startApp()
afterAll(app.close)

const log = { info() {}, warn() {}, error() {} }
const database: Pick<TestPlace, 'files'> = { files: onlyInDatabase }
const anHourPasses = () => app.rows("update file_removal set remove_after = remove_after - interval '1 hour'")
const pieces = async () => (await app.rows('select count(*)::int as n from file_piece'))[0].n

/** Everything of a test is removed at its end: the next one counts as well. */
async function removeAll(place: Pick<TestPlace, 'files'>) {
  const context = withFiles(app, place)
  const ids = (await app.rows('select id from stored_file')).map(({ id }) => id)
  await context.db.transaction().execute((tx) => deleteFiles(tx, ids))
  await anHourPasses()
  await removeContents(context)
}

test('files go from the database into a folder and back, the same byte by byte, and leave nothing behind', async () => {
  const folder = await openFolderPlace()
  const contents = [pdfOf(5), pdfOf(300_000), pdfOf(1_000_001)]
  const ids: string[] = []
  for (const content of contents) ids.push(await store(withFiles(app, database), content))
  // From before there were hashes.
  await app.rows('update stored_file set sha256 = null where id = $1', ids[1])

  const inFolder = withFiles(app, folder)
  expect(await relocateFiles(inFolder, {})).toEqual({
    ...{ place: folder.files.place, moved: 3, found: 0, gone: 0, failed: 0, waiting: [] },
  })
  expect([await pieces(), (await folder.store?.names())?.length]).toEqual([0, 3])
  for (const [index, id] of ids.entries()) expect((await read(inFolder, id)).equals(contents[index] ?? pdf)).toBe(true)
  expect(await relocateFiles(inFolder, {})).toMatchObject({ moved: 0, failed: 0 })

  const back = { ...inFolder, files: { ...folder.files, place: undefined } }
  expect(await relocateFiles(back, {})).toMatchObject({
    ...{ place: null, moved: 3, waiting: [{ place: folder.files.place, contents: 3 }] },
  })
  // Whoever was reading one had an hour for it.
  await removeContents(back)
  expect(await folder.store?.names()).toHaveLength(3)
  await anHourPasses()
  await removeContents(back)
  expect(await folder.store?.names()).toEqual([])
  for (const [index, id] of ids.entries()) expect((await read(back, id)).equals(contents[index] ?? pdf)).toBe(true)
  await removeAll(folder)
  await folder.remove()
})

test('a file that is not what was stored stays where it is, and the others are moved', async () => {
  const folder = await openFolderPlace()
  const inFolder = withFiles(app, folder)
  const [spoilt] = [await store(inFolder, pdfOf(700_000)), await store(inFolder, pdfOf(700_000))]
  const [row] = await app.rows('select key from stored_file where id = $1', spoilt)
  await writeFile(join(folder.folder, row.key.slice(0, 2), row.key), pdfOf(700_000))
  await expect(read(inFolder, spoilt)).rejects.toThrow('is not what was stored')
  const moved = await relocateFiles({ ...inFolder, files: { ...folder.files, place: undefined } }, {})
  expect(moved).toMatchObject({ moved: 1, failed: 1 })
  await removeAll(folder)
  await folder.remove()
})

test('files that somebody copied to a new folder are found there, and what is gone for good is forgotten', async () => {
  const [one, other] = [await openFolderPlace(), await openFolderPlace()]
  const content = pdfOf(400_000)
  const id = await store(withFiles(app, one), content)
  await store(withFiles(app, one), pdfOf(9_000))
  await cp(one.folder, other.folder, { recursive: true })
  const inOther = withFiles(app, other)
  const deleted = await store(withFiles(app, one), pdfOf(9_000))
  await inOther.db.transaction().execute((tx) => deleteFiles(tx, [deleted]))
  await one.remove()
  expect(await relocateFiles(inOther, {})).toMatchObject({
    found: 2,
    waiting: [{ place: one.files.place, contents: 1 }],
  })
  expect((await read(inOther, id)).equals(content)).toBe(true)
  const { place = '' } = one.files
  expect(await relocateFiles(inOther, { forget: place })).toMatchObject({ found: 0, moved: 0, waiting: [] })
  await expect(relocateFiles(inOther, { forget: other.files.place })).rejects.toThrow('that is not forgotten')
  await removeAll(other)
  await other.remove()
})

test('where the new place cannot be reached nothing is lost, and the command stops and says so', async () => {
  const folder = await openFolderPlace()
  const contents = Array.from({ length: 6 }, () => pdfOf(9_000))
  const ids: string[] = []
  for (const content of contents) ids.push(await store(withFiles(app, database), content))
  await folder.store?.goAway()
  const inFolder = withFiles(app, folder)
  await expect(relocateFiles(inFolder, {})).rejects.toThrow('Stopped after 5 files in a row that could not be moved')
  await folder.store?.comeBack()
  for (const [index, id] of ids.entries()) expect((await read(inFolder, id)).equals(contents[index] ?? pdf)).toBe(true)
  expect(await relocateFiles(inFolder, {})).toMatchObject({ moved: 6 })
  await removeAll(folder)
  expect(await readdir(folder.folder, { recursive: true, withFileTypes: true })).toSatisfy(
    (left: { isFile: () => boolean }[]) => left.every((one) => !one.isFile()),
  )
  await folder.remove()
})

test.runIf(hasSwift)(
  'files go from a folder into a bucket, from there into another, and into the database',
  async () => {
    const [folder, swift] = [await openFolderPlace(), await startSwift()]
    const content = pdfOf(3_000_000)
    const id = await store(withFiles(app, folder), content)
    for (const place of ['s3://futureworld/one/', 's3://futureworld/two/', undefined]) {
      const files = openFiles({ place, bucketAccess: swift.access }, { log })
      const context = withFiles(app, { files })
      expect(await relocateFiles(context, {})).toMatchObject({ moved: 1, failed: 0 })
      expect((await read(context, id)).equals(content)).toBe(true)
      await anHourPasses()
      await removeContents(context)
    }
    expect([await folder.store?.names(), await swift.names()]).toEqual([[], []])
    await removeAll(folder)
    await swift.stop()
    await folder.remove()
  },
)
