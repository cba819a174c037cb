import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openBackup } from '#app/backup/archive.ts'
import { runRestoreDrill } from '#app/backup/restore-drill.ts'
import type { Config } from '#app/config/config.ts'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { openStorage } from '#platform/server/files/open-storage.ts'
import { silentLog as log } from '../../support/app/silent-log.ts'
import { newFolder, newSiteDirectory } from '../../support/app/temporary.ts'
import { testDataKeys } from '../../support/app/test-data-keys.ts'
import { pdf } from '../../support/given/files.ts'
import { recordMeasurement } from '../../support/proof/record-measurement.ts'
import { backUp, readFrom, restore, storeIn, toConfig } from '../../support/site/backups.ts'
import { makePdf, startFolderStorage } from '../../support/site/file-storages.ts'
import { hasSwift, startSwift } from '../../support/site/start-swift.ts'

/** R10 in docs/promises.md: backup and restore of files stored outside the database. */

/** An existing site. */
const givenSite = async (environment: Record<string, string> = {}) =>
  toConfig({ DATA_DIR: await newSiteDirectory(), ...environment })

/** A new, empty data directory. */
const newDirectory = async (environment: Record<string, string> = {}) =>
  toConfig({ DATA_DIR: await newFolder(), ...environment })

/** Stores files in the configured storage. */
async function givenFiles(config: Config, contents: Buffer[]): Promise<string[]> {
  const ids: string[] = []
  for (const content of contents) ids.push(await storeIn(config, content))
  return ids
}

async function readAll(config: Config, ids: string[]): Promise<Buffer[]> {
  const contents: Buffer[] = []
  for (const id of ids) contents.push(await readFrom(config, id))
  return contents
}

async function queryDatabase({ dataDirectory }: Config, sql: string) {
  const database = await openDatabase({ directory: dataDirectory })
  return (await database.pool.query(sql).finally(database.close)).rows
}

test('files of a folder are backed up and restored to another folder or the database', async () => {
  const [sourceStorage, targetStorage] = [await startFolderStorage(), await startFolderStorage()]
  const config = await givenSite({ FILES_STORE: sourceStorage.files.place ?? '' })
  const contents = [makePdf(5), makePdf(700_000)]
  const ids = await givenFiles(config, contents)
  const { file, done: summary } = await backUp(config)
  expect(summary).toMatchObject({ contents: 2, missing: 0 })
  expect(
    await queryDatabase(config, "select 1 from last_backup where made_at > now() - interval '1 hour'"),
  ).toHaveLength(1)
  expect((await runRestoreDrill(config, { from: { file, keyFile: undefined }, into: undefined })).differences).toEqual(
    [],
  )
  recordMeasurement('R10', 'files of a folder, restored into an empty folder: 0 differences', '0 differences')

  for (const storagePlace of [targetStorage.files.place ?? '', '']) {
    const restored = await newDirectory({ FILES_STORE: storagePlace })
    await restore(restored, { file })
    expect((await readAll(restored, ids)).every((content, index) => content.equals(contents[index] ?? pdf))).toBe(true)
    expect(await queryDatabase(restored, 'select distinct place from stored_file')).toEqual([
      { place: storagePlace || null },
    ])
    expect(await queryDatabase(restored, 'select 1 from file_removal')).toEqual([])
  }
  expect([await sourceStorage.store?.names(), await targetStorage.store?.names()]).toEqual([
    expect.objectContaining({ length: 2 }),
    expect.objectContaining({ length: 2 }),
  ])
  await expect(restore(await newDirectory({ FILES_STORE: sourceStorage.files.place ?? '' }), { file })).rejects.toThrow(
    `There are files in ${sourceStorage.files.place}. Set FILES_STORE to an empty folder or another prefix`,
  )
  await sourceStorage.remove()
  await targetStorage.remove()
})

const readLastBackup = async (config: Config) =>
  (await queryDatabase(config, 'select made_at from last_backup'))[0]?.made_at

