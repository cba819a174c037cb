import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { carryOutBackup } from '#app/server/carry-out-command.ts'
import { readConfig } from '#app/server/config.ts'
import { openBackup } from '#platform/server/backup/pack-backup.ts'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { runProgram } from '../support/run-program.ts'

/** SECURITY R10: the backup before an upgrade, by the program of the new version (docs/operations/upgrade.md). */

async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'futureworld-older-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** The database as it was when this migration was the last. */
async function givenDatabase(last: string | undefined) {
  const directory = await newFolder()
  const database = await openDatabase({ directory })
  try {
    const names = readdirSync('migrations').filter((name) => last !== undefined && name <= last)
    if (last) await database.pool.query('create table schema_migration (name text primary key, checksum text not null)')
    for (const name of names.sort()) {
      await database.pool.query(readFileSync(join('migrations', name), 'utf8'))
      await database.pool.query("insert into schema_migration values ($1, '')", [name])
    }
    return readConfig({ PATH: process.env.PATH, DATA_DIR: directory, LOG_LEVEL: 'silent' })
  } finally {
    await database.close()
  }
}

const before = (name: string) =>
  readdirSync('migrations')
    .sort()
    .findLast((other) => other < name)

test('a database of the version before is backed up as it is', async () => {
  const last = before('0051-file-places.sql')
  const config = await givenDatabase(last)
  const folder = await newFolder()
  const order = { file: join(folder, 'backup'), ledger: join(folder, 'ledger'), recipients: [] }
  expect(await carryOutBackup(config, order)).toMatchObject({ erasures: 0 })
  expect((await openBackup(order.file)).manifest.migrations.at(-1)).toBe(last)
}, 120_000)

test.each([
  [
    before('0013-account-security.sql'),
    /^The database has the tables of an older version, up to 0012-.*\.sql, which .*/,
  ],
  [undefined, /^The database has no tables of this site: there is nothing to back up\.\n$/],
])(
  'one that ends with %s is refused in a sentence, and leaves no file',
  async (last, sentence) => {
    const { dataDirectory } = await givenDatabase(last)
    const folder = await newFolder()
    const { status, stdout, stderr } = await runProgram('backup', [join(folder, 'backup')], { DATA_DIR: dataDirectory })
    expect([status, stdout, stderr]).toEqual([1, '', expect.stringMatching(sentence)])
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(await readdir(folder)).toEqual([])
  },
  120_000,
)
