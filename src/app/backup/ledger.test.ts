import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Db } from '#platform/server/db/tables.ts'
import { startApp } from '../../../tests/support/app/start-app.ts'
import { readLedger, updateLedger } from './ledger.ts'

const now = new Date('2026-03-01T09:00:00Z')
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000)

async function newFile() {
  const folder = await mkdtemp(join(tmpdir(), 'futureworld-ledger-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return { file: join(folder, 'ledger.json'), names: async () => (await readdir(folder)).sort() }
}

async function erase(db: Db) {
  const accountId = randomUUID()
  await db.insertInto('erasure').values({ accountId, erasedAt: now }).execute()
  return accountId
}

const erasedIn = async (file: string) => (await readLedger(file)).erasures.map(({ accountId }) => accountId).sort()

test('two concurrent writers of a ledger both keep their entries', async () => {
  await using here = await startApp()
  await using there = await startApp()
  const { file } = await newFile()
  const erased: string[] = []
  for (let round = 0; round < 10; round += 1) {
    erased.push(await erase(here.database.db), await erase(there.database.db))
    await Promise.all([updateLedger(here.database.db, file, now), updateLedger(there.database.db, file, now)])
    // Deleted from both databases, so that only the ledger can have the other site's entry.
    await here.database.db.deleteFrom('erasure').execute()
    await there.database.db.deleteFrom('erasure').execute()
    expect(await erasedIn(file)).toEqual([...erased].sort())
  }
})

test('an old-format ledger is read and left unchanged, and new entries go beside it', async () => {
  await using app = await startApp()
  const { file, names } = await newFile()
  const before = randomUUID()
  const old = { format: 1, erasures: [{ accountId: before, erasedAt: now }], numberSequences: { 'FWC-2026': 7 } }
  await writeFile(file, JSON.stringify(old))
  await updateLedger(app.database.db, file, now)
  expect(await names()).toEqual(['ledger.json'])

  const after = await erase(app.database.db)
  await updateLedger(app.database.db, file, now)
  expect(await names()).toEqual(['ledger.json', expect.stringMatching(/^ledger\.json\.20260301T090000Z-[0-9a-f]{8}$/)])
  expect(await erasedIn(file)).toEqual([before, after].sort())
  expect((await readLedger(file)).numberSequences).toEqual({ 'FWC-2026': 7 })
})

test('a part is written only for new entries, and older parts are removed once a later one has them', async () => {
  await using app = await startApp()
  const { file, names } = await newFile()
  await updateLedger(app.database.db, file, now)
  const [first] = await names()
  await updateLedger(app.database.db, file, inDays(1))
  expect(await names()).toEqual([first])
  await erase(app.database.db)
  await updateLedger(app.database.db, file, inDays(0.5))
  expect(await names()).toHaveLength(2)
  await erase(app.database.db)
  await updateLedger(app.database.db, file, inDays(1.2))
  expect(await names()).toHaveLength(2)
  expect(await names()).not.toContain(first)
  expect(await erasedIn(file)).toHaveLength(2)
})

test('a missing ledger and an unlistable folder have a clear error', async () => {
  const { file } = await newFile()
  await expect(readLedger(file)).rejects.toThrow(`The ledger ${file} cannot be read (ENOENT).`)
  await writeFile(file, '')
  await expect(readLedger(join(file, 'ledger.json'))).rejects.toThrow('cannot be read (ENOTDIR).')
  await expect(readLedger(file)).rejects.toThrow(`The file ${file} is no ledger, or it is damaged.`)
})
