import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { carryOutBackup, inOperatorContext } from '#app/server/carry-out-command.ts'
import { type Config, readConfig } from '#app/server/config.ts'
import { drillRestore } from '#app/server/recovery/drill-restore.ts'
import { restoreData } from '#app/server/recovery/restore-data.ts'
import { openBackup } from '#platform/server/backup/pack-backup.ts'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { openFiles } from '#platform/server/files/open-files.ts'
import { openFolderPlace, pdfOf, read, store, withFiles } from '../support/file-places.ts'
import { pdf } from '../support/files.ts'
import { noteFigure } from '../support/note-figure.ts'
import { hasSwift, startSwift } from '../support/start-swift.ts'

/** SECURITY R10: contents of files that are not in the database, in a backup of it and after a restore. */

const log = { info() {}, warn() {}, error() {} }

async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'futureworld-contents-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function newConfig(environment: Record<string, string> = {}): Promise<Config> {
  const given = { PATH: process.env.PATH, DATA_DIR: await newFolder(), LOG_LEVEL: 'silent', ...environment }
  return readConfig(given)
}

/** A site with two files where the configuration keeps them. */
async function givenFiles(config: Config, contents: Buffer[]): Promise<string[]> {
  return inOperatorContext(config, log, async (context) => {
    const ids: string[] = []
    for (const content of contents) ids.push(await store(withFiles({ context }, context), content))
    return ids
  })
}

const readAll = (config: Config, ids: string[]) =>
  inOperatorContext(config, log, (context) => Promise.all(ids.map((id) => read(context as never, id))))

const restore = (config: Config, file: string) =>
  restoreData(config, { file, keyFile: undefined, ledgers: [], replaced: undefined, now: new Date() }, log)

async function backUp(config: Config) {
  const folder = await newFolder()
  const file = join(folder, 'backup')
  const done = await carryOutBackup(config, { file, ledger: join(folder, 'ledger'), recipients: [] })
  return { file, done }
}

async function rowsIn({ dataDirectory }: Config, sql: string) {
  const database = await openDatabase({ directory: dataDirectory })
  return (await database.pool.query(sql).finally(database.close)).rows
}

test('files of a folder are in the backup, and after a restore in another folder or in the database', async () => {
  const [here, there] = [await openFolderPlace(), await openFolderPlace()]
  const config = await newConfig({ FILES_STORE: here.files.place ?? '' })
  const contents = [pdfOf(5), pdfOf(700_000)]
  const ids = await givenFiles(config, contents)
  const { file, done } = await backUp(config)
  expect(done).toMatchObject({ contents: 2, missing: 0 })
  expect(await rowsIn(config, "select 1 from last_backup where made_at > now() - interval '1 hour'")).toHaveLength(1)
  expect((await drillRestore(config, { from: { file, keyFile: undefined }, into: undefined })).differences).toEqual([])
  noteFigure('R10', 'backup with files of a folder: restored into an empty place, 0 differences', '0 differences')

  for (const place of [there.files.place ?? '', '']) {
    const other = await newConfig({ FILES_STORE: place })
    await restore(other, file)
    expect((await readAll(other, ids)).every((content, index) => content.equals(contents[index] ?? pdf))).toBe(true)
    expect(await rowsIn(other, 'select distinct place from stored_file')).toEqual([{ place: place || null }])
    expect(await rowsIn(other, 'select 1 from file_removal')).toEqual([])
  }
  expect([await here.store?.names(), await there.store?.names()]).toEqual([
    expect.objectContaining({ length: 2 }),
    expect.objectContaining({ length: 2 }),
  ])
  await expect(restore(await newConfig({ FILES_STORE: here.files.place ?? '' }), file)).rejects.toThrow(
    `There are files in ${here.files.place}. Name an empty folder or another prefix in FILES_STORE`,
  )
  await here.remove()
  await there.remove()
}, 240_000)

const lastBackup = async (config: Config) => (await rowsIn(config, 'select made_at from last_backup'))[0]?.made_at

