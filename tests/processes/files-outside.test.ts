import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { carryOutBackup, inOperatorContext } from '#app/server/carry-out-command.ts'
import { type Config, readConfig } from '#app/server/config.ts'
import { drillRestore } from '#app/server/recovery/drill-restore.ts'
import { moveData } from '#app/server/recovery/move-data.ts'
import { restoreData } from '#app/server/recovery/restore-data.ts'
import { databaseAddress, runOnServer } from '../support/database-image.ts'
import { openFolderPlace, pdfOf, read, store, withFiles } from '../support/file-places.ts'
import { pdf } from '../support/files.ts'
import { noteFigure } from '../support/note-figure.ts'
import { mountSmallDisk } from '../support/small-disk.ts'

/** SECURITY R10 on a server whose files are kept in a folder. */

vi.setConfig({ testTimeout: 180_000 })
const image = inject('databaseImage')
if (!('server' in image)) throw new Error('pg_dump needs a database server: npm run test:postgres')
const { server, template } = image
const log = { info() {}, warn() {}, error() {} }

async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'futureworld-outside-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function newDatabase(of = 'template0') {
  const name = `${template}_${randomUUID().slice(0, 8)}`
  await runOnServer(server, `create database ${name} template ${of}`)
  onTestFinished(() => runOnServer(server, `drop database ${name} with (force)`))
  return databaseAddress(server, name)
}

async function givenPlace() {
  const place = await openFolderPlace()
  onTestFinished(place.remove)
  return place
}

type Place = Awaited<ReturnType<typeof givenPlace>>

function environmentOf(dataDirectory: string, url: string | undefined) {
  return { PATH: process.env.PATH, DATA_DIR: dataDirectory, LOG_LEVEL: 'silent', DATABASE_URL: url }
}

function configWith(dataDirectory: string, url: string | undefined, { files }: Place): Config {
  return readConfig({ ...environmentOf(dataDirectory, url), FILES_STORE: files.place })
}

const storeIn = (config: Config, content: Buffer) =>
  inOperatorContext(config, log, (context) => store(withFiles({ context }, context), content))
const readFrom = (config: Config, id: string) => inOperatorContext(config, log, (context) => read(context as never, id))

const restore = (config: Config, file: string) =>
  restoreData(config, { file, keyFile: undefined, ledgers: [], replaced: undefined, now: new Date() }, log)

test('files of a folder are in the backup of a server, and a restore that cannot write them leaves nothing', async () => {
  const [here, there, folder] = [await givenPlace(), await givenPlace(), await newFolder()]
  const config = configWith(folder, await newDatabase(template), here)
  const content = pdfOf(2_000_000)
  const id = await storeIn(config, content)
  const order = { file: join(folder, 'backup'), ledger: join(folder, 'ledger'), recipients: [] }
  expect(await carryOutBackup(config, order)).toMatchObject({ contents: 1, missing: 0 })
  const into = await newDatabase()
  const drill = await drillRestore(config, { from: { file: order.file, keyFile: undefined }, into })
  expect(drill.differences).toEqual([])
  noteFigure('R10', 'a server with its files in a folder: restored elsewhere, 0 differences', '0 differences')

  const other = configWith(folder, into, there)
  await expect(restore(configWith(folder, into, here), order.file)).rejects.toThrow('There are files in ')
  await there.store?.goAway()
  await expect(restore(other, order.file)).rejects.toThrow('Files cannot be reached at the moment')
  await there.store?.comeBack()
  if (process.getuid?.() === 0) {
    const disk = mountSmallDisk(1)
    onTestFinished(disk.unmount)
    const full = readConfig({ ...environmentOf(folder, into), FILES_STORE: `file://${disk.folder}` })
    await expect(restore(full, order.file)).rejects.toThrow('The backup was not restored: ENOSPC')
  }
  await restore(other, order.file)
  expect((await readFrom(other, id)).equals(content)).toBe(true)
  expect([await here.store?.names(), await there.store?.names()]).toMatchObject([{ length: 1 }, { length: 1 }])
})

test('who moves from the embedded database to a server finds the files of the folder where they are', async () => {
  const [here, folder] = [await givenPlace(), await newFolder()]
  const embedded = configWith(folder, undefined, here)
  const content = Buffer.concat([pdf, Buffer.alloc(300_000, 'x')])
  const id = await storeIn(embedded, content)
  const onServer = configWith(folder, await newDatabase(), here)
  await moveData(onServer, { now: new Date(), log })
  expect((await readFrom(onServer, id)).equals(content)).toBe(true)
  expect(await here.store?.names()).toHaveLength(1)
})