test('a drill does not change the time of the last backup, and a restore keeps the time of its backup', async () => {
  const config = await givenSite()
  await givenFiles(config, [pdf])
  const drill = { from: undefined, into: undefined }
  await runRestoreDrill(config, drill)
  expect(await readLastBackup(config)).toBeUndefined()
  await backUp(config)
  const { file } = await backUp(config)
  const madeAt = await readLastBackup(config)
  await runRestoreDrill(config, drill)
  expect(await readLastBackup(config)).toEqual(madeAt)

  const restored = await newDirectory()
  await restore(restored, { file })
  const { manifest } = await openBackup(file, { trust: testDataKeys })
  expect((await readLastBackup(restored)).toISOString()).toBe(manifest.takenAt)
})

test('a missing or damaged file is reported, and the other files are backed up', async () => {
  const sourceStorage = await startFolderStorage()
  const config = await givenSite({ FILES_STORE: sourceStorage.files.place ?? '' })
  const keptContent = makePdf(9_000)
  const [firstId] = await givenFiles(config, [keptContent, makePdf(9_000), makePdf(9_000)])
  const rows = await queryDatabase(config, 'select id, key from stored_file')
  const [missingFile, damagedFile] = rows
    .filter(({ id }) => id !== firstId)
    .map(({ key }) => join(sourceStorage.folder, key.slice(0, 2), key))
  await rm(missingFile ?? '')
  await writeFile(damagedFile ?? '', makePdf(9_000))
  const { file, done: summary } = await backUp(config)
  expect(summary).toMatchObject({ contents: 1, missing: 2 })
  const { differences } = await runRestoreDrill(config, { from: { file, keyFile: undefined }, into: undefined })
  expect(differences).toHaveLength(2)
  expect(differences[0]).toMatchObject({ table: 'stored_file', found: 'missing when the backup was made' })
  const restored = await newDirectory()
  await restore(restored, { file })
  expect((await readAll(restored, [firstId ?? '']))[0]?.equals(keptContent)).toBe(true)
  await sourceStorage.remove()
})

test('with the folder unavailable no backup is made, and a restore changes nothing', async () => {
  const sourceStorage = await startFolderStorage()
  const config = await givenSite({ FILES_STORE: sourceStorage.files.place ?? '' })
  await givenFiles(config, [makePdf(9_000)])
  const { file } = await backUp(config)
  await sourceStorage.store?.goAway()
  await expect(backUp(config)).rejects.toThrow('The backup was not made: We can’t get to our files right now')
  const restored = await newDirectory({ FILES_STORE: sourceStorage.files.place ?? '' })
  await expect(restore(restored, { file })).rejects.toThrow('We can’t get to our files right now')
  expect(await readdir(restored.dataDirectory)).toEqual([])
  await sourceStorage.remove()
})

test.runIf(hasSwift)('files of a bucket are backed up and restored under another prefix', async () => {
  const swift = await startSwift()
  onTestFinished(swift.stop)
  const { endpoint = '', region, accessKeyId, secretAccessKey } = swift.access
  const s3 = {
    S3_ENDPOINT: endpoint,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  }
  const config = await givenSite({ FILES_STORE: 's3://futureworld/before', ...s3 })
  const contents = [makePdf(5), makePdf(700_000)]
  const ids = await givenFiles(config, contents)
  const { file, done: summary } = await backUp(config)
  expect(summary).toMatchObject({ contents: 2, missing: 0 })
  const restored = await newDirectory({ FILES_STORE: 's3://futureworld/after', ...s3 })
  await restore(restored, { file })
  expect((await readAll(restored, ids)).every((content, index) => content.equals(contents[index] ?? pdf))).toBe(true)
  const names = await swift.names()
  expect(names.map((name) => name.split('/')[0])).toEqual(['after', 'after', 'before', 'before'])
  expect(await openStorage(restored.files, { log }).storageAt('s3://futureworld/none/').isEmpty()).toBe(true)
  recordMeasurement('R10', 'files of a bucket (S3 interface of OpenStack Swift) are equal after a restore', 'equal')
})