test('a drill makes the last backup no younger, and restored data is as old as the backup that it is from', async () => {
  const config = await newConfig()
  await givenFiles(config, [pdf])
  const drill = { from: undefined, into: undefined }
  await drillRestore(config, drill)
  expect(await lastBackup(config)).toBeUndefined()
  await backUp(config)
  const { file } = await backUp(config)
  const madeAt = await lastBackup(config)
  await drillRestore(config, drill)
  expect(await lastBackup(config)).toEqual(madeAt)

  const other = await newConfig()
  await restore(other, file)
  const { manifest } = await openBackup(file)
  expect((await lastBackup(other)).toISOString()).toBe(manifest.takenAt)
}, 240_000)

test('a file that is gone or spoilt when the backup is made is named, and the rest is there', async () => {
  const here = await openFolderPlace()
  const config = await newConfig({ FILES_STORE: here.files.place ?? '' })
  const kept = pdfOf(9_000)
  const [first] = await givenFiles(config, [kept, pdfOf(9_000), pdfOf(9_000)])
  const rows = await rowsIn(config, 'select id, key from stored_file')
  const [gone, spoilt] = rows.filter(({ id }) => id !== first).map(({ key }) => join(here.folder, key.slice(0, 2), key))
  await rm(gone ?? '')
  await writeFile(spoilt ?? '', pdfOf(9_000))
  const { file, done } = await backUp(config)
  expect(done).toMatchObject({ contents: 1, missing: 2 })
  const { differences } = await drillRestore(config, { from: { file, keyFile: undefined }, into: undefined })
  expect(differences).toHaveLength(2)
  expect(differences[0]).toMatchObject({ table: 'stored_file', found: 'missing when the backup was made' })
  const other = await newConfig()
  await restore(other, file)
  expect((await readAll(other, [first ?? '']))[0]?.equals(kept)).toBe(true)
  await here.remove()
}, 240_000)

test('a backup is not made while the folder is away, and a restore into one that is away changes nothing', async () => {
  const here = await openFolderPlace()
  const config = await newConfig({ FILES_STORE: here.files.place ?? '' })
  await givenFiles(config, [pdfOf(9_000)])
  const { file } = await backUp(config)
  await here.store?.goAway()
  await expect(backUp(config)).rejects.toThrow('The backup was not made: Files cannot be reached at the moment')
  const other = await newConfig({ FILES_STORE: here.files.place ?? '' })
  await expect(restore(other, file)).rejects.toThrow('Files cannot be reached at the moment')
  expect(await readdir(other.dataDirectory)).toEqual([])
  await here.remove()
}, 240_000)

test.runIf(hasSwift)(
  'files of a bucket are in the backup, and after a restore under another prefix',
  async () => {
    const swift = await startSwift()
    const { endpoint = '', region, accessKeyId, secretAccessKey } = swift.access
    const s3 = {
      S3_ENDPOINT: endpoint,
      S3_REGION: region,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    }
    const config = await newConfig({ FILES_STORE: 's3://futureworld/before', ...s3 })
    const contents = [pdfOf(5), pdfOf(700_000)]
    const ids = await givenFiles(config, contents)
    const { file, done } = await backUp(config)
    expect(done).toMatchObject({ contents: 2, missing: 0 })
    const other = await newConfig({ FILES_STORE: 's3://futureworld/after', ...s3 })
    await restore(other, file)
    expect((await readAll(other, ids)).every((content, index) => content.equals(contents[index] ?? pdf))).toBe(true)
    const names = await swift.names()
    expect(names.map((name) => name.split('/')[0])).toEqual(['after', 'after', 'before', 'before'])
    expect(await openFiles(other.files, { log }).at('s3://futureworld/none/').isEmpty()).toBe(true)
    noteFigure(
      'R10',
      'backup with files of a bucket (S3 interface of OpenStack Swift): each the same after it',
      'the same',
    )
    await swift.stop()
  },
  240_000,
)
