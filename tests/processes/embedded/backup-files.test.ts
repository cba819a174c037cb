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
import { backUp, configOf, readFrom, restore, storeIn } from '../../support/site/backups.ts'
import { pdfOf, startFolderStorage } from '../../support/site/file-storages.ts'
import { hasSwift, startSwift } from '../../support/site/start-swift.ts'

/** SECURITY R10: backup and restore of files stored outside the database. */

/** An existing site. */
const givenSite = async (environment: Record<string, string> = {}) =>
  configOf({ DATA_DIR: await newSiteDirectory(), ...environment })

/** A new, empty data directory. */
const newPlace = async (environment: Record<string, string> = {}) =>
  configOf({ DATA_DIR: await newFolder(), ...environment })

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

async function rowsIn({ dataDirectory }: Config, sql: string) {
  const database = await openDatabase({ directory: dataDirectory })
  return (await database.pool.query(sql).finally(database.close)).rows
}

test('files of a folder are backed up and restored to another folder or the database', async () => {
  const [here, there] = [await startFolderStorage(), await startFolderStorage()]
  const config = await givenSite({ FILES_STORE: here.files.place ?? '' })
  const contents = [pdfOf(5), pdfOf(700_000)]
  const ids = await givenFiles(config, contents)
  const { file, done } = await backUp(config)
  expect(done).toMatchObject({ contents: 2, missing: 0 })
  expect(await rowsIn(config, "select 1 from last_backup where made_at > now() - interval '1 hour'")).toHaveLength(1)
  expect((await runRestoreDrill(config, { from: { file, keyFile: undefined }, into: undefined })).differences).toEqual(
    [],
  )
  recordMeasurement(
    'R10',
    'backup with files of a folder: restored into an empty place, 0 differences',
    '0 differences',
  )

  for (const place of [there.files.place ?? '', '']) {
    const other = await newPlace({ FILES_STORE: place })
    await restore(other, { file })
    expect((await readAll(other, ids)).every((content, index) => content.equals(contents[index] ?? pdf))).toBe(true)
    expect(await rowsIn(other, 'select distinct place from stored_file')).toEqual([{ place: place || null }])
    expect(await rowsIn(other, 'select 1 from file_removal')).toEqual([])
  }
  expect([await here.store?.names(), await there.store?.names()]).toEqual([
    expect.objectContaining({ length: 2 }),
    expect.objectContaining({ length: 2 }),
  ])
  await expect(restore(await newPlace({ FILES_STORE: here.files.place ?? '' }), { file })).rejects.toThrow(
    `There are files in ${here.files.place}. Name an empty folder or another prefix in FILES_STORE`,
  )
  await here.remove()
  await there.remove()
})

const lastBackup = async (config: Config) => (await rowsIn(config, 'select made_at from last_backup'))[0]?.made_at

test('a drill does not change the time of the last backup, and a restore keeps the time of its backup', async () => {
  const config = await givenSite()
  await givenFiles(config, [pdf])
  const drill = { from: undefined, into: undefined }
  await runRestoreDrill(config, drill)
  expect(await lastBackup(config)).toBeUndefined()
  await backUp(config)
  const { file } = await backUp(config)
  const madeAt = await lastBackup(config)
  await runRestoreDrill(config, drill)
  expect(await lastBackup(config)).toEqual(madeAt)

  const other = await newPlace()
  await restore(other, { file })
  const { manifest } = await openBackup(file, { trust: testDataKeys })
  expect((await lastBackup(other)).toISOString()).toBe(manifest.takenAt)
})

test('a missing or damaged file is reported, and the other files are backed up', async () => {
  const here = await startFolderStorage()
  const config = await givenSite({ FILES_STORE: here.files.place ?? '' })
  const kept = pdfOf(9_000)
  const [first] = await givenFiles(config, [kept, pdfOf(9_000), pdfOf(9_000)])
  const rows = await rowsIn(config, 'select id, key from stored_file')
  const [gone, spoilt] = rows.filter(({ id }) => id !== first).map(({ key }) => join(here.folder, key.slice(0, 2), key))
  await rm(gone ?? '')
  await writeFile(spoilt ?? '', pdfOf(9_000))
  const { file, done } = await backUp(config)
  expect(done).toMatchObject({ contents: 1, missing: 2 })
  const { differences } = await runRestoreDrill(config, { from: { file, keyFile: undefined }, into: undefined })
  expect(differences).toHaveLength(2)
  expect(differences[0]).toMatchObject({ table: 'stored_file', found: 'missing when the backup was made' })
  const other = await newPlace()
  await restore(other, { file })
  expect((await readAll(other, [first ?? '']))[0]?.equals(kept)).toBe(true)
  await here.remove()
})

test('with the folder unavailable no backup is made, and a restore changes nothing', async () => {
  const here = await startFolderStorage()
  const config = await givenSite({ FILES_STORE: here.files.place ?? '' })
  await givenFiles(config, [pdfOf(9_000)])
  const { file } = await backUp(config)
  await here.store?.goAway()
  await expect(backUp(config)).rejects.toThrow('The backup was not made: Files cannot be reached at the moment')
  const other = await newPlace({ FILES_STORE: here.files.place ?? '' })
  await expect(restore(other, { file })).rejects.toThrow('Files cannot be reached at the moment')
  expect(await readdir(other.dataDirectory)).toEqual([])
  await here.remove()
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
  const contents = [pdfOf(5), pdfOf(700_000)]
  const ids = await givenFiles(config, contents)
  const { file, done } = await backUp(config)
  expect(done).toMatchObject({ contents: 2, missing: 0 })
  const other = await newPlace({ FILES_STORE: 's3://futureworld/after', ...s3 })
  await restore(other, { file })
  expect((await readAll(other, ids)).every((content, index) => content.equals(contents[index] ?? pdf))).toBe(true)
  const names = await swift.names()
  expect(names.map((name) => name.split('/')[0])).toEqual(['after', 'after', 'before', 'before'])
  expect(await openStorage(other.files, { log }).storageAt('s3://futureworld/none/').isEmpty()).toBe(true)
  recordMeasurement(
    'R10',
    'backup with files of a bucket (S3 interface of OpenStack Swift): each the same after it',
    'the same',
  )
})
