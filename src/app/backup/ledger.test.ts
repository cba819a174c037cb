import { randomUUID } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Db } from '#platform/server/db/tables.ts'
import { startApp } from '#tests/support/app/start-app.ts'
import { newFolder } from '#tests/support/app/temporary.ts'
import { readLedger, updateLedger } from './ledger.ts'

const now = new Date('2026-03-01T09:00:00Z')
const daysLater = (days: number) => new Date(now.getTime() + days * 86_400_000)

async function newFile() {
  const folder = await newFolder()
  return { file: join(folder, 'ledger.json'), names: async () => (await readdir(folder)).sort() }
}

async function insertErasure(db: Db) {
  const accountId = randomUUID()
  await db.insertInto('erasure').values({ accountId, erasedAt: now }).execute()
  return accountId
}

const readErasedIds = async (file: string) => (await readLedger(file)).erasures.map(({ accountId }) => accountId).sort()

test('if two processes write to a ledger at the same time, both keep their entries', async () => {
  await using firstApp = await startApp()
  await using secondApp = await startApp()
  const { file } = await newFile()
  const erased: string[] = []
  for (let round = 0; round < 10; round += 1) {
    erased.push(await insertErasure(firstApp.database.db), await insertErasure(secondApp.database.db))
    await Promise.all([updateLedger(firstApp.database.db, file, now), updateLedger(secondApp.database.db, file, now)])
    // Deleted from both databases, so that only the ledger can have the other site's entry.
    await firstApp.database.db.deleteFrom('erasure').execute()
    await secondApp.database.db.deleteFrom('erasure').execute()
    expect(await readErasedIds(file)).toEqual([...erased].sort())
  }
})

test('an old-format ledger is read but not changed, and new entries go into a file next to it', async () => {
  await using app = await startApp()
  const { file, names } = await newFile()
  const knownAccountId = randomUUID()
  const oldFormat = {
    format: 1,
    erasures: [{ accountId: knownAccountId, erasedAt: now }],
    numberSequences: { 'FWC-2026': 7 },
  }
  await writeFile(file, JSON.stringify(oldFormat))
  await updateLedger(app.database.db, file, now)
  expect(await names()).toEqual(['ledger.json'])

  const newAccountId = await insertErasure(app.database.db)
  await updateLedger(app.database.db, file, now)
  expect(await names()).toEqual(['ledger.json', expect.stringMatching(/^ledger\.json\.20260301T090000Z-[0-9a-f]{8}$/)])
  expect(await readErasedIds(file)).toEqual([knownAccountId, newAccountId].sort())
  expect((await readLedger(file)).numberSequences).toEqual({ 'FWC-2026': 7 })
})

test('a part is written only if there are new entries, and removed once a later part contains its entries', async () => {
  await using app = await startApp()
  const { file, names } = await newFile()
  await updateLedger(app.database.db, file, now)
  const [firstPart] = await names()
  await updateLedger(app.database.db, file, daysLater(1))
  expect(await names()).toEqual([firstPart])
  await insertErasure(app.database.db)
  await updateLedger(app.database.db, file, daysLater(0.5))
  expect(await names()).toHaveLength(2)
  await insertErasure(app.database.db)
  await updateLedger(app.database.db, file, daysLater(1.2))
  expect(await names()).toHaveLength(2)
  expect(await names()).not.toContain(firstPart)
  expect(await readErasedIds(file)).toHaveLength(2)
})

test('if the ledger is missing, unreachable or empty, reading it fails and the error says why', async () => {
  const { file } = await newFile()
  await expect(readLedger(file)).rejects.toThrow(`The ledger ${file} can’t be read (ENOENT).`)
  await writeFile(file, '')
  await expect(readLedger(join(file, 'ledger.json'))).rejects.toThrow('can’t be read (ENOTDIR).')
  await expect(readLedger(file)).rejects.toThrow(`The file ${file} isn’t a ledger, or it’s damaged.`)
})
