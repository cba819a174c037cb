import { cp, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { deleteOrphanedFiles } from '#platform/server/files/delete-orphaned-files.ts'
import { moveFiles } from '#platform/server/files/move-files.ts'
import { databaseOnly, openStorage } from '#platform/server/files/open-storage.ts'
import { deleteFiles } from '#platform/server/files/store.ts'
import { startApp } from '../../support/app/start-app.ts'
import { pdf } from '../../support/given/files.ts'
import {
  makePdf,
  read,
  startFolderStorage,
  store,
  type TestStorage,
  withFiles,
} from '../../support/site/file-storages.ts'
import { hasSwift, startSwift } from '../../support/site/start-swift.ts'

// OpenStack Swift starts slowly on a busy machine.
vi.setConfig({ testTimeout: 180_000 })
const app = await startApp()
afterAll(app.close)

const log = { info() {}, warn() {}, error() {} }
const database: Pick<TestStorage, 'files'> = { files: databaseOnly }
const anHourPasses = () => app.rows("update file_removal set remove_after = remove_after - interval '1 hour'")
const countPieces = async () => (await app.rows('select count(*)::int as n from file_piece'))[0].n

/** Removes the test's files, because the next test counts all files. */
async function removeAll(place: Pick<TestStorage, 'files'>) {
  const context = withFiles(app, place)
  const ids = (await app.rows('select id from stored_file')).map(({ id }) => id)
  await context.db.transaction().execute((tx) => deleteFiles(tx, ids))
  await anHourPasses()
  await deleteOrphanedFiles(context)
}

test('files move from the database into a folder and back unchanged, and no copies are left behind', async () => {
  const folder = await startFolderStorage()
  const contents = [makePdf(5), makePdf(300_000), makePdf(1_000_001)]
  const ids: string[] = []
  for (const content of contents) ids.push(await store(withFiles(app, database), content))
  // As if the file had been stored before hashes were introduced.
  await app.rows('update stored_file set sha256 = null where id = $1', ids[1])

  const folderContext = withFiles(app, folder)
  expect(await moveFiles(folderContext, {})).toEqual({
    ...{ place: folder.files.place, moved: 3, found: 0, gone: 0, failed: 0, waiting: [] },
  })
  expect([await countPieces(), (await folder.store?.names())?.length]).toEqual([0, 3])
  for (const [index, id] of ids.entries())
    expect((await read(folderContext, id)).equals(contents[index] ?? pdf)).toBe(true)
  expect(await moveFiles(folderContext, {})).toMatchObject({ moved: 0, failed: 0 })

  const databaseContext = { ...folderContext, files: { ...folder.files, place: undefined } }
  expect(await moveFiles(databaseContext, {})).toMatchObject({
    ...{ place: null, moved: 3, waiting: [{ place: folder.files.place, contents: 3 }] },
  })
  // Old copies stay for an hour, so that downloads in progress can finish.
  await deleteOrphanedFiles(databaseContext)
  expect(await folder.store?.names()).toHaveLength(3)
  await anHourPasses()
  await deleteOrphanedFiles(databaseContext)
  expect(await folder.store?.names()).toEqual([])
  for (const [index, id] of ids.entries())
    expect((await read(databaseContext, id)).equals(contents[index] ?? pdf)).toBe(true)
  await removeAll(folder)
  await folder.remove()
})

test('a damaged file stays where it is, and the other files are moved', async () => {
  const folder = await startFolderStorage()
  const folderContext = withFiles(app, folder)
  const [damagedId] = [await store(folderContext, makePdf(700_000)), await store(folderContext, makePdf(700_000))]
  const [row] = await app.rows('select key from stored_file where id = $1', damagedId)
  await writeFile(join(folder.folder, row.key.slice(0, 2), row.key), makePdf(700_000))
  await expect(read(folderContext, damagedId)).rejects.toThrow('does not match its hash')
  const moved = await moveFiles({ ...folderContext, files: { ...folder.files, place: undefined } }, {})
  expect(moved).toMatchObject({ moved: 1, failed: 1 })
  await removeAll(folder)
  await folder.remove()
})

test('files that were copied to a new folder are found there, and --forget drops the missing ones', async () => {
  const [one, other] = [await startFolderStorage(), await startFolderStorage()]
  const content = makePdf(400_000)
  const id = await store(withFiles(app, one), content)
  await store(withFiles(app, one), makePdf(9_000))
  await cp(one.folder, other.folder, { recursive: true })
  const inSecond = withFiles(app, other)
  const deleted = await store(withFiles(app, one), makePdf(9_000))
  await inSecond.db.transaction().execute((tx) => deleteFiles(tx, [deleted]))
  await one.remove()
  expect(await moveFiles(inSecond, {})).toMatchObject({
    found: 2,
    waiting: [{ place: one.files.place, contents: 1 }],
  })
  expect((await read(inSecond, id)).equals(content)).toBe(true)
  const { place = '' } = one.files
  expect(await moveFiles(inSecond, { forget: place })).toMatchObject({ found: 0, moved: 0, waiting: [] })
  await expect(moveFiles(inSecond, { forget: other.files.place })).rejects.toThrow('so you can’t forget that place')
  await removeAll(other)
  await other.remove()
})

test('if the new storage is unavailable, no file is lost and the command stops with a message', async () => {
  const folder = await startFolderStorage()
  const contents = Array.from({ length: 6 }, () => makePdf(9_000))
  const ids: string[] = []
  for (const content of contents) ids.push(await store(withFiles(app, database), content))
  await folder.store?.goAway()
  const folderContext = withFiles(app, folder)
  await expect(moveFiles(folderContext, {})).rejects.toThrow('Stopped after 5 files in a row that couldn’t be moved')
  await folder.store?.comeBack()
  for (const [index, id] of ids.entries())
    expect((await read(folderContext, id)).equals(contents[index] ?? pdf)).toBe(true)
  expect(await moveFiles(folderContext, {})).toMatchObject({ moved: 6 })
  await removeAll(folder)
  expect(await readdir(folder.folder, { recursive: true, withFileTypes: true })).toSatisfy(
    (remaining: { isFile: () => boolean }[]) => remaining.every((one) => !one.isFile()),
  )
  await folder.remove()
})

test.runIf(hasSwift)('files move from a folder to a bucket, to another bucket and to the database', async () => {
  const [folder, swift] = [await startFolderStorage(), await startSwift()]
  const content = makePdf(3_000_000)
  const id = await store(withFiles(app, folder), content)
  for (const place of ['s3://futureworld/one/', 's3://futureworld/two/', undefined]) {
    const files = openStorage({ place, bucketAccess: swift.access }, { log })
    const context = withFiles(app, { files })
    expect(await moveFiles(context, {})).toMatchObject({ moved: 1, failed: 0 })
    expect((await read(context, id)).equals(content)).toBe(true)
    await anHourPasses()
    await deleteOrphanedFiles(context)
  }
  expect([await folder.store?.names(), await swift.names()]).toEqual([[], []])
  await removeAll(folder)
  await swift.stop()
  await folder.remove()
})
