import { readdirSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openBackup } from '#app/backup/archive.ts'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { callProgram } from '../../support/app/run-program.ts'
import { newFolder, newSiteDirectory } from '../../support/app/temporary.ts'
import { testDataKeys } from '../../support/app/test-data-keys.ts'
import { backUp, toConfig } from '../../support/site/backups.ts'

/** R10 in docs/promises.md: the backup before an upgrade, made by the new version (docs/operations/upgrade.md). */

/** Creates a database as it was when this migration was the latest. */
async function givenDatabase(lastMigration: string) {
  const directory = await newFolder()
  const database = await openDatabase({ directory })
  try {
    const names = readdirSync('migrations').filter((name) => name <= lastMigration)
    await database.pool.query('create table schema_migration (name text primary key, checksum text not null)')
    for (const name of names.sort()) {
      await database.pool.query(readFileSync(join('migrations', name), 'utf8'))
      await database.pool.query("insert into schema_migration values ($1, '')", [name])
    }
    return toConfig({ DATA_DIR: directory })
  } finally {
    await database.close()
  }
}

const previousMigration = (name: string) =>
  readdirSync('migrations')
    .sort()
    .findLast((candidate) => candidate < name)

test('a database that lacks the newest migration is backed up as it is', async () => {
  const lastMigration = previousMigration(previousMigration('9999') ?? '') ?? ''
  const { file, done: summary } = await backUp(await givenDatabase(lastMigration))
  expect(summary).toMatchObject({ erasures: 0 })
  expect((await openBackup(file, { trust: testDataKeys })).manifest.migrations.at(-1)?.name).toBe(lastMigration)
})

async function expectRefused(directory: string, message: RegExp) {
  const folder = await newFolder()
  const environment = { DATA_DIR: directory }
  const { status, stdout, stderr } = await callProgram(['backup', join(folder, 'backup')], environment)
  expect([status, stdout, stderr]).toEqual([1, '', expect.stringMatching(message)])
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect(await readdir(folder)).toEqual([])
}

test('backing up a database that is too old is refused and leaves no file behind', async () => {
  const { dataDirectory } = await givenDatabase(previousMigration('0004-accounts.sql') ?? '')
  await expectRefused(
    dataDirectory,
    /^The database has the tables of an older version, up to 0003-.*\.sql, which .*\n$/,
  )
})

test('backing up a database without tables is refused and leaves no file behind', async () => {
  const directory = await newSiteDirectory()
  const database = await openDatabase({ directory })
  await database.pool.query('drop schema public cascade; create schema public').finally(database.close)
  await expectRefused(directory, /^The database has no tables from this site, so there’s nothing to back up\.\n$/)
})
