import { expect, onTestFinished, test } from 'vitest'
import { moveDataToPostgres } from '#app/backup/move-to-postgres.ts'
import { runRestoreDrill } from '#app/backup/restore-drill.ts'
import { silentLog as log } from '../../support/app/silent-log.ts'
import { newDatabase, newFolder } from '../../support/app/temporary.ts'
import { pdf } from '../../support/given/files.ts'
import { recordMeasurement } from '../../support/proof/record-measurement.ts'
import { backUp, readFrom, restore, storeIn, toConfig } from '../../support/site/backups.ts'
import { makePdf, startFolderStorage } from '../../support/site/file-storages.ts'
import { mountSmallDisk } from '../../support/site/small-disk.ts'

/** R10 in docs/promises.md on a PostgreSQL server with files in a folder. */

async function givenStorage() {
  const storage = await startFolderStorage()
  onTestFinished(storage.remove)
  return storage
}

const configWith = (DATA_DIR: string, DATABASE_URL: string | undefined, FILES_STORE: string | undefined) =>
  toConfig({ DATA_DIR, DATABASE_URL, FILES_STORE })

test("a server's backup includes files of a folder, and a restore that cannot write them leaves nothing", async () => {
  const [sourceStorage, targetStorage, folder] = [await givenStorage(), await givenStorage(), await newFolder()]
  const config = configWith(folder, await newDatabase({ isEmpty: false }), sourceStorage.files.place)
  const content = makePdf(2_000_000)
  const id = await storeIn(config, content)
  const { file, done: summary } = await backUp(config)
  expect(summary).toMatchObject({ contents: 1, missing: 0 })
  const into = await newDatabase()
  const drill = await runRestoreDrill(config, { from: { file, keyFile: undefined }, into })
  expect(drill.differences).toEqual([])
  recordMeasurement('R10', 'server with files in a folder, restored elsewhere: 0 differences', '0 differences')

  const restoredConfig = configWith(folder, into, targetStorage.files.place)
  await expect(restore(configWith(folder, into, sourceStorage.files.place), { file })).rejects.toThrow(
    'There are files in ',
  )
  await targetStorage.store?.goAway()
  await expect(restore(restoredConfig, { file })).rejects.toThrow('We can’t get to our files right now')
  await targetStorage.store?.comeBack()
  if (process.getuid?.() === 0) {
    const disk = mountSmallDisk(1)
    onTestFinished(disk.unmount)
    const fullDiskConfig = configWith(folder, into, `file://${disk.folder}`)
    await expect(restore(fullDiskConfig, { file })).rejects.toThrow('The backup was not restored: ENOSPC')
  }
  await restore(restoredConfig, { file })
  expect((await readFrom(restoredConfig, id)).equals(content)).toBe(true)
  expect([await sourceStorage.store?.names(), await targetStorage.store?.names()]).toMatchObject([
    { length: 1 },
    { length: 1 },
  ])
})

test('moving from the embedded database to a server keeps the files in their folder', async () => {
  const [sourceStorage, folder] = [await givenStorage(), await newFolder()]
  const embedded = configWith(folder, undefined, sourceStorage.files.place)
  const content = Buffer.concat([pdf, Buffer.alloc(300_000, 'x')])
  const id = await storeIn(embedded, content)
  const onServer = configWith(folder, await newDatabase(), sourceStorage.files.place)
  await moveDataToPostgres(onServer, { now: new Date(), log })
  expect((await readFrom(onServer, id)).equals(content)).toBe(true)
  expect(await sourceStorage.store?.names()).toHaveLength(1)
})
