import { expect, onTestFinished, test } from 'vitest'
import { moveDataToPostgres } from '#app/backup/move-to-postgres.ts'
import { runRestoreDrill } from '#app/backup/restore-drill.ts'
import { silentLog as log } from '../../support/app/silent-log.ts'
import { newDatabase, newFolder } from '../../support/app/temporary.ts'
import { pdf } from '../../support/given/files.ts'
import { recordMeasurement } from '../../support/proof/record-measurement.ts'
import { backUp, configOf, readFrom, restore, storeIn } from '../../support/site/backups.ts'
import { pdfOf, startFolderStorage } from '../../support/site/file-storages.ts'
import { mountSmallDisk } from '../../support/site/small-disk.ts'

/** SECURITY R10 on a PostgreSQL server with files in a folder. */

async function givenPlace() {
  const place = await startFolderStorage()
  onTestFinished(place.remove)
  return place
}

const configWith = (DATA_DIR: string, DATABASE_URL: string | undefined, FILES_STORE: string | undefined) =>
  configOf({ DATA_DIR, DATABASE_URL, FILES_STORE })

test("a server's backup includes files of a folder, and a restore that cannot write them leaves nothing", async () => {
  const [here, there, folder] = [await givenPlace(), await givenPlace(), await newFolder()]
  const config = configWith(folder, await newDatabase({ isEmpty: false }), here.files.place)
  const content = pdfOf(2_000_000)
  const id = await storeIn(config, content)
  const { file, done } = await backUp(config)
  expect(done).toMatchObject({ contents: 1, missing: 0 })
  const into = await newDatabase()
  const drill = await runRestoreDrill(config, { from: { file, keyFile: undefined }, into })
  expect(drill.differences).toEqual([])
  recordMeasurement('R10', 'a server with its files in a folder: restored elsewhere, 0 differences', '0 differences')

  const other = configWith(folder, into, there.files.place)
  await expect(restore(configWith(folder, into, here.files.place), { file })).rejects.toThrow('There are files in ')
  await there.store?.goAway()
  await expect(restore(other, { file })).rejects.toThrow('Files cannot be reached at the moment')
  await there.store?.comeBack()
  if (process.getuid?.() === 0) {
    const disk = mountSmallDisk(1)
    onTestFinished(disk.unmount)
    const full = configWith(folder, into, `file://${disk.folder}`)
    await expect(restore(full, { file })).rejects.toThrow('The backup was not restored: ENOSPC')
  }
  await restore(other, { file })
  expect((await readFrom(other, id)).equals(content)).toBe(true)
  expect([await here.store?.names(), await there.store?.names()]).toMatchObject([{ length: 1 }, { length: 1 }])
})

test('moving from the embedded database to a server keeps the files in their folder', async () => {
  const [here, folder] = [await givenPlace(), await newFolder()]
  const embedded = configWith(folder, undefined, here.files.place)
  const content = Buffer.concat([pdf, Buffer.alloc(300_000, 'x')])
  const id = await storeIn(embedded, content)
  const onServer = configWith(folder, await newDatabase(), here.files.place)
  await moveDataToPostgres(onServer, { now: new Date(), log })
  expect((await readFrom(onServer, id)).equals(content)).toBe(true)
  expect(await here.store?.names()).toHaveLength(1)
})
